import type { TextLanguage } from './text-language.js'

interface ExploreOptions {
  /** The search skips a text if one of the first `required` automata is dead after it. */
  readonly required: number
  /** The greatest number of steps, summed over all automata. */
  readonly maxSteps: number
  /** Returns false to skip all longer texts that end in the visited text. Dead automata accept none of these texts. */
  readonly mayTellMore?: (isDead: (index: number) => boolean) => boolean
}

/**
 * Visits a shortest text for each combination of states that the automata can reach together, shorter texts first. If
 * no visited text is a counter-example, no text is. This proves that languages are equal, contained or disjoint.
 *
 * @param visit returns true to end the search; `accepts(index)` is true if that automaton accepts the text
 * @returns `all` if every combination was visited, `ended` if `visit` returned true, `unfinished` after `maxSteps`
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
  // The list grows during the loop.
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

interface Place {
  readonly states: readonly number[]
  readonly text: string
}

/** Undefined if a required automaton is dead. */
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

/** The most readable character of each class that some automaton distinguishes. */
function lettersOf(automata: readonly TextLanguage[]): readonly number[] {
  const starts = new Set(automata.flatMap(({ classes }) => [...classes.starts]))
  const letters = new Map<string, number>()
  for (const codePoint of [...liked, ...[...starts].toSorted((left, right) => left - right)]) {
    const key = automata.map(({ classes }) => classes.of(codePoint)).join()
    if (!letters.has(key)) letters.set(key, codePoint)
  }
  return [...letters.values()]
}

/** Digits, letters and `-_/.~` first, then all printable ASCII characters. */
const liked: readonly number[] = [
  ...Array.from('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_/.~', (character) =>
    character.charCodeAt(0),
  ),
  ...Array.from({ length: 95 }, (_, index) => 0x20 + index),
]
