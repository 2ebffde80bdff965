import {
  keyName,
  nameOf,
  nodeIn,
  nodesIn,
  patternNames,
  Scopes,
  withoutTypes,
  type SyntaxNode,
} from '@mvc-router/import/script'

export interface NameOrigin {
  /** The original name: `redirect` in `import { redirect as go }`. */
  readonly importedName: string
  /** True for an import from mvc-router, and for a result of its functions. */
  readonly isOurs: boolean
  /** True for an import from another package, and for a function or class of this file. */
  readonly isForeign: boolean
  /** True for a parameter whose type does not come from mvc-router. */
  readonly isParameter: boolean
}

const unknown = { isOurs: false, isForeign: false, isParameter: false }
const foreign = { ...unknown, isForeign: true }

/** Finds the origin of a name that is used at a node. Returns undefined for a global name. */
export function originOf(root: SyntaxNode, node: SyntaxNode, name: string): NameOrigin | undefined {
  const binding = Scopes.of(root).find(node, name)
  if (binding === undefined) return undefined
  const { kind, imported, declaration } = binding
  if (imported !== undefined) {
    const exported = imported.path.at(-1) ?? 'default'
    return { importedName: exported === 'default' ? name : exported, ...originOfModule(imported.specifier) }
  }
  if (kind === 'parameter') {
    // Inside a function, its own name is visible like a parameter.
    if (nameOf(nodeIn(declaration, 'id')) === name) return { importedName: name, ...foreign }
    const parameter = nodesIn(declaration, 'params').find((each) => patternNames(each).includes(name))
    const type = parameter && typeName(parameter)
    const isOurs = type !== undefined && originOf(root, declaration, type)?.isOurs === true
    return { importedName: name, ...unknown, isOurs, isParameter: !isOurs }
  }
  if (kind !== 'variable') return { importedName: name, ...foreign }
  const declarator = nodesIn(declaration, 'declarations').find((each) =>
    patternNames(nodeIn(each, 'id')).includes(name),
  )
  const id = declarator && nodeIn(declarator, 'id')
  const property =
    id && nodesIn(id, 'properties').find((each) => patternNames(nodeIn(each, 'value')).includes(name))
  const init = declarator && nodeIn(declarator, 'init')
  return {
    importedName: (property && keyName(property)) ?? name,
    ...originOfValue(init && withoutTypes(init)),
  }
}

/** Returns `Router` for the parameter `router: Router`. */
function typeName(parameter: SyntaxNode): string | undefined {
  const annotation = nodeIn(parameter, 'typeAnnotation')
  const type = annotation && nodeIn(annotation, 'typeAnnotation')
  return type && nameOf(nodeIn(type, 'typeName'))
}

type Source = Omit<NameOrigin, 'importedName'>

function originOfModule(specifier: string): Source {
  if (specifier.startsWith('@mvc-router/')) return { ...unknown, isOurs: true }
  // "./links.js", "#links" and "@/links" are project files, which may re-export names of mvc-router.
  return /^(?:[./#~]|@\/)/.test(specifier) ? unknown : foreign
}

/** Returns the origin of a variable's value: a function, a class, or the result of a function of mvc-router. */
function originOfValue(value: SyntaxNode | undefined): Source {
  if (value === undefined) return unknown
  if (/^(?:ArrowFunction|Function|Class)Expression$/.test(value.type)) return foreign
  const called = value.type === 'CallExpression' ? nameOf(nodeIn(value, 'callee')) : undefined
  const isOurs = called === 'createRouteComponents' || called === 'createModelAttribute'
  return { ...unknown, isOurs }
}
