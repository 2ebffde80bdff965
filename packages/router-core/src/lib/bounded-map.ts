/** A map that starts anew before it would have more keys than this: what is computed again when it is forgotten. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number

  constructor(limit: number) {
    super()
    this.#limit = limit
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#limit) this.clear()
    return super.set(key, value)
  }
}
