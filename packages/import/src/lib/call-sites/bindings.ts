import { declaredNames, patternNames } from '../script/declared-names.js'
import { childrenOf, type SyntaxNode } from '../script/script-syntax.js'
import { keyName, nameOf, nodeIn, nodesIn, textIn, withoutTypes } from '../script/syntax-fields.js'
import type { ProgramNode } from './call-sites.js'
import { namesOfScope } from './variable-names.js'
import type { SourceModule } from './source-module.js'

/** The meaning of a name where it is used. */
export interface Binding {
  readonly name: string
  /** An `import` comes from another module. Only its own function knows a `parameter`. */
  readonly kind: 'import' | 'parameter' | 'function' | 'class' | 'variable'
  /** The function, class or initial value. */
  readonly value: SyntaxNode | undefined
  /** The statement or function that declares it. */
  readonly declaration: SyntaxNode
  readonly isOfModule: boolean
  readonly imported?: ImportedName
}

/** `{ specifier: './users', path: ['list'] }`. In an ES module, the first name is an export, and `[]` is the namespace. */
export interface ImportedName {
  readonly specifier: string
  readonly path: readonly string[]
  /** True if the program calls `require` for it. */
  readonly isRequired: boolean
}

/** Finds the declaration of a name that is used at a node, or returns undefined for a global name. */
export function findBinding({ node, module }: ProgramNode, name: string): Binding | undefined {
  for (const scope of ancestorsOf(module.program, node).toReversed()) {
    const isModule = scope === module.program
    const names = isModule ? undefined : namesOfScope(scope)
    if (names?.has(name) === false) continue
    const found = bindingIn(scope, name, isModule)
    if (found !== undefined) return found
    if (names !== undefined)
      return { name, kind: 'parameter', value: undefined, declaration: scope, isOfModule: false }
  }
  return undefined
}

/** Returns the nodes around a node, the program first. */
function ancestorsOf(root: SyntaxNode, node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [root]
  for (let each: SyntaxNode | undefined = root; each !== undefined && each !== node;) {
    each = childrenOf(each).find(([, child]) => child.start <= node.start && node.end <= child.end)?.[1]
    if (each !== undefined && each !== node) found.push(each)
  }
  return found
}

function bindingIn(scope: SyntaxNode, name: string, isOfModule: boolean): Binding | undefined {
  for (const declaration of declarationsIn(scope)) {
    const { type } = declaration
    if (type === 'ImportDeclaration') {
      const imported = importedName(declaration, name)
      if (imported !== undefined)
        return { name, kind: 'import', value: undefined, declaration, isOfModule, imported }
    } else if (type === 'VariableDeclaration') {
      for (const each of nodesIn(declaration, 'declarations')) {
        const id = nodeIn(each, 'id')
        if (!patternNames(id).includes(name)) continue
        const init = nodeIn(each, 'init')
        const value = init && withoutTypes(init)
        const imported = id && value && requiredName(id, value, name)
        if (imported !== undefined) return { name, kind: 'import', value, declaration, isOfModule, imported }
        return {
          name,
          kind: 'variable',
          value: id?.type === 'Identifier' ? value : undefined,
          declaration,
          isOfModule,
        }
      }
    } else if (
      /^(Function|Class)Declaration$|^TSEnumDeclaration$/.test(type) &&
      declaredNames(declaration).includes(name)
    ) {
      const kind = type.startsWith('Function') ? 'function' : 'class'
      return { name, kind, value: declaration, declaration, isOfModule }
    } else if (type === 'TSImportEqualsDeclaration' && nameOf(nodeIn(declaration, 'id')) === name) {
      const reference = nodeIn(declaration, 'moduleReference')
      const specifier = reference && nameOf(nodeIn(reference, 'expression'))
      if (specifier !== undefined)
        return {
          name,
          kind: 'import',
          value: undefined,
          declaration,
          isOfModule,
          imported: { specifier, path: [], isRequired: true },
        }
    }
  }
  return undefined
}

/** Returns the statements that may declare names of a scope, and each `var` in inner blocks. */
function declarationsIn(scope: SyntaxNode): SyntaxNode[] {
  const body = scope.type === 'Program' ? scope : (nodeIn(scope, 'body') ?? scope)
  const statements = nodesIn(body, 'body').map((each) =>
    each.type.startsWith('Export') ? (nodeIn(each, 'declaration') ?? each) : each,
  )
  const inner = statements.flatMap((each) =>
    /^(If|For|ForOf|ForIn|While|Try|Block|Switch)Statement$/.test(each.type) ? varsBelow(each) : [],
  )
  return [...statements, ...inner]
}

function varsBelow(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).flatMap(([, child]) => {
    if (/Function|^Class/.test(child.type)) return []
    return child.type === 'VariableDeclaration' && child['kind'] === 'var' ? [child] : varsBelow(child)
  })
}

function importedName(declaration: SyntaxNode, name: string): ImportedName | undefined {
  const specifier = nodesIn(declaration, 'specifiers').find((each) => nameOf(nodeIn(each, 'local')) === name)
  if (specifier === undefined) return undefined
  const source = nodeIn(declaration, 'source')
  const imported = nameOf(nodeIn(specifier, 'imported')) ?? 'default'
  const path = specifier.type === 'ImportNamespaceSpecifier' ? [] : [imported]
  return { specifier: source === undefined ? '' : textIn(source, 'value'), path, isRequired: false }
}

/** Reads the import `all` from `const { list: all } = require('./users').api`. */
function requiredName(id: SyntaxNode, value: SyntaxNode, name: string): ImportedName | undefined {
  const required = requiredPath(value)
  if (required === undefined) return undefined
  if (id.type === 'Identifier') return required
  const path = patternPath(id, name)
  return path && { ...required, path: [...required.path, ...path] }
}

/** Reads `require('./users').list`, or returns undefined for another expression. */
function requiredPath(node: SyntaxNode): ImportedName | undefined {
  if (node.type === 'MemberExpression') {
    const object = nodeIn(node, 'object')
    const inner = object && requiredPath(withoutTypes(object))
    const member = node['computed'] === true ? undefined : nameOf(nodeIn(node, 'property'))
    return inner && member !== undefined ? { ...inner, path: [...inner.path, member] } : undefined
  }
  const [argument] = nodesIn(node, 'arguments')
  const isRequire = node.type === 'CallExpression' && nameOf(nodeIn(node, 'callee')) === 'require'
  return isRequire && argument?.type === 'StringLiteral'
    ? { specifier: textIn(argument, 'value'), path: [], isRequired: true }
    : undefined
}

function patternPath(pattern: SyntaxNode, name: string): string[] | undefined {
  if (pattern.type !== 'ObjectPattern') return undefined
  for (const property of nodesIn(pattern, 'properties')) {
    const key = keyName(property)
    const value = nodeIn(property, 'value')
    if (key === undefined || value === undefined) continue
    if (value.type === 'Identifier' && nameOf(value) === name) return [key]
    const inner = patternPath(value, name)
    if (inner !== undefined) return [key, ...inner]
  }
  return undefined
}

/** Returns the export names of a module's variables: `exports.list = show` exports `show` as `list`. */
export function exportedNames({ program, isEsModule }: SourceModule): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>()
  const add = (local: string | undefined, path: readonly string[]): void => {
    if (local !== undefined && !names.has(local)) names.set(local, path)
  }
  for (const statement of nodesIn(program, 'body')) {
    const declaration = nodeIn(statement, 'declaration')
    if (statement.type === 'ExportNamedDeclaration') {
      for (const name of declaration === undefined ? [] : declaredNames(declaration)) add(name, [name])
      if (nodeIn(statement, 'source') === undefined)
        for (const each of nodesIn(statement, 'specifiers'))
          add(nameOf(nodeIn(each, 'local')), [nameOf(nodeIn(each, 'exported')) ?? ''])
    } else if (statement.type === 'ExportDefaultDeclaration' && declaration !== undefined)
      add(nameOf(declaration) ?? nameOf(nodeIn(declaration, 'id')), ['default'])
    else if (!isEsModule && statement.type === 'ExpressionStatement')
      addAssigned(nodeIn(statement, 'expression'), add)
    else if (statement.type === 'TSExportAssignment') add(nameOf(nodeIn(statement, 'expression')), [])
  }
  return names
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
