import type { EjsModule, EjsOptions } from '../ejs-module.js'

/** The delimiters of EJS code. */
export interface TagDelimiters {
  /** `<%` */
  readonly open: string
  /** `%>` */
  readonly close: string
  /** `%`. After `<%`, it begins a literal: `<%%`. */
  readonly delimiter: string
}

/** Uses the same defaults, in the same order, as EJS. */
export function tagDelimiters(options: EjsOptions = {}, ejs: Partial<EjsModule> = {}): TagDelimiters {
  const delimiter = options.delimiter || ejs.delimiter || '%'
  const open = (options.openDelimiter || ejs.openDelimiter || '<') + delimiter
  const close = delimiter + (options.closeDelimiter || ejs.closeDelimiter || '>')
  return { open, close, delimiter }
}

/** The local variable that holds the tags of one rendering. */
export const tagsLocal = '__routeTags'
