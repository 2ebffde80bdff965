import { declare } from './bind-pattern.js'
import { classValue, functionValue } from './class-values.js'
import { evaluateField } from './evaluate-field.js'
import type { Evaluation } from '../evaluation.js'
import { declaredNames } from '../../../script/declared-names.js'
import { nameOf, nodeIn, nodesIn, textIn, childIn } from '../../../script/syntax-fields.js'
import type { Scope } from '../values/values.js'
import { type ScopedNode, type ObjectValue, type Value } from '../values/values.js'
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

export function hoistExports(evaluation: Evaluation, statement: SyntaxNode, scope: Scope): void {
  if (!scope.isModule) return
  const namespace = evaluation.evaluated.get(scope.module.file)?.namespace
  if (namespace === undefined) return
  const declaration = nodeIn(statement, 'declaration')
  if (statement.type === 'ExportNamedDeclaration') {
    if (nodeIn(statement, 'source') !== undefined) return
    for (const specifier of nodesIn(statement, 'specifiers')) {
      const exported = nameOf(nodeIn(specifier, 'exported'))
      const local = nameOf(nodeIn(specifier, 'local'))
      if (exported !== undefined && local !== undefined) exportLive(namespace, exported, scope, local)
    }
    if (declaration?.type === 'FunctionDeclaration') {
      const name = nameOf(nodeIn(declaration, 'id'))
      if (name !== undefined) exportLive(namespace, name, scope, name)
    }
  } else if (statement.type === 'ExportDefaultDeclaration' && declaration?.type === 'FunctionDeclaration') {
    const name = nameOf(nodeIn(declaration, 'id'))
    if (name !== undefined) exportLive(namespace, 'default', scope, name)
  }
}

export function runExport(
  evaluation: Evaluation,
  statement: SyntaxNode,
  scope: Scope,
  pending: Value[],
): void {
  const namespace = evaluation.evaluated.get(scope.module.file)?.namespace
  if (namespace === undefined) return
  const declaration = nodeIn(statement, 'declaration')
  if (textIn(statement, 'exportKind') === 'type' && declaration === undefined) return
  if (statement.type === 'TSExportAssignment') {
    namespace.fields.set('export=', evaluateField(evaluation, statement, 'expression', scope))
  } else if (statement.type === 'ExportAllDeclaration') {
    const module = evaluation.importModule(textIn(childIn(statement, 'source'), 'value'), {
      node: statement,
      scope,
    })
    if (module.type === 'object')
      for (const [name, value] of module.fields) if (name !== 'default') namespace.fields.set(name, value)
  } else if (statement.type === 'ExportDefaultDeclaration' && declaration !== undefined) {
    if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
      const name = nameOf(nodeIn(declaration, 'id'))
      const known = name === undefined ? undefined : scope.bindings.get(name)?.value
      const value =
        known ??
        (declaration.type === 'ClassDeclaration'
          ? classValue(evaluation, declaration, scope)
          : functionValue(evaluation, declaration, scope))
      if (name !== undefined && known === undefined) declare(evaluation, scope, name, value, 'class')
      namespace.fields.set('default', value)
    } else namespace.fields.set('default', evaluation.evaluate(declaration, scope))
  } else if (declaration !== undefined) {
    evaluation.statement(declaration, scope, pending)
    for (const name of declaredNames(declaration)) exportLive(namespace, name, scope, name)
  } else {
    const source = nodeIn(statement, 'source')
    const call = { node: statement, scope }
    const module = source && evaluation.importModule(textIn(source, 'value'), call)
    for (const specifier of nodesIn(statement, 'specifiers')) {
      const exported = nameOf(nodeIn(specifier, 'exported'))
      const local = nameOf(nodeIn(specifier, 'local'))
      if (exported === undefined) continue
      if (module === undefined) exportLive(namespace, exported, scope, local ?? exported)
      else if (specifier.type === 'ExportNamespaceSpecifier') namespace.fields.set(exported, module)
      else if (local !== undefined)
        namespace.fields.set(exported, importedName(evaluation, module, local, call))
    }
  }
}

/** Names that are exported and assigned later are read when the module has run, or at once where they are known. */
function exportLive(namespace: ObjectValue, exported: string, scope: Scope, local: string): void {
  namespace.live.set(exported, () => scope.find(local)?.value)
  const value = scope.find(local)?.value
  if (value !== undefined) namespace.fields.set(exported, value)
}
