import type { UrlHole, UrlPiece } from '../../engines/written-url.js'

const firstHole = 0xe000
const anyHole = /[\uE000-\uF8FF]/g

export function hasHole(text: string): boolean {
  return text.search(anyHole) >= 0
}

export function fillHoles(text: string, valueOf: (hole: string) => string): string {
  return text.replaceAll(anyHole, valueOf)
}

/** The holes of a URL. A private-use character (U+E000 to U+F8FF) represents each hole in a text. */
export class UrlHoles {
  readonly text: string
  readonly #holes: readonly UrlHole[]

  constructor(pieces: readonly UrlPiece[]) {
    this.#holes = pieces.filter((piece) => piece.type === 'hole')
    const textOf = (piece: UrlPiece): string =>
      piece.type === 'text' ? piece.text : String.fromCharCode(firstHole + this.#holes.indexOf(piece))
    this.text = pieces.map(textOf).join('')
  }

  /** False if the URL itself contains private-use characters. */
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
