import type { TextEdit } from '@mvc-router/import/script'
import type { Span } from '../terminal/source-text.js'
import type { UrlUse } from './html/url-attributes.js'

/** A URL in a template or program that is not a link. Offsets refer to the source. */
export interface WrittenUrl extends UrlUse {
  /** The start of the text that a link would replace: the URL, or the whole expression. */
  readonly offset: number
  readonly end: number
  readonly pieces: readonly UrlPiece[]
  /** True if the page's base element may lead to another host. */
  readonly isElsewhere?: boolean
  /** The reason why the URL cannot become a link. */
  readonly obstacle?: string | undefined
  /** Writes the replacement. Returns undefined if the language cannot express the link. */
  readonly write: (link: NamedLink) => string | undefined
  /** The form of `&` that a link prints. Undefined if the source may not contain `&`. */
  readonly separator: '&' | '&amp;' | undefined
}

/** A part of a URL: text as the browser reads it, or a hole, which is an expression of the template. */
export type UrlPiece = UrlText | UrlHole

export interface UrlText {
  readonly type: 'text'
  readonly text: string
}

export interface UrlHole {
  readonly type: 'hole'
  /** The expression without encoding calls, in the template's language. Empty if it cannot be an argument. */
  readonly expression: string
  /** The source text with the delimiters. */
  readonly source: string
}

/** Returns a hole that cannot be an argument. */
export function unknownPiece(source: string): UrlHole {
  return { type: 'hole', expression: '', source }
}

/** A link before it is written in a template language. */
export interface NamedLink {
  readonly action: string
  /** Each argument is a text, a hole, or several pieces to be joined. */
  readonly args: ReadonlyMap<string, readonly UrlPiece[]>
  /** The text after the link: a fragment, or a query that cannot become arguments. */
  readonly rest: readonly UrlPiece[]
}

/** True if the piece can be a part of an argument. */
export function isWritable(piece: UrlPiece): boolean {
  return piece.type === 'text' || piece.expression !== ''
}

/** Returns the text of a value, or undefined if the value has a hole. */
export function staticTextOf(pieces: readonly UrlPiece[]): string | undefined {
  const texts = pieces.map((piece) => (piece.type === 'text' ? piece.text : undefined))
  return texts.includes(undefined) ? undefined : texts.join('')
}

export function sourceOf(pieces: readonly UrlPiece[]): string {
  return pieces.map((piece) => (piece.type === 'text' ? piece.text : piece.source)).join('')
}

/** An attribute value that is already a link. */
export interface PlacedLink extends Span {
  readonly method: string | undefined
}

export interface FoundUrls {
  readonly urls: readonly WrittenUrl[]
  readonly links: readonly PlacedLink[]
  /** Returns more edits that the file needs after URLs become links. */
  readonly prepare?: () => readonly TextEdit[]
}
