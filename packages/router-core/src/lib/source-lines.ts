/** Finds the lines of a text. Lines end at line feeds, and count from 0. */
export class SourceLines {
  readonly #text: string
  readonly #starts: readonly number[]

  constructor(text: string) {
    this.#text = text
    const starts = [0]
    for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) starts.push(feed + 1)
    this.#starts = starts
  }

  /** The offset of the first character of a line. After the last line it is the end of the text. */
  startOf(line: number): number {
    return this.#starts[line] ?? this.#text.length
  }

  /** The text of a line without its line end. */
  textOf(line: number): string {
    const end = this.#starts[line + 1] ?? this.#text.length + 1
    return this.#text.slice(this.startOf(line), end - 1).replace(/\r$/, '')
  }

  lineAt(offset: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.startOf(middle) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}
