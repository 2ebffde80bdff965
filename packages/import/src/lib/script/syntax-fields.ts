import { isSyntaxNode, type SyntaxNode } from './script-syntax.js'

/** Returns the node in a field, if the field contains a node. */
export function nodeIn(node: SyntaxNode, field: string): SyntaxNode | undefined {
  const value = node[field]
  return isSyntaxNode(value) ? value : undefined
}

/** Returns the node in a required field. */
export function childIn(node: SyntaxNode, field: string): SyntaxNode {
  return node[field] as SyntaxNode
}

/** Returns the nodes of a list. A missing item is undefined, as in `[, b]`. */
export function listIn(node: SyntaxNode, field: string): (SyntaxNode | undefined)[] {
  const value = node[field]
  return Array.isArray(value) ? value.map((each) => (isSyntaxNode(each) ? each : undefined)) : []
}

/** Returns the nodes of a list without missing items. */
export function nodesIn(node: SyntaxNode, field: string): SyntaxNode[] {
  return listIn(node, field).filter((each) => each !== undefined)
}

/** Returns the text in a field, or ''. */
export function textIn(node: SyntaxNode, field: string): string {
  const value = node[field]
  return typeof value === 'string' ? value : ''
}

/** Returns the text of a template literal's part, with escapes resolved. */
export function cookedText(quasi: SyntaxNode): string {
  return (quasi['value'] as { readonly cooked?: string | null }).cooked ?? ''
}

/** Returns the name of an identifier, or the text of a string or number. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  if (node === undefined) return undefined
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return textIn(node, 'name')
  if (node.type === 'PrivateName') return `#${nameOf(nodeIn(node, 'id')) ?? ''}`
  if (node.type === 'StringLiteral') return textIn(node, 'value')
  if (node.type === 'NumericLiteral') return String(node['value'])
  return undefined
}

/** Returns the name of a property or method. Returns undefined for a computed name and for a spread. */
export function keyName(node: SyntaxNode): string | undefined {
  return node['computed'] === true ? undefined : nameOf(nodeIn(node, 'key'))
}

/** Returns `id` for `id`, `user.id`, `user?.id` and `user['id']`. */
export function lastName(node: SyntaxNode): string | undefined {
  if (node.type === 'Identifier') return nameOf(node)
  if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') return undefined
  const property = nodeIn(node, 'property')
  if (node['computed'] === true && property?.type !== 'StringLiteral') return undefined
  return nameOf(property)?.replace(/^#/, '')
}

/** Returns the offset of the name that `nameOf` returns: after the quote of a string. */
export function nameOffset(node: SyntaxNode): number {
  return node.type === 'StringLiteral' ? node.start + 1 : node.start
}

/** Removes types and brackets around an expression. */
export function withoutTypes(node: SyntaxNode): SyntaxNode {
  let inner = node
  while (typeWrapper.test(inner.type)) {
    const next = nodeIn(inner, 'expression')
    if (next === undefined) break
    inner = next
  }
  return inner
}

const typeWrapper = /^(?:TS(?:As|NonNull|Satisfies|Instantiation)|Parenthesized)Expression$|^TSTypeAssertion$/

/** True for names and members without calls: `users.list`. */
export function isNameChain(node: SyntaxNode): boolean {
  if (node.type === 'Identifier' || node.type === 'ThisExpression') return true
  const object = nodeIn(node, 'object')
  if (object === undefined || node.type !== 'MemberExpression' || node['computed'] === true) return false
  return isNameChain(object)
}
