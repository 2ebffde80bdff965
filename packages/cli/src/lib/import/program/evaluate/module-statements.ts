import { evaluateField } from './evaluate-field.js'
import type { Evaluation } from '../evaluation.js'
import { declaredNames } from '../../../script/declared-names.js'
import { nameOf, nodeIn, nodesIn, textIn, childIn } from '../../../script/syntax-fields.js'
import type { Scope, ScopedNode, Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

export function importDeclaration(evaluation: Evaluation, statement: SyntaxNode, scope: Scope): void {
  if (textIn(statement, 'importKind') === 'type') return
  const specifier = textIn(childIn(statement, 'source'), 'value')
  const call = { node: statement, scope }
  const specifiers = nodesIn(statement, 'specifiers')
  const value = evaluation.importModule(specifier, call)
  for (const each of specifiers) {
    const local = nameOf(nodeIn(each, 'local'))
    if (local === undefined || textIn(each, 'importKind') === 'type') continue
    const imported =
      each.type === 'ImportNamespaceSpecifier'
        ? undefined
        : each.type === 'ImportDefaultSpecifier'
          ? 'default'
          : (nameOf(nodeIn(each, 'imported')) ?? local)
    const read = (): Value =>
      imported === undefined ? value : importedName(evaluation, value, imported, call)
    scope.bindings.set(local, {
      get value() {
        return read()
      },
      set value(_) {},
      kind: 'import',
      depth: 0,
    })
  }
}

/** A name of a module as `import` sees it: the default of a CommonJS module is the module. */
export function importedName(evaluation: Evaluation, module: Value, name: string, call: ScopedNode): Value {
  if (module.type === 'object') {
    const live = module.live.get(name)?.()
    if (live !== undefined) return live
  }
  if (name !== 'default') return evaluation.member(module, name, call)
  if (module.type === 'object' && module.fields.has('default'))
    return evaluation.member(module, 'default', call)
  if (module.type === 'unknown' && module.packagePath !== undefined)
    return evaluation.member(module, 'default', call)
  return module
}

export function importEquals(evaluation: Evaluation, statement: SyntaxNode, scope: Scope): void {
  const name = nameOf(nodeIn(statement, 'id'))
  const reference = nodeIn(statement, 'moduleReference')
  const expression = reference && nodeIn(reference, 'expression')
  if (name === undefined || expression === undefined) return
  const value = evaluation.importModule(textIn(expression, 'value'), { node: statement, scope })
  scope.bindings.set(name, { value, kind: 'import', depth: 0 })
}

/** Exports that others may read before the module has run: modules may import each other. */
export function hoistExports(evaluation: Evaluation, statement: SyntaxNode, scope: Scope): void {
  const namespace = evaluation.evaluated.get(scope.module.file)?.namespace
  if (!scope.isModule || namespace === undefined) return
  for (const [exported, local] of ownExports(statement)) {
    const read = (): Value | undefined => scope.find(local)?.value
    namespace.live.set(exported, read)
    const value = read()
    if (value !== undefined) namespace.fields.set(exported, value)
  }
}

/** What a statement exports of the names of its own module. */
function ownExports(statement: SyntaxNode): (readonly [exported: string, local: string])[] {
  const declaration = nodeIn(statement, 'declaration')
  if (statement.type === 'ExportDefaultDeclaration') {
    const name = /^(Function|Class)Declaration$/.test(declaration?.type ?? '')
      ? ownName(declaration)
      : undefined
    return name === undefined ? [] : [['default', name]]
  }
  if (statement.type !== 'ExportNamedDeclaration' || nodeIn(statement, 'source') !== undefined) return []
  if (declaration !== undefined) return declaredNames(declaration).map((name) => [name, name])
  return nodesIn(statement, 'specifiers').flatMap((specifier) => {
    const exported = nameOf(nodeIn(specifier, 'exported'))
    const local = nameOf(nodeIn(specifier, 'local'))
    return exported === undefined || local === undefined ? [] : [[exported, local] as const]
  })
}

function ownName(declaration: SyntaxNode | undefined): string | undefined {
  return declaration && nameOf(nodeIn(declaration, 'id'))
}

export function runExport(evaluation: Evaluation, statement: SyntaxNode, scope: Scope): void {
  const namespace = evaluation.evaluated.get(scope.module.file)?.namespace
  if (namespace === undefined) return
  const call = { node: statement, scope }
  const declaration = nodeIn(statement, 'declaration')
  const source = nodeIn(statement, 'source')
  if (statement.type === 'TSExportAssignment')
    namespace.fields.set('export=', evaluateField(evaluation, statement, 'expression', scope))
  else if (declaration !== undefined) {
    const isNamed = statement.type !== 'ExportDefaultDeclaration' || ownExports(statement).length > 0
    if (isNamed) evaluation.statement(declaration, scope)
    else namespace.fields.set('default', evaluation.evaluate(declaration, scope))
  } else if (source !== undefined && textIn(statement, 'exportKind') !== 'type') {
    const module = evaluation.importModule(textIn(source, 'value'), call)
    if (statement.type === 'ExportAllDeclaration' && module.type === 'object')
      for (const [name, value] of module.fields) if (name !== 'default') namespace.fields.set(name, value)
    for (const specifier of nodesIn(statement, 'specifiers')) {
      const exported = nameOf(nodeIn(specifier, 'exported'))
      const local = nameOf(nodeIn(specifier, 'local'))
      if (exported === undefined) continue
      if (specifier.type === 'ExportNamespaceSpecifier') namespace.fields.set(exported, module)
      else if (local !== undefined)
        namespace.fields.set(exported, importedName(evaluation, module, local, call))
    }
  }
}
