import type { TextEdit } from '@mvc-router/import/script'
import { type NamedLink, type WrittenUrl, sourceOf } from '../written-url.js'

/** A tag of a template between its HTML. */
export interface DialectTag {
  readonly start: number
  readonly end: number
  /**
   * `output` prints an expression, `link` prints a URL of ours; `open`, `middle` and `close` are the parts of a
   * condition; `comment` prints nothing; `other` is everything else.
   */
  readonly type: 'output' | 'link' | 'open' | 'middle' | 'close' | 'comment' | 'other'
  /** Expression of an output, without what encodes it by hand; undefined if it cannot be an argument. */
  readonly expression?: string | undefined
}

/** How a template engine is read and written. */
export interface TemplateDialect {
  /** The tags in their order; undefined for a template that cannot be read. */
  readonly tags: (text: string) => readonly DialectTag[] | undefined
  /** A tag that prints the URL, without what follows it; undefined for what the language cannot say. */
  readonly write: (link: NamedLink, text: string) => string | undefined
  /** Edits that the file needs besides, once a URL was adopted. */
  readonly prepare?: (text: string) => readonly TextEdit[]
}

/** Writes links as tags, with what follows them. */
export function tagWriter(dialect: TemplateDialect, text: string): WrittenUrl['write'] {
  return (link) => {
    const written = dialect.write(link, text)
    return written === undefined ? undefined : written + sourceOf(link.rest)
  }
}
