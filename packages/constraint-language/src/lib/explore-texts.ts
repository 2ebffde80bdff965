import type { TextLanguage } from './text-language.js'

export interface ExploreOptions {
  /** Only texts that all of the first so many automata may still accept are looked at. */
  readonly required: number
  /** How many steps of one automaton may be taken. */
  readonly maxSteps: number
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
  { required, maxSteps }: ExploreOptions,
): 'all' | 'ended' | 'unfinished' {
  const letters = lettersOf(automata)
  const start: Place = { states: automata.map(({ initial }) => initial), letter: 0, after: undefined }
  const seen = new Set([start.states.join()])
  const places = [start]
  let steps = 0
  // The list grows while it is walked through.
  for (const place of places) {
    const accepts = (index: number): boolean =>
      automata[index]?.isAccepting(place.states[index] ?? 0) === true
    if (visit(textOf(place), accepts)) return 'ended'
    for (const letter of letters) {
      steps += automata.length
      if (steps > maxSteps) return 'unfinished'
      const states = stepAll(automata, place.states, letter, required)
      if (states === undefined) continue
      const key = states.join()
      if (seen.has(key)) continue
      seen.add(key)
      places.push({ states, letter, after: place })
    }
  }
  return 'all'
}

/** The automata's states in front of a letter, and the place behind it. */
interface Place {
  readonly states: readonly number[]
  readonly letter: number
  readonly after: Place | undefined
}

/** Undefined when a required automaton accepts nothing any more. */
function stepAll(
  automata: readonly TextLanguage[],
  states: readonly number[],
  letter: number,
  required: number,
): number[] | undefined {
  const next: number[] = []
  for (const [index, automaton] of automata.entries()) {
    const state = automaton.step(states[index] ?? 0, letter)
    if (index < required && automaton.isDead(state)) return undefined
    next.push(state)
  }
  return next
}

function textOf(place: Place): string {
  let text = ''
  for (let at: Place | undefined = place; at?.after !== undefined; at = at.after)
    text += String.fromCodePoint(at.letter)
  return text
}

/** One character of each class that the automata tell apart together: the one that a reader likes to see. */
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
