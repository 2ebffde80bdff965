import type { TextEdit } from '@mvc-router/import/script'

/** A URL that is written out in a template or a program. Offsets are those of the source. */
export interface WrittenUrl {
  /** Offset of the text that a link would replace: the whole URL, or the whole expression that gives it. */
  readonly offset: number
  readonly end: number
  readonly pieces: readonly UrlPiece[]
  /** The method of the request for the URL; undefined if it is unknown. */
  readonly method: string | undefined
  /** True for a picture, a style sheet or a script, which usually is a file. */
  readonly isAsset: boolean
  /** True if it may not be a URL, so it is no mistake if no line answers it. */
  readonly isGuess: boolean
  /** True if the base element of the page may lead to another host. */
  readonly isElsewhere?: boolean
  /** The reason why it cannot become a link, wherever it leads. */
  readonly obstacle?: string | undefined
  /** The replacement; undefined if the language has no way to write it. */
  readonly write: (link: NamedLink) => string | undefined
  /** The form of `&` that a link prints, so the source may contain it; undefined if the source may not contain `&`. */
  readonly separator: '&' | '&amp;' | undefined
}

/** A part of a URL. Text is as the browser sees it in the path; a hole is an expression of the template. */
export type UrlPiece = UrlText | UrlHole

export interface UrlText {
  readonly type: 'text'
  readonly text: string
}

export interface UrlHole {
  readonly type: 'hole'
  /**
   * The expression in the language of the template, without calls that encode it; empty if it cannot be an argument.
   */
  readonly expression: string
  /** The text in the source, with the delimiters. */
  readonly source: string
}

/** A link by the name of its action, before it is written in some language. */
export interface NamedLink {
  readonly action: string
  /** Each is text, a hole, or several pieces to be joined. */
  readonly args: ReadonlyMap<string, readonly UrlPiece[]>
  /** Pieces after the link that stay: a query that cannot become arguments, a fragment. */
  readonly rest: readonly UrlPiece[]
}

/** True if the piece can be a part of an argument. */
export function isWritable(piece: UrlPiece): boolean {
  return piece.type === 'text' || piece.expression !== ''
}

/** The text of a value without holes; undefined for others. */
export function staticTextOf(pieces: readonly UrlPiece[]): string | undefined {
  return pieces.every((piece) => piece.type === 'text')
    ? pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('')
    : undefined
}

/** The pieces as the source has them. */
export function sourceOf(pieces: readonly UrlPiece[]): string {
  return pieces.map((piece) => (piece.type === 'text' ? piece.text : piece.source)).join('')
}

/** The value of an attribute that is a link already, and the method that the browser sends. */
export interface PlacedLink {
  readonly start: number
  readonly end: number
  readonly method: string | undefined
}

/** URLs of a file. */
export interface FoundUrls {
  readonly urls: readonly WrittenUrl[]
  readonly links: readonly PlacedLink[]
  /** Edits that the file needs after links have replaced its URLs. */
  readonly prepare?: () => readonly TextEdit[]
}
