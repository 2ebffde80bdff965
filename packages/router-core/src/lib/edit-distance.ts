import type * as Levenshtein from 'fastest-levenshtein'
import { dependency } from './dependency.js'

const levenshtein = dependency<typeof Levenshtein>('fastest-levenshtein')

/** How many letters must be added, left out or replaced to make one name of the other. */
export function editDistance(left: string, right: string): number {
  return levenshtein().distance(left, right)
}
