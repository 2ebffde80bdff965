import type * as Levenshtein from 'fastest-levenshtein'
import { dependency } from './dependency.js'

const levenshtein = dependency<typeof Levenshtein>('fastest-levenshtein')

/** The known names that a typing error could have made of this one, the nearest first, at most three. */
export function nearestNames(name: string, known: Iterable<string>): string[] {
  if (name.length > 200) return []
  const lower = name.toLowerCase()
  const { distance } = levenshtein()
  const limit = Math.max(2, Math.floor(name.length / 4))
  return [...known]
    .filter((candidate) => Math.abs(candidate.length - name.length) <= limit)
    .map((candidate) => ({ candidate, edits: distance(lower, candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= limit)
    .toSorted((left, right) => left.edits - right.edits)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}
