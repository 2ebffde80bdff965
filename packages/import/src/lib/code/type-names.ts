import { visitSyntax, type SyntaxNode } from '../script/script-syntax.js'
import { nameOf, nodeIn, nodesIn, textIn, childIn } from '../script/syntax-fields.js'
import type { SourceModule } from '../call-sites/source-module.js'

/** The declaration or the import of a type in a file. */
export interface TypeDeclaration {
  /** Undefined for a type that the file declares itself. */
  readonly specifier: string | undefined
  readonly isExported: boolean
  /** Returns the text between `import type` and `from` that imports the type under a name. */
  readonly clause: (name: string) => string
}

/** Returns the names of the types that an expression mentions. */
export function typeNamesIn(node: SyntaxNode): Set<string> {
  const names = new Set<string>()
  visitSyntax(node, (each) => {
    if (each.type !== 'TSTypeReference' && each.type !== 'TSQualifiedName') return
    const name = nameOf(nodeIn(each, each.type === 'TSTypeReference' ? 'typeName' : 'left'))
    if (name !== undefined) names.add(name)
  })
  return names
}

/** Finds the declaration or the import of a type, or returns undefined for a global type. */
export function typeDeclaration({ program }: SourceModule, name: string): TypeDeclaration | undefined {
  for (const statement of nodesIn(program, 'body')) {
    if (statement.type === 'ImportDeclaration') {
      const specifier = nodesIn(statement, 'specifiers').find(
        (each) => nameOf(nodeIn(each, 'local')) === name,
      )
      if (specifier === undefined) continue
      const imported = nameOf(nodeIn(specifier, 'imported')) ?? name
      return {
        specifier: textIn(childIn(statement, 'source'), 'value'),
        isExported: true,
        clause: (local) =>
          specifier.type === 'ImportDefaultSpecifier'
            ? local
            : specifier.type === 'ImportNamespaceSpecifier'
              ? `* as ${local}`
              : `{ ${imported === local ? local : `${imported} as ${local}`} }`,
      }
    }
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declaration = isExported ? nodeIn(statement, 'declaration') : statement
    if (declaration === undefined || !/^(TS(Interface|TypeAlias|Enum)|Class)/.test(declaration.type)) continue
    if (nameOf(nodeIn(declaration, 'id')) === name)
      return { specifier: undefined, isExported, clause: (local) => local }
  }
  return undefined
}
