import type { UrlHole, UrlPiece } from '../../engines/written-url.js'

const firstHole = 0xe000
const anyHole = /[\uE000-\uF8FF]/g

/** True for a text with a hole. */
export function hasHole(text: string): boolean {
  return text.search(anyHole) >= 0
}

/** Writes a value in the place of each hole. */
export function fillHoles(text: string, valueOf: (hole: string) => string): string {
  return text.replaceAll(anyHole, valueOf)
}

/** The holes of a URL. In a text, a character for private use represents each of them. */
export class UrlHoles {
  /** The whole URL. */
  readonly text: string
  readonly #holes: readonly UrlHole[]

  constructor(pieces: readonly UrlPiece[]) {
    this.#holes = pieces.filter((piece) => piece.type === 'hole')
    this.text = pieces
      .map((piece) =>
        piece.type === 'text' ? piece.text : String.fromCharCode(firstHole + this.#holes.indexOf(piece)),
      )
      .join('')
  }

  /** False if the URL itself has characters for private use. */
  get areClear(): boolean {
    return this.text.match(anyHole)?.length === this.#holes.length || !hasHole(this.text)
  }

  piecesOf(text: string): UrlPiece[] {
    return text
      .split(/([\uE000-\uF8FF])/)
      .filter((part) => part !== '')
      .map((part) => this.#holes[part.charCodeAt(0) - firstHole] ?? { type: 'text', text: part })
  }
}
