import { parseExpression, visitSyntax, type SyntaxNode } from '../script/script-syntax.js'

/** Indents the code of an expression. Lines inside a text do not change, because their blanks are part of the text. */
export function indentCode(code: string, indent: string, file: string): string {
  const lines = code.split('\n')
  const own = /^[ \t]*/.exec(lines.at(-1) ?? '')?.[0] ?? ''
  if (lines.length === 1 || own === indent) return code
  const isText = textLines(code, file)
  return lines
    .map((line, index) => {
      if (index === 0 || line.trim() === '' || isText(index)) return line
      return line.startsWith(own) ? indent + line.slice(own.length) : line
    })
    .join('\n')
}

/** Returns a function that is true for a line (from 0) that begins inside a text. */
function textLines(code: string, file: string): (line: number) => boolean {
  const texts: SyntaxNode[] = []
  visitSyntax(parseExpression(code, file), (node) => {
    if (/^(?:TemplateElement|StringLiteral|DirectiveLiteral|JSXText)$/.test(node.type)) texts.push(node)
  })
  const starts = [...code.matchAll(/\n/g)].map(({ index }) => index + 1)
  return (line) => {
    const start = starts[line - 1] ?? 0
    return texts.some((text) => text.start < start && start <= text.end)
  }
}
