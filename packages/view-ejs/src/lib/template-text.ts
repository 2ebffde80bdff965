/** A place in a template, ready for an error message. Lines and columns count from 1, columns in UTF-16 units. */
export interface TagPlace {
  readonly template: string
  readonly line: number
  readonly column: number
  /** The line, and a caret below the column. */
  readonly frame: string
}

/** How much of a long (minified) line a frame shows, in UTF-16 units on either side of the column. */
const frameReach = 70

/** The text of a template, which knows its lines. */
export class TemplateText {
  readonly text: string
  readonly name: string
  /** The offsets of the first character of each line. EJS counts line feeds, so we do. */
  readonly #lineStarts: readonly number[]

  constructor(text: string, name: string) {
    this.text = text
    this.name = name
    const lineStarts = [0]
    for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', feed + 1))
      lineStarts.push(feed + 1)
    this.#lineStarts = lineStarts
  }

  /** How many line feeds stand between two offsets. */
  lineFeedsBetween(start: number, end: number): number {
    return this.#lineIndex(end) - this.#lineIndex(start)
  }

  place(offset: number): TagPlace {
    const index = this.#lineIndex(offset)
    const lineStart = this.#lineStarts[index] ?? 0
    const lineEnd = this.#lineStarts[index + 1] ?? this.text.length + 1
    const line = this.text.slice(lineStart, lineEnd - 1).replace(/\r$/, '')
    const column = offset - lineStart
    const before = line.slice(Math.max(0, column - frameReach), column)
    const after = line.slice(column, column + frameReach)
    const frame = `  ${before}${after}\n  ${before.replaceAll(/[^\t]/g, ' ')}^`
    return { template: this.name, line: index + 1, column: column + 1, frame }
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
