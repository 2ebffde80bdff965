/** A cache: a map that forgets all keys before it would have more than `limit`. */
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
