import type { TagDelimiters } from './tags/tag-delimiters.js'

/** `<% code %>` with offsets in the template. `<%=` and `<%-` print. */
export interface EjsCode {
  /** The first character after the opening delimiter: `=`, `-`, `_`, `#`, or a character of the code. */
  readonly mark: string
  readonly start: number
  /** The offset of the code without delimiters and marks. */
  readonly codeStart: number
  readonly codeEnd: number
  readonly end: number
}

/** As in EJS, the first closing delimiter ends the code, even in a string. Undefined without a closing delimiter. */
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
