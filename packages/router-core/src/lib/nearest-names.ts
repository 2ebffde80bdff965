import type * as Levenshtein from 'fastest-levenshtein'
import { dependency } from '#dependency'

const levenshtein = dependency<typeof Levenshtein>('fastest-levenshtein')

/** How many letters must be added, left out or replaced to make one name of the other. */
export function editDistance(left: string, right: string): number {
  return levenshtein().distance(left, right)
}

/** The known names that a typing error could have made of this one, the nearest first, at most three. */
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

/** `did you mean a, b?`, where there is a name to mean. */
export function nearestHint(names: readonly string[]): string | undefined {
  return names.length > 0 ? `did you mean ${names.join(', ')}?` : undefined
}

/** The names that fit in a hint. */
export function firstNames(names: readonly string[]): string {
  return `${names.slice(0, 10).join(', ')}${names.length > 10 ? ' and others' : ''}`
}
