import { isSyntaxNode, visitSyntax, type SyntaxNode } from '../../script/script-syntax.js'
import { nameOf, nodeIn, nodesIn } from '../../script/syntax-fields.js'
import { declaredNames, patternNames } from '../../script/declared-names.js'

/** The nodes right below a node, types left aside, each with the field that it stands in. */
export function* childrenOf(node: SyntaxNode): Generator<[field: string, child: SyntaxNode]> {
  for (const [field, value] of Object.entries(node)) {
    if (skippedFields.has(field)) continue
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isSyntaxNode(child)) yield [field, child]
  }
}

const skippedFields: ReadonlySet<string> = new Set([
  'loc',
  'extra',
  'errors',
  'comments',
  'tokens',
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
])

/** Whether an identifier in this field names a variable, and no property or label. */
export function isReference(parent: SyntaxNode | undefined, field: string): boolean {
  if (parent === undefined) return true
  const isComputed = parent['computed'] === true
  if (parent.type.endsWith('MemberExpression')) return field === 'object' || isComputed
  if (/^(Object|Class)(Property|Method|PrivateProperty)$/.test(parent.type))
    return field !== 'key' || isComputed
  if (parent.type.endsWith('Statement') && field === 'label') return false
  return true
}

/** `users` of `users.list.all`. */
export function rootName(node: SyntaxNode): string | undefined {
  let each: SyntaxNode | undefined = node
  while (each?.type === 'MemberExpression') {
    if (each['computed'] === true) return undefined
    each = nodeIn(each, 'object')
  }
  return each?.type === 'Identifier' ? nameOf(each) : undefined
}

/** Whether anything in the file gives a name another value later. */
export function isReassigned(program: SyntaxNode, name: string): boolean {
  let known = assignedNames.get(program)
  if (known === undefined) {
    const names = new Set<string>()
    visitSyntax(program, (node) => {
      if (node.type === 'AssignmentExpression')
        for (const each of patternNames(nodeIn(node, 'left'))) names.add(each)
      if (node.type === 'UpdateExpression')
        for (const each of patternNames(nodeIn(node, 'argument'))) names.add(each)
    })
    known = names
    assignedNames.set(program, known)
  }
  return known.has(name)
}

const assignedNames = new WeakMap<SyntaxNode, ReadonlySet<string>>()

/** Every name that something inside of an expression declares. */
export function namesDeclaredIn(node: SyntaxNode): Set<string> {
  const names = new Set<string>()
  const visit = (each: SyntaxNode): void => {
    if (/Function|Method$/.test(each.type)) {
      for (const parameter of nodesIn(each, 'params'))
        for (const name of patternNames(parameter)) names.add(name)
      const own = nameOf(nodeIn(each, 'id'))
      if (own !== undefined) names.add(own)
    } else if (each.type.endsWith('Declaration')) for (const name of declaredNames(each)) names.add(name)
    else if (each.type === 'CatchClause')
      for (const name of patternNames(nodeIn(each, 'param'))) names.add(name)
    for (const [, child] of childrenOf(each)) visit(child)
  }
  visit(node)
  return names
}

/** Whether `this` belongs to a function or a class inside of the expression. */
export function isWithinFunction(root: SyntaxNode, target: SyntaxNode): boolean {
  let isWithin = false
  const visit = (each: SyntaxNode, owns: boolean): void => {
    if (each === target) {
      isWithin = owns
      return
    }
    const inner = owns || /^(FunctionExpression|FunctionDeclaration|ObjectMethod|Class)/.test(each.type)
    for (const [, child] of childrenOf(each)) visit(child, inner)
  }
  visit(root, false)
  return isWithin
}
