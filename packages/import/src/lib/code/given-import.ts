import { findBinding, type ProgramNode } from '../call-sites/call-sites.js'
import type { SourceModule } from '../call-sites/source-module.js'
import { requiredPath } from '../script/imported-name.js'
import { Scopes, type Binding } from '../script/scopes.js'
import { visitSyntax } from '../script/script-syntax.js'
import { nameOf, nodeIn, nodesIn } from '../script/syntax-fields.js'

/**
 * Finds the argument for a parameter of an exported function: `passport` in `require('./routes')(app, passport)`.
 * Returns it only if the program calls the function once, and the argument is an import.
 */
export function givenImport(
  { name, scope }: Binding,
  { file, text, program }: SourceModule,
  modules: readonly SourceModule[],
  fileOf: (specifier: string, from: string) => string | undefined,
): ProgramNode | undefined {
  const [parent] = Scopes.of(program).around(scope)
  const isExported =
    parent?.type === 'ExportDefaultDeclaration' ||
    (parent?.type === 'AssignmentExpression' && /^(module\.)?exports\s*=/.test(text.slice(parent.start)))
  const index = nodesIn(scope, 'params').findIndex((each) => nameOf(each) === name)
  if (!isExported || index < 0) return undefined
  const given: ProgramNode[] = []
  for (const module of modules)
    visitSyntax(module.program, (node) => {
      const callee = node.type === 'CallExpression' ? nodeIn(node, 'callee') : undefined
      if (callee === undefined) return
      const imported =
        requiredPath(callee) ?? findBinding({ node: callee, module }, nameOf(callee) ?? '')?.imported
      if (imported === undefined || !/^(default)?$/.test(imported.path.join('.'))) return
      if (fileOf(imported.specifier, module.file) !== file) return
      given.push({ node: nodesIn(node, 'arguments')[index] ?? node, module })
    })
  const [only, ...others] = given
  const isImport = only && findBinding(only, nameOf(only.node) ?? '')?.imported !== undefined
  return isImport && others.length === 0 ? only : undefined
}
