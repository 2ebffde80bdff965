import { declaredNames } from './declared-names.js'
import type { SyntaxNode } from './script-syntax.js'
import { keyName, nameOf, nodeIn, nodesIn } from './syntax-fields.js'

/** Returns the export names of variables and types: `exports.list = show` exports `show` as `list`. */
export function exportedNames(program: SyntaxNode): Map<string, readonly string[]> {
  // The first name of a variable counts.
  return new Map(
    exportsOf(program)
      .toReversed()
      .flatMap(([local, path]) => (local === undefined ? [] : [[local, path]])),
  )
}

type Export = readonly [local: string | undefined, path: readonly string[]]

/** Returns the exports of a program. `local` is undefined for a value without a name: `exports.list = () => {}`. */
export function exportsOf(program: SyntaxNode): Export[] {
  const found: Export[] = []
  const add = (local: string | undefined, path: readonly string[]): void => void found.push([local, path])
  for (const statement of nodesIn(program, 'body')) {
    const declaration = nodeIn(statement, 'declaration')
    if (statement.type === 'ExportNamedDeclaration') {
      for (const name of declaration === undefined ? [] : declaredNames(declaration)) add(name, [name])
      const isOwn = nodeIn(statement, 'source') === undefined
      for (const each of nodesIn(statement, 'specifiers'))
        add(isOwn ? nameOf(nodeIn(each, 'local')) : undefined, [nameOf(nodeIn(each, 'exported')) ?? ''])
    } else if (statement.type === 'ExportDefaultDeclaration' && declaration !== undefined)
      add(nameOf(declaration) ?? nameOf(nodeIn(declaration, 'id')), ['default'])
    else if (statement.type === 'ExpressionStatement') addAssigned(nodeIn(statement, 'expression'), add)
    else if (statement.type === 'TSExportAssignment') add(nameOf(nodeIn(statement, 'expression')), [])
  }
  return found
}

function addAssigned(
  expression: SyntaxNode | undefined,
  add: (local: string | undefined, path: readonly string[]) => void,
): void {
  if (expression?.type !== 'AssignmentExpression') return
  const path = exportsPath(nodeIn(expression, 'left'))
  const right = nodeIn(expression, 'right')
  if (right?.type === 'AssignmentExpression') addAssigned(right, add)
  if (path === undefined || right === undefined) return
  add(nameOf(right), path)
  if (right.type === 'ObjectExpression')
    for (const property of nodesIn(right, 'properties')) {
      const key = keyName(property)
      if (key !== undefined) add(nameOf(nodeIn(property, 'value')), [...path, key])
    }
}

/** Returns `['list']` for `exports.list` and `module.exports.list`, and `[]` for `module.exports`. */
function exportsPath(node: SyntaxNode | undefined): string[] | undefined {
  if (node?.type !== 'MemberExpression') return nameOf(node) === 'exports' ? [] : undefined
  const object = nodeIn(node, 'object')
  const name = nameOf(nodeIn(node, 'property'))
  if (nameOf(object) === 'module' && name === 'exports') return []
  const above = exportsPath(object)
  return above && name !== undefined ? [...above, name] : undefined
}
