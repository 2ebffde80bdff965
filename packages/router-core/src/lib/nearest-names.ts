import type * as Levenshtein from 'fastest-levenshtein'
import { dependency } from '#dependency'

const levenshtein = dependency<typeof Levenshtein>('fastest-levenshtein')

/** The number of letters to add, leave out or replace to turn one name into the other. */
export function editDistance(left: string, right: string): number {
  return levenshtein().distance(left, right)
}

/** At most three known names that `name` may misspell, the nearest first. */
export function nearestNames(name: string, known: Iterable<string>): string[] {
  if (name.length > 200) return []
  const lower = name.toLowerCase()
  const limit = Math.max(2, Math.floor(name.length / 4))
  return [...known]
    .filter((candidate) => Math.abs(candidate.length - name.length) <= limit)
    .map((candidate) => ({ candidate, edits: editDistance(lower, candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= limit)
    .toSorted((left, right) => left.edits - right.edits)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** `did you mean a, b?`; undefined without names. */
export function nearestHint(names: readonly string[]): string | undefined {
  return names.length > 0 ? `did you mean ${names.join(', ')}?` : undefined
}

/** The first ten names, for a hint. */
export function firstNames(names: readonly string[]): string {
  return `${names.slice(0, 10).join(', ')}${names.length > 10 ? ' and others' : ''}`
}

/** True if a word differs by one letter or two swapped ones. Two other letters may differ from 6 letters on. */
export function isSlip(word: string, known: string): boolean {
  const edits = editDistance(word, known)
  const isLong = known.length >= 6 && word[0] === known[0]
  return edits <= (isLong ? 2 : 1) || (edits === 2 && sorted(word) === sorted(known))
}

function sorted(word: string): string {
  return word.split('').toSorted().join('')
}
