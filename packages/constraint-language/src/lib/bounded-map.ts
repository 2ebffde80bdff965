/** A cache. If it has `limit` keys, the next `set` first removes all keys. */
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
