import { getOrInsert } from '../../get-or-insert.js'
import { toPropertyKey } from '../property-key.js'

/**
 * Lists of names, one for all routes that have the same names in the same order: then few lists are read again and
 * again, where each route's own one would have to come from memory.
 */
export class SharedNames {
  readonly #lists = new Map<string, readonly string[]>()

  get(names: readonly string[]): readonly string[] {
    // A name is a word, without a blank.
    const key = names.join(' ')
    return getOrInsert(this.#lists, key, () => names.map(toPropertyKey))
  }
}
