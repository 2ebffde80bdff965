import {
  quoted,
  type SyntaxNode,
  childIn,
  cookedText,
  nameOf,
  nodesIn,
  textIn,
  withoutTypes,
} from '@mvc-router/import/script'
import type { NamedLink, UrlPiece } from '../written-url.js'

/** Returns the pieces of a text that a program joins: `'/user/' + id`, `` `/user/${id}` ``, `'/user'`. */
export function urlPieces(node: SyntaxNode, source: string): UrlPiece[] {
  const expression = withoutTypes(node)
  switch (expression.type) {
    case 'StringLiteral':
      return [{ type: 'text', text: textIn(expression, 'value') }]
    case 'TemplateLiteral': {
      const values = nodesIn(expression, 'expressions')
      return nodesIn(expression, 'quasis').flatMap((quasi, index) => {
        const text = cookedText(quasi)
        const value = values[index]
        return [
          ...(text === '' ? [] : [{ type: 'text' as const, text }]),
          ...(value === undefined ? [] : [hole(value, source)]),
        ]
      })
    }
    case 'BinaryExpression': {
      const left = childIn(expression, 'left')
      const right = childIn(expression, 'right')
      if (!isConcatenation(expression)) return [hole(expression, source)]
      return [
        ...urlPieces(left, source),
        ...(isTextLiteral(right) ? urlPieces(right, source) : [hole(right, source)]),
      ]
    }
    default:
      return [hole(expression, source)]
  }
}

/** True if the first or second operand in a chain of `+` is a text. Otherwise `+` may add numbers. */
function isConcatenation(expression: SyntaxNode): boolean {
  if (expression['operator'] !== '+') return false
  const left = withoutTypes(childIn(expression, 'left'))
  return left.type === 'BinaryExpression'
    ? isConcatenation(left)
    : isTextLiteral(left) || isTextLiteral(childIn(expression, 'right'))
}

function isTextLiteral(node: SyntaxNode): boolean {
  return /^(?:String|Template)Literal$/.test(withoutTypes(node).type)
}

const encoders: ReadonlySet<string> = new Set(['encodeURIComponent', 'encodeURI', 'escape'])

/** True if the program encodes a part of an expression. A link would encode that part twice. */
export function encodesWithin(expression: string): boolean {
  return /\b(?:encodeURI(?:Component)?|escape|url_?encode|uri_?encode)\b/i.test(expression)
}

function hole(node: SyntaxNode, source: string): UrlPiece {
  const text = source.slice(node.start, node.end)
  const called = node.type === 'CallExpression' ? nameOf(childIn(node, 'callee')) : undefined
  const [value, ...more] = nodesIn(node, 'arguments')
  const isEncoded = called !== undefined && encoders.has(called) && value !== undefined && more.length === 0
  const own = isEncoded ? value : node
  const written = source.slice(own.start, own.end)
  // A comma would end the argument.
  const expression = own.type === 'SequenceExpression' ? `(${written})` : written
  return { type: 'hole', expression: encodesWithin(expression) ? '' : expression, source: text }
}

/** Writes call arguments, for example `('a.b', { id: user.id })`, with quotes that are possible in this place. */
export function callArguments({ action, args }: NamedLink, quote: '"' | "'" = "'"): string {
  const entries = [...args].map(([name, pieces]) => {
    const value = joinedText(pieces, quote)
    return value === name ? name : `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name, quote)}: ${value}`
  })
  const list = entries.length === 0 ? '' : `, { ${entries.join(', ')} }`
  return `(${quoted(action, quote)}${list})`
}

function joinedText(pieces: readonly UrlPiece[], quote: '"' | "'" = "'"): string {
  const [first, ...more] = pieces
  if (first === undefined) return quote + quote
  if (more.length === 0) return first.type === 'text' ? quoted(first.text, quote) : first.expression
  return `\`${templateText(pieces)}\``
}

/** Writes the text between backticks. Each hole is its expression, or its source, which may contain encoding calls. */
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
