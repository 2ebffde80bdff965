import { isSyntaxNode, visitSyntax, type SyntaxNode } from '../../script/script-syntax.js'

/** Where a name of a program comes from. */
export interface ScriptBinding {
  /** The name it has where it comes from: `redirect` of `import { redirect as go }`. */
  readonly importedName: string
  /** Imported from a package of mvc-router, or made by one of its functions. */
  readonly isOurs: boolean
  /** Imported from another package, or a function of this file: not ours, even with our name. */
  readonly isForeign: boolean
}

/**
 * The names that a program imports, defines or unpacks. A name counts for the whole file: scopes are not followed,
 * and where a name has several meanings it is not taken for a foreign one.
 */
export function bindingsOf(root: SyntaxNode): ReadonlyMap<string, ScriptBinding> {
  const bindings = new Map<string, ScriptBinding>()
  const bind = (name: string, binding: ScriptBinding): void => {
    const known = bindings.get(name)
    if (known === undefined || (known.isForeign && !binding.isForeign)) bindings.set(name, binding)
  }
  visitSyntax(root, (node) => {
    switch (node.type) {
      case 'ImportDeclaration':
        bindImports(node, bind)
        break
      case 'FunctionDeclaration':
        if (isSyntaxNode(node['id']))
          bind(node['id']['name'] as string, foreign(node['id']['name'] as string))
        break
      case 'VariableDeclarator':
        bindVariables(node, bind)
    }
  })
  return bindings
}

type Bind = (name: string, binding: ScriptBinding) => void

function bindImports(node: SyntaxNode, bind: Bind): void {
  const module = (node['source'] as SyntaxNode)['value'] as string
  const isOurs = module.startsWith('@mvc-router/')
  // "./links.js", "#links" and "@/links" are files of the project, which may hand on what is ours.
  const isForeign = !isOurs && !/^(?:[./#~]|@\/)/.test(module)
  for (const specifier of node['specifiers'] as SyntaxNode[]) {
    const local = (specifier['local'] as SyntaxNode)['name'] as string
    const imported = specifier['imported'] as SyntaxNode | undefined
    const importedName = (imported?.['name'] ?? imported?.['value'] ?? local) as string
    bind(local, { importedName, isOurs, isForeign })
  }
}

function bindVariables({ id, init }: SyntaxNode, bind: Bind): void {
  if (!isSyntaxNode(id)) return
  if (id.type === 'Identifier') {
    const name = id['name'] as string
    const isFunction =
      isSyntaxNode(init) && ['ArrowFunctionExpression', 'FunctionExpression'].includes(init.type)
    bind(
      name,
      isFunction ? foreign(name) : { importedName: name, isOurs: isFactoryCall(init), isForeign: false },
    )
    return
  }
  if (id.type !== 'ObjectPattern') return
  for (const { type, key, value } of id['properties'] as SyntaxNode[]) {
    if (type !== 'ObjectProperty' || !isSyntaxNode(key) || !isSyntaxNode(value)) continue
    const local = value.type === 'AssignmentPattern' ? (value['left'] as SyntaxNode) : value
    if (local.type !== 'Identifier' || key.type !== 'Identifier') continue
    const importedName = key['name'] as string
    bind(local['name'] as string, { importedName, isOurs: isFactoryCall(init), isForeign: false })
  }
}

/** `createRouteComponents(…)` and `createModelAttribute(…)`. */
function isFactoryCall(init: unknown): boolean {
  if (!isSyntaxNode(init) || init.type !== 'CallExpression') return false
  const callee = init['callee'] as SyntaxNode
  return callee['name'] === 'createRouteComponents' || callee['name'] === 'createModelAttribute'
}

function foreign(name: string): ScriptBinding {
  return { importedName: name, isOurs: false, isForeign: true }
}
