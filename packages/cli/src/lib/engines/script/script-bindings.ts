import {
  patternNames,
  visitSyntax,
  type SyntaxNode,
  childIn,
  keyName,
  nameOf,
  nodeIn,
  nodesIn,
  textIn,
} from '@mvc-router/import/script'

/** The origin of a name in a program. */
export interface ScriptBinding {
  /** The original name: `redirect` of `import { redirect as go }`. */
  readonly importedName: string
  /** Imported from a package of mvc-router, or made by one of its functions. */
  readonly isOurs: boolean
  /** Imported from another package, or a function or a class of this file: not ours, even with our name. */
  readonly isForeign: boolean
}

/**
 * The names that a program imports, defines or unpacks. A name counts for the whole file, unless it is a parameter. A
 * name counts as foreign only if it is foreign everywhere.
 */
export class ScriptBindings {
  readonly #bindings = new Map<string, ScriptBinding>()
  /** The functions that have a parameter of the name. */
  readonly #parameters = new Map<string, SyntaxNode[]>()

  constructor(root: SyntaxNode) {
    const bind = (name: string, binding: ScriptBinding): void => {
      const known = this.#bindings.get(name)
      if (known === undefined || (known.isForeign && !binding.isForeign)) this.#bindings.set(name, binding)
    }
    visitSyntax(root, (node) => {
      if (node.type === 'ImportDeclaration') bindImports(node, bind)
      else if (node.type === 'VariableDeclarator') bindVariables(node, bind)
      else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
        const name = nameOf(nodeIn(node, 'id'))
        if (name !== undefined) bind(name, foreign(name))
      }
      for (const parameter of nodesIn(node, 'params')) this.#addParameter(parameter, node)
    })
  }

  get(name: string): ScriptBinding | undefined {
    return this.#bindings.get(name)
  }

  /** True if an identifier is a parameter of a function around it. Parameters with our types do not count. */
  isParameter({ start }: SyntaxNode, name: string): boolean {
    return this.#parameters.get(name)?.some((node) => node.start <= start && start < node.end) === true
  }

  #addParameter(parameter: SyntaxNode, owner: SyntaxNode): void {
    const type = typeName(parameter)
    if (type !== undefined && this.#bindings.get(type)?.isOurs === true) return
    for (const name of patternNames(parameter))
      this.#parameters.set(name, [...(this.#parameters.get(name) ?? []), owner])
  }
}

/** `Router` of the parameter `router: Router`. */
function typeName(parameter: SyntaxNode): string | undefined {
  const annotation = nodeIn(parameter, 'typeAnnotation')
  const type = annotation && nodeIn(annotation, 'typeAnnotation')
  return type && nameOf(nodeIn(type, 'typeName'))
}

type Bind = (name: string, binding: ScriptBinding) => void

function bindImports(node: SyntaxNode, bind: Bind): void {
  const source = sourceOf(textIn(childIn(node, 'source'), 'value'))
  for (const specifier of nodesIn(node, 'specifiers')) {
    const local = textIn(childIn(specifier, 'local'), 'name')
    bind(local, { importedName: nameOf(nodeIn(specifier, 'imported')) ?? local, ...source })
  }
}

function bindVariables(node: SyntaxNode, bind: Bind): void {
  const id = childIn(node, 'id')
  const source = sourceOfValue(nodeIn(node, 'init'))
  const name = nameOf(id)
  if (name !== undefined) bind(name, { importedName: name, ...source })
  if (id.type !== 'ObjectPattern') return
  for (const property of nodesIn(id, 'properties')) {
    const importedName = keyName(property)
    const value = nodeIn(property, 'value')
    const local = nameOf(value && (nodeIn(value, 'left') ?? value))
    if (importedName !== undefined && local !== undefined) bind(local, { importedName, ...source })
  }
}

const functionTypes: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'ClassExpression',
])

type Source = Pick<ScriptBinding, 'isOurs' | 'isForeign'>

function sourceOf(module: string): Source {
  const isOurs = module.startsWith('@mvc-router/')
  // "./links.js", "#links" and "@/links" are files of the project, which may re-export our names.
  return { isOurs, isForeign: !isOurs && !/^(?:[./#~]|@\/)/.test(module) }
}

/** The source of `require('express')`, of `require('express').Router`, and of results of our functions. */
function sourceOfValue(init: SyntaxNode | undefined): Source {
  const unknown = { isOurs: false, isForeign: false }
  if (init === undefined) return unknown
  if (functionTypes.has(init.type)) return { isOurs: false, isForeign: true }
  if (init.type === 'MemberExpression') return sourceOfValue(nodeIn(init, 'object'))
  if (init.type !== 'CallExpression') return unknown
  const callee = nameOf(nodeIn(init, 'callee'))
  if (callee === 'createRouteComponents' || callee === 'createModelAttribute')
    return { isOurs: true, isForeign: false }
  const module = callee === 'require' ? nameOf(nodesIn(init, 'arguments')[0]) : undefined
  return module === undefined ? unknown : sourceOf(module)
}

function foreign(name: string): ScriptBinding {
  return { importedName: name, isOurs: false, isForeign: true }
}
