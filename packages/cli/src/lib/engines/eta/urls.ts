import { etaCode } from './links.js'
import { callArguments, encodesWithin, urlPieces } from '../script/write.js'
import type { DialectTag, TemplateDialect } from '../html/template-dialect.js'
import { templateExpression } from '@mvc-router/import/script'

/** `<% route "a.b", { id: it.user.id } %>` */
export const etaDialect: TemplateDialect = {
  tags(text) {
    const { tags, unclosed } = etaCode(text)
    if (unclosed !== undefined) return undefined
    return tags.map(({ type, start, codeStart, codeEnd, end }): DialectTag => {
      const code = text.slice(codeStart, codeEnd).trim()
      if (type === 'call') return { start, end, type: 'link' }
      return { start, end, ...(type === 'output' ? describeOutput(code) : { type: statementType(code) }) }
    })
  },
  write(link) {
    const call = callArguments(link, '"').slice(1, -1)
    // A value may hold what ends the tag.
    return call.includes('%>') ? undefined : `<% route ${call} %>`
  },
}

/** An output of JavaScript: a value, or a URL of ours. */
export function describeOutput(code: string): Pick<DialectTag, 'type' | 'expression'> {
  if (/^(?:(?:it|locals)\.)?route(?:\.reverse)?\s*\(/.test(code)) return { type: 'link' }
  return { type: 'output', expression: expressionOf(code.replace(/;$/, '')) }
}

/** Conditions by their braces: `if (x) {`, `} else {`, `}`. */
export function statementType(code: string): DialectTag['type'] {
  if (/^if\s*\([^{}]*\)\s*\{$/.test(code)) return 'open'
  if (/^\}\s*else(?:\s+if\s*\([^{}]*\))?\s*\{$/.test(code)) return 'middle'
  if (code === '}') return 'close'
  return /^\/\*(?:[^*]|\*(?!\/))*\*\/$/.test(code) ? 'comment' : 'other'
}

function expressionOf(code: string): string | undefined {
  const expression = templateExpression(code)
  // Engines print the first of several expressions.
  if (expression === undefined || expression.type === 'SequenceExpression') return undefined
  const [piece, ...more] = urlPieces(expression, code)
  if (piece?.type === 'hole' && more.length === 0) return piece.expression
  return encodesWithin(code) ? undefined : code
}
