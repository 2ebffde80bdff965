import { isSyntaxNode, visitSyntax, type SyntaxNode } from '../script/script-syntax.js'
import { nameOf, nameOffset } from '../script/syntax-fields.js'
import { readableSyntaxOf } from '../script/syntax-of.js'
import type { SourceText } from '../terminal/source-text.js'

/** A name in an object of middleware, `middleware: { signedIn }`. */
export interface MiddlewareName {
  readonly name: string
  readonly offset: number
}

/** The middleware that a program names. */
export interface MiddlewareNames {
  readonly names: readonly MiddlewareName[]
  /** There are names that are known at run time only. */
  readonly isOpen: boolean
}

export const noNames: MiddlewareNames = { names: [], isOpen: false }

/** The names in the objects that a program calls `middleware`: as an option of the mapping, a variable or an export. */
export function findMiddlewareNames(source: SourceText): MiddlewareNames {
  const { text } = source
  if (!/\bmiddleware\b/.test(text) || !/mvc-router|\bmiddleware\s*[:=]\s*\{/.test(text)) return noNames
  const root = readableSyntaxOf(source)
  if (root === undefined) return noNames
  const objects: SyntaxNode[] = []
  visitSyntax(root, (node) => {
    const value = middlewareValue(node)
    if (isSyntaxNode(value) && value.type === 'ObjectExpression') objects.push(value)
  })
  const properties = objects.flatMap((object) => object['properties'] as SyntaxNode[])
  const names = properties.flatMap((property): MiddlewareName[] => {
    const { key, computed } = property
    if (!isSyntaxNode(key) || computed === true) return []
    const name = nameOf(key)
    return name === undefined ? [] : [{ name, offset: nameOffset(key) }]
  })
  return { names, isOpen: names.length < properties.length }
}

/** What stands behind `middleware:`, `const middleware =` and `exports.middleware =`. */
function middlewareValue({ type, key, id, value, init, left, right }: SyntaxNode): unknown {
  if (type === 'ObjectProperty') return isNamed(key) ? value : undefined
  if (type === 'VariableDeclarator') return isNamed(id) ? init : undefined
  if (type !== 'AssignmentExpression' || !isSyntaxNode(left)) return undefined
  return isNamed(left['property'] ?? left) ? right : undefined
}

function isNamed(node: unknown): boolean {
  return isSyntaxNode(node) && node.type === 'Identifier' && node['name'] === 'middleware'
}
