import type { SyntaxNode } from './script-syntax.js'
import { keyName, lastName, nameOf, nodeIn, nodesIn, textIn, withoutTypes } from './syntax-fields.js'

/** For example `{ specifier: './users', path: ['list'] }`. For an ES module, `[]` is the namespace. */
export interface ImportedName {
  readonly specifier: string
  readonly path: readonly string[]
  /** True for `require`. */
  readonly isRequired: boolean
}

/** Reads a specifier of an `import` line. */
export function importedName(declaration: SyntaxNode, specifier: SyntaxNode): ImportedName {
  const source = nodeIn(declaration, 'source')
  const imported = nameOf(nodeIn(specifier, 'imported')) ?? 'default'
  const path = specifier.type === 'ImportNamespaceSpecifier' ? [] : [imported]
  return { specifier: source === undefined ? '' : textIn(source, 'value'), path, isRequired: false }
}

/** Reads the import `all` from `const { list: all } = require('./users').api`. */
export function requiredName(id: SyntaxNode, value: SyntaxNode, name: string): ImportedName | undefined {
  const required = requiredPath(value)
  if (required === undefined || id.type === 'Identifier') return required
  const path = patternPath(id, name)
  return path && { ...required, path: [...required.path, ...path] }
}

/** Reads `require('./users').list`, or returns undefined for any other expression. */
export function requiredPath(node: SyntaxNode): ImportedName | undefined {
  if (node.type === 'MemberExpression') {
    const object = nodeIn(node, 'object')
    const inner = object && requiredPath(withoutTypes(object))
    const member = node['computed'] === true ? undefined : lastName(node)
    return inner && member !== undefined ? { ...inner, path: [...inner.path, member] } : undefined
  }
  const [argument] = nodesIn(node, 'arguments')
  const isRequire = node.type === 'CallExpression' && nameOf(nodeIn(node, 'callee')) === 'require'
  return isRequire && argument?.type === 'StringLiteral'
    ? { specifier: textIn(argument, 'value'), path: [], isRequired: true }
    : undefined
}

function patternPath(pattern: SyntaxNode, name: string): string[] | undefined {
  if (pattern.type !== 'ObjectPattern') return undefined
  for (const property of nodesIn(pattern, 'properties')) {
    const key = keyName(property)
    const value = nodeIn(property, 'value')
    if (key === undefined || value === undefined) continue
    if (value.type === 'Identifier' && nameOf(value) === name) return [key]
    const inner = patternPath(value, name)
    if (inner !== undefined) return [key, ...inner]
  }
  return undefined
}
