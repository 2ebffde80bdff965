/**
 * Lists of names, one for all routes that have the same names in the same order: then few lists are read again and
 * again, where each route's own one would have to come from memory. The names are keys of an object once, since V8
 * stores a property faster by the text that it has kept for such a key than by another copy of it.
 */
export class SharedNames {
  readonly #lists = new Map<string, readonly string[]>()

  get(names: readonly string[]): readonly string[] {
    // A name is a word, without a blank.
    const key = names.join(' ')
    const known = this.#lists.get(key)
    if (known !== undefined) return known
    const list = names.flatMap((name) => Object.keys({ [name]: name }))
    this.#lists.set(key, list)
    return list
  }
}
