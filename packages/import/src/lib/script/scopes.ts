import { getOrInsert } from '@mvc-router/router-core/tools'
import { declaredNames, patternNames } from './declared-names.js'
import { importedName, requiredName, type ImportedName } from './imported-name.js'
import { childrenOf, type SyntaxNode } from './script-syntax.js'
import { nameOf, nodeIn, nodesIn, withoutTypes } from './syntax-fields.js'

/** The declaration behind a name. */
export interface Binding {
  readonly name: string
  /** A `parameter` is visible only in its own function, class, loop or `catch`. */
  readonly kind: 'import' | 'parameter' | 'function' | 'class' | 'variable' | 'type'
  /** The function, class or initial value. */
  readonly value?: SyntaxNode | undefined
  /** The statement, function or loop that declares the name. */
  readonly declaration: SyntaxNode
  /** The program, function, block, loop, class or `catch` in which the name is visible. */
  readonly scope: SyntaxNode
  readonly imported?: ImportedName | undefined
}

/** The declared names of each scope of a program. */
export class Scopes {
  static readonly #known = new WeakMap<SyntaxNode, Scopes>()
  readonly #parents = new Map<SyntaxNode, SyntaxNode>()
  readonly #bindings = new Map<SyntaxNode, Map<string, Binding>>()
  readonly #assigned = new Set<string>()

  private constructor(root: SyntaxNode) {
    const waiting = [root]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      // Finding the children takes half of the time, so one search serves two purposes.
      for (const [, child] of childrenOf(node).toReversed()) {
        this.#parents.set(child, node)
        waiting.push(child)
      }
      this.#declare(node)
      const target = assignmentTargets.get(node.type)
      if (target !== undefined)
        for (const name of patternNames(nodeIn(node, target))) this.#assigned.add(name)
    }
  }

  /** Returns the scopes of a program, which are read once. */
  static of(root: SyntaxNode): Scopes {
    return getOrInsert(Scopes.#known, root, () => new Scopes(root))
  }

  /** Returns the declaration of a name that is used at a node. Returns undefined for a global name. */
  find(node: SyntaxNode, name: string): Binding | undefined {
    for (const scope of this.around(node)) {
      const found = this.#bindings.get(scope)?.get(name)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Yields the ancestors of a node, the nearest first. */
  *around(node: SyntaxNode): Generator<SyntaxNode> {
    for (let each = this.#parents.get(node); each !== undefined; each = this.#parents.get(each)) yield each
  }

  /** Returns the names that are declared inside a node, in any scope. */
  declaredIn({ start, end }: SyntaxNode): Set<string> {
    const inside = [...this.#bindings].filter(([scope]) => start <= scope.start && scope.end <= end)
    return new Set(inside.flatMap(([, names]) => [...names.keys()]))
  }

  isReassigned(name: string): boolean {
    return this.#assigned.has(name)
  }

  #declare(node: SyntaxNode): void {
    const { type } = node
    const id = nodeIn(node, 'id')
    // Inside a function or class, its own name is visible.
    if (functionTypes.test(type) || /^(?:Class|CatchClause)/.test(type))
      for (const each of [id, nodeIn(node, 'param'), ...nodesIn(node, 'params')])
        for (const name of patternNames(each)) this.#add(node, name, { kind: 'parameter', declaration: node })
    if (type === 'ImportDeclaration')
      for (const each of nodesIn(node, 'specifiers'))
        this.#add(this.#scopeOf(node), nameOf(nodeIn(each, 'local')), {
          kind: 'import',
          declaration: node,
          imported: importedName(node, each),
        })
    else if (type === 'VariableDeclaration') this.#declareVariables(node)
    else if (type === 'TSImportEqualsDeclaration') {
      const specifier = nameOf(nodeIn(nodeIn(node, 'moduleReference') ?? node, 'expression'))
      const imported = specifier === undefined ? undefined : { specifier, path: [], isRequired: true }
      if (imported !== undefined)
        this.#add(this.#scopeOf(node), nameOf(id), { kind: 'import', declaration: node, imported })
    } else if (/^(?:Function|Class|TSEnum)Declaration$/.test(type)) {
      const kind = type.startsWith('Function') ? 'function' : 'class'
      this.#add(this.#scopeOf(node), nameOf(id), { kind, value: node, declaration: node })
    } else if (/^TS(?:Interface|TypeAlias)Declaration$/.test(type))
      this.#add(this.#scopeOf(node), nameOf(id), { kind: 'type', declaration: node })
  }

  #declareVariables(node: SyntaxNode): void {
    const nearest = this.#scopeOf(node)
    if (nearest?.type.startsWith('For') === true && nodeIn(nearest, 'body') !== node)
      for (const name of declaredNames(node))
        this.#add(nearest, name, { kind: 'parameter', declaration: nearest })
    const scope = node['kind'] === 'var' ? this.#scopeOf(node, varScopes) : nearest
    for (const each of nodesIn(node, 'declarations')) {
      const id = nodeIn(each, 'id')
      const init = nodeIn(each, 'init')
      const value = init && withoutTypes(init)
      for (const name of patternNames(id)) {
        const imported = id && value && requiredName(id, value, name)
        if (imported !== undefined)
          this.#add(scope, name, { kind: 'import', declaration: node, value, imported })
        else
          this.#add(scope, name, {
            kind: 'variable',
            declaration: node,
            value: id?.type === 'Identifier' ? value : undefined,
          })
      }
    }
  }

  #scopeOf(node: SyntaxNode, types = scopeTypes): SyntaxNode | undefined {
    for (const each of this.around(node)) if (types.test(each.type)) return each
    return undefined
  }

  /** The first declaration counts, but a value hides a type with the same name. */
  #add(
    scope: SyntaxNode | undefined,
    name: string | undefined,
    binding: Omit<Binding, 'name' | 'scope'>,
  ): void {
    if (scope === undefined || name === undefined) return
    const names = getOrInsert(this.#bindings, scope, () => new Map<string, Binding>())
    const known = names.get(name)
    if (known === undefined || known.kind === 'type') names.set(name, { ...binding, name, scope })
  }
}

export function partsOf(node: SyntaxNode): [field: string, child: SyntaxNode][] {
  return childrenOf(node).filter(([field]) => !typeField.test(field))
}

const typeField = /^(?:returnType|type(?:Annotation|Parameters|Arguments))$/

/** True if an identifier in this field names a variable, not a property or a label. */
export function isReference(parent: SyntaxNode | undefined, field: string): boolean {
  if (parent === undefined) return true
  if (parent.type === 'PrivateName' || parent.type === 'MetaProperty') return false
  const isComputed = parent['computed'] === true
  if (parent.type.endsWith('MemberExpression')) return field === 'object' || isComputed
  if (/^(Object|Class)(Property|Method|PrivateProperty)$/.test(parent.type))
    return field !== 'key' || isComputed
  return !(parent.type.endsWith('Statement') && field === 'label')
}

/** The field that an assignment changes, by node type. */
const assignmentTargets: ReadonlyMap<string, string> = new Map([
  ['AssignmentExpression', 'left'],
  ['UpdateExpression', 'argument'],
  ['ForOfStatement', 'left'],
  ['ForInStatement', 'left'],
])

const functionTypes = /Function(?:Expression|Declaration)$|Method$/
const varScopes = new RegExp(`${functionTypes.source}|^Program$`)
const scopeTypes = new RegExp(
  `${varScopes.source}|^(?:BlockStatement|StaticBlock|TSModuleBlock|SwitchStatement|CatchClause|For|Class(?:Decl|Expr))`,
)
