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
import { spanOf, type NamedSpan, type SourceText } from '../terminal/source-text.js'

export interface MiddlewareNames {
  readonly names: readonly NamedSpan[]
  /** True if some names are known only at run time. */
  readonly isOpen: boolean
}

export const noNames: MiddlewareNames = { names: [], isOpen: false }

/** Finds the names in objects that are called `middleware`: an option of the mapping, a variable or an export. */
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
  const names = properties.flatMap((property): NamedSpan[] => {
    const name = keyName(property)
    return name === undefined ? [] : [spanOf(name, nameOffset(childIn(property, 'key')))]
  })
  return { names, isOpen: names.length < properties.length }
}

/** Returns the value after `middleware:`, `const middleware =` or `exports.middleware =`. */
function middlewareValue(node: SyntaxNode): SyntaxNode | undefined {
  const [owner = '', field = ''] = namedValues.get(node.type) ?? []
  const named = nodeIn(node, owner)
  if (named === undefined) return undefined
  const name = nodeIn(named, 'property') ?? named
  return name.type === 'Identifier' && nameOf(name) === 'middleware' ? nodeIn(node, field) : undefined
}

/** The fields for name and value, by node type. */
const namedValues: ReadonlyMap<string, readonly [name: string, value: string]> = new Map([
  ['ObjectProperty', ['key', 'value']],
  ['VariableDeclarator', ['id', 'init']],
  ['AssignmentExpression', ['left', 'right']],
])
