import { quoted } from '../../script/quoted.js'
import { isSyntaxNode, type SyntaxNode } from '../../script/script-syntax.js'
import type { NamedLink, UrlPiece } from '../urls/written-url.js'
import { withoutTypes } from '../../script/syntax-fields.js'

/** The pieces of a text that a program puts together: `'/user/' + id`, `` `/user/${id}` ``, `'/user'`. */
export function urlPieces(node: SyntaxNode, source: string): UrlPiece[] {
  const expression = withoutTypes(node)
  switch (expression.type) {
    case 'StringLiteral':
      return [{ type: 'text', text: expression['value'] as string }]
    case 'TemplateLiteral': {
      const values = expression['expressions'] as SyntaxNode[]
      return (expression['quasis'] as SyntaxNode[]).flatMap((quasi, index) => {
        const text = (quasi['value'] as { cooked?: string }).cooked ?? ''
        const value = values[index]
        return [
          ...(text === '' ? [] : [{ type: 'text' as const, text }]),
          ...(value === undefined ? [] : [hole(value, source)]),
        ]
      })
    }
    case 'BinaryExpression': {
      const left = expression['left'] as SyntaxNode
      if (expression['operator'] !== '+' || !beginsWithText(left)) return [hole(expression, source)]
      return [...urlPieces(left, source), ...operand(expression['right'] as SyntaxNode, source)]
    }
    default:
      return [hole(expression, source)]
  }
}

/** `a + b` adds numbers where no text stands to the left. */
function beginsWithText(node: SyntaxNode): boolean {
  const { type, left } = withoutTypes(node)
  if (type === 'BinaryExpression') return isSyntaxNode(left) && beginsWithText(left)
  return type === 'StringLiteral' || type === 'TemplateLiteral'
}

function operand(node: SyntaxNode, source: string): UrlPiece[] {
  const isText = ['StringLiteral', 'TemplateLiteral'].includes(withoutTypes(node).type)
  return isText ? urlPieces(node, source) : [hole(node, source)]
}

/** The names of functions that encode a value for a URL. */
const encoders: ReadonlySet<string> = new Set(['encodeURIComponent', 'encodeURI', 'escape'])

function hole(node: SyntaxNode, source: string): UrlPiece {
  const { callee, arguments: given, type } = node
  const text = source.slice(node.start, node.end)
  if (type === 'CallExpression' && isSyntaxNode(callee) && encoders.has(String(callee['name']))) {
    const [value, ...more] = given as SyntaxNode[]
    if (value !== undefined && more.length === 0)
      return { type: 'hole', expression: source.slice(value.start, value.end), source: text }
  }
  return { type: 'hole', expression: text, source: text }
}

/** `('a.b', { id: user.id })` for some function, with quotes that the surroundings allow. */
export function callArguments({ action, args }: NamedLink, quote: '"' | "'" = "'"): string {
  const entries = [...args].map(([name, pieces]) => {
    const value = joinedText(pieces, quote)
    return value === name ? name : `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name, quote)}: ${value}`
  })
  const list = entries.length === 0 ? '' : `, { ${entries.join(', ')} }`
  return `(${quoted(action, quote)}${list})`
}

/** An expression of JavaScript that gives the pieces as one text. */
export function joinedText(pieces: readonly UrlPiece[], quote: '"' | "'" = "'"): string {
  const [first, ...more] = pieces
  if (first === undefined) return quote + quote
  if (more.length === 0) return first.type === 'text' ? quoted(first.text, quote) : first.expression
  return `\`${templateText(pieces)}\``
}

/** What stands between backticks; holes as they were, encoded by hand or not. */
export function templateText(
  pieces: readonly UrlPiece[],
  holes: 'expression' | 'source' = 'expression',
): string {
  return pieces
    .map((piece) =>
      piece.type === 'text'
        ? piece.text.replaceAll(/[\\`]|\$(?=\{)/g, (character) => `\\${character}`)
        : `\${${piece[holes]}}`,
    )
    .join('')
}
