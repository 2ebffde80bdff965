import type { TextLanguage } from './text-language.js'

interface ExploreOptions {
  /** Only texts that all of the first so many automata may still accept are looked at. */
  readonly required: number
  /** How many steps of one automaton may be taken. */
  readonly maxSteps: number
  /** True if texts that end in a visited one may still give a new result, for automata that accept none of them. */
  readonly mayTellMore?: (isDead: (index: number) => boolean) => boolean
}

/**
 * Visits one text for each way in which the automata together can answer texts, shorter ones first; of texts with the
 * same answers it is a shortest one. So what no visited text shows, no text shows: languages are equal, contained or
 * disjoint when no visited text is the counter-example.
 *
 * @param visit is given the text and which automata accept it; true ends the search
 * @returns `all` when nothing is left to visit, `ended` by the visitor, `unfinished` when the steps did not suffice
 */
export function exploreTexts(
  automata: readonly TextLanguage[],
  visit: (text: string, accepts: (index: number) => boolean) => boolean,
  { required, maxSteps, mayTellMore = () => true }: ExploreOptions,
): 'all' | 'ended' | 'unfinished' {
  const letters = lettersOf(automata)
  const start: Place = { states: automata.map(({ initial }) => initial), text: '' }
  const seen = new Set([start.states.join()])
  const places = [start]
  let steps = 0
  // The list grows while it is walked through.
  for (const { states: behind, text } of places) {
    const accepts = (index: number): boolean => automata[index]?.isAccepting(behind[index] ?? 0) === true
    if (visit(text, accepts)) return 'ended'
    const isDead = (index: number): boolean => automata[index]?.isDead(behind[index] ?? 0) === true
    if (!mayTellMore(isDead)) continue
    for (const letter of letters) {
      steps += automata.length
      if (steps > maxSteps) return 'unfinished'
      const states = stepAll(automata, behind, letter, required)
      if (states === undefined) continue
      const key = states.join()
      if (seen.has(key)) continue
      seen.add(key)
      places.push({ states, text: String.fromCodePoint(letter) + text })
    }
  }
  return 'all'
}

/** The automata's states in front of a text. */
interface Place {
  readonly states: readonly number[]
  readonly text: string
}

/** Undefined when a required automaton accepts nothing any more. */
function stepAll(
  automata: readonly TextLanguage[],
  states: readonly number[],
  letter: number,
  required: number,
): number[] | undefined {
  const next: number[] = []
  for (let index = 0; index < automata.length; index++) {
    const automaton = automata[index] as TextLanguage
    const state = automaton.step(states[index] as number, letter)
    if (index < required && automaton.isDead(state)) return undefined
    next.push(state)
  }
  return next
}

/** The most readable character of each class that the automata distinguish together. */
function lettersOf(automata: readonly TextLanguage[]): readonly number[] {
  const starts = new Set(automata.flatMap(({ classes }) => [...classes.starts]))
  const letters = new Map<string, number>()
  for (const codePoint of [...liked, ...[...starts].toSorted((left, right) => left - right)]) {
    const key = automata.map(({ classes }) => classes.of(codePoint)).join()
    if (!letters.has(key)) letters.set(key, codePoint)
  }
  return [...letters.values()]
}

/** Digits, letters, then the rest of printable ASCII. */
const liked: readonly number[] = [
  ...Array.from('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_/.~', (character) =>
    character.charCodeAt(0),
  ),
  ...Array.from({ length: 95 }, (_, index) => 0x20 + index),
]
