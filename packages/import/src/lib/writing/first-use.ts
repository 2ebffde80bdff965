import type { SyntaxNode } from '../script/script-syntax.js'
import { nameOf, nodeIn, nodesIn } from '../script/syntax-fields.js'
import { isReference, partsOf } from '../script/scopes.js'

/**
 * Returns the first statement that needs a name or contains a place. A function's body counts at its first use, because
 * it may be called before its declaration.
 */
export function firstUse(
  program: SyntaxNode,
  places: readonly number[],
  names: ReadonlySet<string>,
): SyntaxNode | undefined {
  const statements = nodesIn(program, 'body')
  const functions = statements.filter(({ type }) => type === 'FunctionDeclaration')
  const needed = new Set(names)
  const needs = (statement: SyntaxNode): boolean =>
    places.some((place) => place >= statement.start && place < statement.end) || refersTo(statement, needed)
  let size = -1
  while (size < needed.size) {
    size = needed.size
    for (const declaration of functions) {
      const name = nameOf(nodeIn(declaration, 'id'))
      if (name !== undefined && !needed.has(name) && needs(declaration)) needed.add(name)
    }
  }
  return statements.find((statement) => !functions.includes(statement) && needs(statement))
}

function refersTo(node: SyntaxNode, names: ReadonlySet<string>): boolean {
  const visit = (each: SyntaxNode, parent: SyntaxNode | undefined, field: string): boolean => {
    if (each.type === 'Identifier') return isReference(parent, field) && names.has(nameOf(each) ?? '')
    return partsOf(each).some(([key, child]) => visit(child, each, key))
  }
  return visit(node, undefined, '')
}
