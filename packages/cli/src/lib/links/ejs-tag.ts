import type { CodeTag } from './template-code.js'

/** A piece of EJS: code, or something between delimiters that is none. */
export interface EjsTag extends Omit<CodeTag, 'type'> {
  readonly type: CodeTag['type'] | 'comment' | 'directive' | 'literal'
}

/** EJS does not look for strings: the first closing delimiter ends the tag. */
export function readEjsTags(text: string): EjsTag[] {
  const tags: EjsTag[] = []
  let start = text.indexOf('<%')
  while (start >= 0) {
    const mark = text.charAt(start + 2)
    const close = text.indexOf('%>', start + 2)
    if (close < 0) break
    if (mark === '%') {
      tags.push({ type: 'literal', start, codeStart: start + 3, codeEnd: start + 3, end: start + 3 })
      start = text.indexOf('<%', start + 3)
      continue
    }
    const type =
      mark === '=' || mark === '-'
        ? 'output'
        : mark === '#'
          ? 'comment'
          : mark === '@'
            ? 'directive'
            : 'statement'
    const codeStart = start + ('=-#@_'.includes(mark) ? 3 : 2)
    const codeEnd = '-_'.includes(text.charAt(close - 1)) && close - 1 >= codeStart ? close - 1 : close
    tags.push({ type, start, codeStart, codeEnd, end: close + 2 })
    start = text.indexOf('<%', close + 2)
  }
  return tags
}
