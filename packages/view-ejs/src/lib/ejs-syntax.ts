import { escapesUrlsAsHtml } from '@mvc-router/router-core'
import defaultEjs from 'ejs'
import type { EjsModule, EjsOptions } from './ejs-module.js'

/** How EJS code looks in a template, and how the code that replaces a tag reaches the tags at run time. */
export interface EjsSyntax {
  /** `<%` */
  readonly open: string
  /** `%>` */
  readonly close: string
  /** `%`, which after `<%` makes it literal. */
  readonly delimiter: string
  /** `__routeTags`, or `locals.__routeTags` where the template's variables need the prefix. */
  readonly tags: string
  /** Whether a URL that is HTML already can be printed past EJS, which would make the same of it in more time. */
  readonly printsHtml: boolean
}

/** The local variable that holds the tags of one rendering. */
export const TAGS_LOCAL = '__routeTags'

/** The same defaults, in the same order, as EJS itself. */
export function ejsSyntax(options: EjsOptions, ejs: Partial<EjsModule> = {}): EjsSyntax {
  const delimiter = options.delimiter || ejs.delimiter || '%'
  const open = (options.openDelimiter || ejs.openDelimiter || '<') + delimiter
  const close = delimiter + (options.closeDelimiter || ejs.closeDelimiter || '>')
  const { strict = false, _with: usesWith = true } = options
  const localsName = options.localsName || ejs.localsName || 'locals'
  const tags = usesWith && !strict ? TAGS_LOCAL : `${localsName}.${TAGS_LOCAL}`
  const printsHtml = escapesUrlsAsHtml(options.escape || ejs.escapeXML || defaultEjs.escapeXML)
  return { open, close, delimiter, tags, printsHtml }
}
