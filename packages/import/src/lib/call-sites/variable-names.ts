import { getOrInsert } from '@mvc-router/router-core/tools'
import { declaredNames, patternNames } from '../script/declared-names.js'
import { childrenOf, visitSyntax, type SyntaxNode } from '../script/script-syntax.js'
import { nameOf, nodeIn, nodesIn } from '../script/syntax-fields.js'

/** Returns the child nodes of a node with their fields, without types. */
export function partsOf(node: SyntaxNode): [field: string, child: SyntaxNode][] {
  return childrenOf(node).filter(([field]) => !typeFields.has(field))
}

const typeFields: ReadonlySet<string> = new Set([
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
])

/** True if an identifier in this field names a variable, and not a property or a label. */
export function isReference(parent: SyntaxNode | undefined, field: string): boolean {
  if (parent === undefined) return true
  if (parent.type === 'PrivateName' || parent.type === 'MetaProperty') return false
  const isComputed = parent['computed'] === true
  if (parent.type.endsWith('MemberExpression')) return field === 'object' || isComputed
  if (/^(Object|Class)(Property|Method|PrivateProperty)$/.test(parent.type))
    return field !== 'key' || isComputed
  if (parent.type.endsWith('Statement') && field === 'label') return false
  return true
}

/** Returns `users` for `users.list.all`. */
export function rootName(node: SyntaxNode): string | undefined {
  let each: SyntaxNode | undefined = node
  while (each?.type === 'MemberExpression') {
    if (each['computed'] === true) return undefined
    each = nodeIn(each, 'object')
  }
  return each?.type === 'Identifier' ? nameOf(each) : undefined
}

/** True if the file assigns a new value to a name. */
export function isReassigned(program: SyntaxNode, name: string): boolean {
  const names = getOrInsert(assignedNames, program, () => {
    const found = new Set<string>()
    visitSyntax(program, (node) => {
      const target = assignmentTargets.get(node.type)
      if (target !== undefined) for (const each of patternNames(nodeIn(node, target))) found.add(each)
    })
    return found
  })
  return names.has(name)
}

/** The field of a node that an assignment changes. */
const assignmentTargets: ReadonlyMap<string, string> = new Map([
  ['AssignmentExpression', 'left'],
  ['UpdateExpression', 'argument'],
  ['ForOfStatement', 'left'],
  ['ForInStatement', 'left'],
])

const assignedNames = new WeakMap<SyntaxNode, ReadonlySet<string>>()

/** Returns the names that a function, a block or another scope declares. They hide the same names of outer scopes. */
export function namesOfScope(node: SyntaxNode): ReadonlySet<string> {
  const { type } = node
  if (functionScope.test(type)) {
    const own = nameOf(nodeIn(node, 'id'))
    return new Set([
      ...(own === undefined ? [] : [own]),
      ...nodesIn(node, 'params').flatMap(patternNames),
      ...variablesIn(node),
    ])
  }
  if (type === 'CatchClause') return new Set(patternNames(nodeIn(node, 'param')))
  const statements =
    type === 'BlockStatement' || type === 'StaticBlock'
      ? nodesIn(node, 'body')
      : type === 'SwitchStatement'
        ? nodesIn(node, 'cases').flatMap((each) => nodesIn(each, 'consequent'))
        : type.startsWith('For')
          ? [nodeIn(node, 'init') ?? nodeIn(node, 'left')]
          : type.startsWith('Class')
            ? [node]
            : []
  return new Set(
    statements.flatMap((each) =>
      each !== undefined && /(?:Declaration|^ClassExpression)$/.test(each.type) ? declaredNames(each) : [],
    ),
  )
}

/** Returns the names that `var` declares anywhere in a function. */
function variablesIn(node: SyntaxNode): string[] {
  return partsOf(node).flatMap(([, child]) => [
    ...(child.type === 'VariableDeclaration' && child['kind'] === 'var' ? declaredNames(child) : []),
    ...(functionScope.test(child.type) ? [] : variablesIn(child)),
  ])
}

const functionScope = /Function(?:Expression|Declaration)$|Method$/
