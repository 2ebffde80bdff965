import { editDistance } from './edit-distance.js'

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
