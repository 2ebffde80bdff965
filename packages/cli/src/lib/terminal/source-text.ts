/** A place in a file. Lines and columns count from 1, columns in UTF-16 units. */
export interface SourcePlace {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly lineText: string
}

/** The text of a template or a program, which knows its lines. */
export class SourceText {
  readonly text: string
  /** As shown in messages. */
  readonly file: string
  readonly #lineStarts: readonly number[]

  constructor(text: string, file: string) {
    this.text = text
    this.file = file
    const lineStarts = [0]
    for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1))
      lineStarts.push(feed + 1)
    this.#lineStarts = lineStarts
  }

  /** @param line and `column` count from 0 */
  offsetAt(line: number, column: number): number {
    return Math.min(this.text.length, (this.#lineStarts[line] ?? this.text.length) + column)
  }

  place(offset: number): SourcePlace {
    const line = this.#lineIndex(offset)
    const start = this.#lineStarts[line] ?? 0
    const end = this.#lineStarts[line + 1] ?? this.text.length + 1
    const lineText = this.text.slice(start, end - 1)
    return {
      file: this.file,
      line: line + 1,
      column: offset - start + 1,
      lineText: lineText.endsWith('\r') ? lineText.slice(0, -1) : lineText,
    }
  }

  #lineIndex(offset: number): number {
    let low = 0
    let high = this.#lineStarts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}
