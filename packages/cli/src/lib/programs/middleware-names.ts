import {
  visitSyntax,
  type SyntaxNode,
  childIn,
  keyName,
  nameOf,
  nameOffset,
  nodeIn,
  nodesIn,
} from '@mvc-router/import/script'
import { readableSyntaxOf } from '../terminal/syntax-of.js'
import type { SourceText } from '../terminal/source-text.js'

/** A name in an object of middleware, `middleware: { signedIn }`. */
export interface MiddlewareName {
  readonly name: string
  readonly offset: number
}

/** The middleware that a program names. */
export interface MiddlewareNames {
  readonly names: readonly MiddlewareName[]
  /** True if some names are known only at run time. */
  readonly isOpen: boolean
}

export const noNames: MiddlewareNames = { names: [], isOpen: false }

/** The names in the objects that a program calls `middleware`: as an option of the mapping, a variable or an export. */
export function findMiddlewareNames(source: SourceText): MiddlewareNames {
  const { text } = source
  if (!/\bmiddleware\b/.test(text) || !/mvc-router|\bmiddleware\s*[:=]\s*\{/.test(text)) return noNames
  const root = readableSyntaxOf(source)
  if (root === undefined) return noNames
  const properties: SyntaxNode[] = []
  visitSyntax(root, (node) => {
    const value = middlewareValue(node)
    if (value?.type === 'ObjectExpression') properties.push(...nodesIn(value, 'properties'))
  })
  const names = properties.flatMap((property): MiddlewareName[] => {
    const name = keyName(property)
    return name === undefined ? [] : [{ name, offset: nameOffset(childIn(property, 'key')) }]
  })
  return { names, isOpen: names.length < properties.length }
}

/** The value after `middleware:`, `const middleware =` and `exports.middleware =`. */
function middlewareValue(node: SyntaxNode): SyntaxNode | undefined {
  const [owner = '', field = ''] = namedValues.get(node.type) ?? []
  const named = nodeIn(node, owner)
  if (named === undefined) return undefined
  const name = nodeIn(named, 'property') ?? named
  return name.type === 'Identifier' && nameOf(name) === 'middleware' ? nodeIn(node, field) : undefined
}

/** For each type of node, its fields for the name and for the value of this name. */
const namedValues: ReadonlyMap<string, readonly [name: string, value: string]> = new Map([
  ['ObjectProperty', ['key', 'value']],
  ['VariableDeclarator', ['id', 'init']],
  ['AssignmentExpression', ['left', 'right']],
])
