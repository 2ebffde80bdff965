import { nameOf, nodeIn, nodesIn, textIn } from './syntax-fields.js'
import type { SyntaxNode } from './script-syntax.js'

/** Returns the names that a declaration declares. */
export function declaredNames(declaration: SyntaxNode): string[] {
  if (declaration.type !== 'VariableDeclaration') {
    const name = nameOf(nodeIn(declaration, 'id'))
    return name === undefined ? [] : [name]
  }
  return nodesIn(declaration, 'declarations').flatMap((each) => patternNames(nodeIn(each, 'id')))
}

/** Returns the names that a pattern binds: `a` and `c` for `{ a, b: c }`. */
export function patternNames(pattern: SyntaxNode | undefined): string[] {
  if (pattern === undefined) return []
  switch (pattern.type) {
    case 'Identifier':
      return [textIn(pattern, 'name')]
    case 'ObjectPattern':
      return nodesIn(pattern, 'properties').flatMap((each) =>
        patternNames(each.type === 'RestElement' ? each : nodeIn(each, 'value')),
      )
    case 'ArrayPattern':
      return nodesIn(pattern, 'elements').flatMap(patternNames)
    case 'AssignmentPattern':
      return patternNames(nodeIn(pattern, 'left'))
    case 'RestElement':
      return patternNames(nodeIn(pattern, 'argument'))
    case 'TSParameterProperty':
      return patternNames(nodeIn(pattern, 'parameter'))
    default:
      return []
  }
}
