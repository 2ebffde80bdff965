import type { EjsModule, EjsOptions } from '../ejs-module.js'

/** How EJS code looks in a template. */
export interface TagDelimiters {
  /** `<%` */
  readonly open: string
  /** `%>` */
  readonly close: string
  /** `%`. After `<%` it makes a literal: `<%%`. */
  readonly delimiter: string
}

/** The same defaults, in the same order, as EJS itself. */
export function tagDelimiters(options: EjsOptions = {}, ejs: Partial<EjsModule> = {}): TagDelimiters {
  const delimiter = options.delimiter || ejs.delimiter || '%'
  const open = (options.openDelimiter || ejs.openDelimiter || '<') + delimiter
  const close = delimiter + (options.closeDelimiter || ejs.closeDelimiter || '>')
  return { open, close, delimiter }
}

/** The local variable that holds the tags of one rendering. */
export const tagsLocal = '__routeTags'
