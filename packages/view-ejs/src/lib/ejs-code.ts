import type { TagDelimiters } from './tags/tag-delimiters.js'

/** `<% code %>` at offsets of the template. `<%=` and `<%-` print. */
export interface EjsCode {
  /** The first character after the opening delimiter: `=`, `-`, `_`, `#`, or the code's own. */
  readonly mark: string
  readonly start: number
  /** The position of the code between the delimiters and their marks. */
  readonly codeStart: number
  readonly codeEnd: number
  readonly end: number
}

/**
 * Reads the code that begins at `start`. Like EJS, it does not look for strings in the code: the first closing
 * delimiter ends it. Undefined if there is no closing delimiter.
 */
export function readEjsCode(
  text: string,
  { open, close }: TagDelimiters,
  start: number,
): EjsCode | undefined {
  const markStart = start + open.length
  const closeStart = text.indexOf(close, markStart)
  if (closeStart === -1) return undefined
  const mark = text.charAt(markStart)
  const codeStart = markStart + ('=-_#'.includes(mark) && closeStart > markStart ? 1 : 0)
  const trims = closeStart > codeStart && '-_'.includes(text.charAt(closeStart - 1))
  return {
    mark,
    start,
    codeStart,
    codeEnd: trims ? closeStart - 1 : closeStart,
    end: closeStart + close.length,
  }
}
