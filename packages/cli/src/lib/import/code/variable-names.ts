import { getOrInsert } from '@mvc-router/router-core/tools'
import { visitSyntax, type SyntaxNode, childrenOf } from '../../script/script-syntax.js'
import { nameOf, nodeIn, nodesIn } from '../../script/syntax-fields.js'
import { declaredNames, patternNames } from '../../script/declared-names.js'

/** The nodes right below a node, types left aside, each with the field that it stands in. */
export function partsOf(node: SyntaxNode): [field: string, child: SyntaxNode][] {
  return [...childrenOf(node)].filter(([field]) => !typeFields.has(field))
}

const typeFields: ReadonlySet<string> = new Set([
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
  const names = getOrInsert(assignedNames, program, () => {
    const found = new Set<string>()
    visitSyntax(program, (node) => {
      const target =
        node.type === 'AssignmentExpression'
          ? 'left'
          : node.type === 'UpdateExpression'
            ? 'argument'
            : undefined
      if (target !== undefined) for (const each of patternNames(nodeIn(node, target))) found.add(each)
    })
    return found
  })
  return names.has(name)
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
    for (const [, child] of partsOf(each)) visit(child)
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
    for (const [, child] of partsOf(each)) visit(child, inner)
  }
  visit(root, false)
  return isWithin
}
