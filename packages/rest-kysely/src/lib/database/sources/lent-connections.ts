/** Counts the connections that a source has lent, so that it closes only after all of them are back. */
export class LentConnections {
  #count = 0
  #tellAllBack: (() => void) | undefined

  lend(): void {
    this.#count += 1
  }

  takeBack(): void {
    this.#count -= 1
    if (this.#count === 0) this.#tellAllBack?.()
  }

  async allBack(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => (this.#tellAllBack = resolve))
  }
}
