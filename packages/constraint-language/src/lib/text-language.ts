import type { CodePointRanges } from './code-point-ranges.js'
import type { CharacterClasses } from './character-classes.js'
import { unionOf } from './code-point-ranges.js'
import { refusedConstraint } from './constraint-exception.js'

/** A set of texts, read from the last character to the first. States are numbers. */
export interface TextLanguage {
  /** The character classes that the language distinguishes. */
  readonly classes: CharacterClasses
  /** The state at the end of a text. */
  readonly initial: number
  /** The state before a character, from the state after it. */
  step(state: number, codePoint: number): number
  /** True if the text that leads to this state belongs to the language. */
  isAccepting(state: number): boolean
  /** True if no text is accepted from this state, whatever comes before. */
  isDead(state: number): boolean
}

interface Transition {
  readonly from: number
  readonly to: number
  readonly ranges: CodePointRanges
}

/**
 * All transitions except to dead states. `from` is the state after a character, `to` the state before it.
 *
 * @throws ConstraintException if there are too many states
 */
export function transitionsOf(language: TextLanguage): Transition[] {
  const rangesByClass = language.classes.ranges()
  const transitions: Transition[] = []
  const states = [language.initial]
  const known = new Set(states)
  // The list grows during the loop.
  for (const from of states) {
    const ranges = new Map<number, CodePointRanges>()
    for (const own of rangesByClass) {
      const to = language.step(from, own[0]?.[0] ?? 0)
      if (!language.isDead(to)) ranges.set(to, [...(ranges.get(to) ?? []), ...own])
    }
    for (const [to, all] of ranges) {
      transitions.push({ from, to, ranges: unionOf(all) })
      if (known.has(to)) continue
      known.add(to)
      states.push(to)
    }
    if (states.length > maxListedStates) throw refusedConstraint('The regular expression is too large', 0)
  }
  return transitions
}

const maxListedStates = 2000
