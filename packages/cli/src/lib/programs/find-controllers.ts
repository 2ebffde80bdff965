import { getOrInsert, lowerFirst } from '@mvc-router/router-core/tools'
import {
  childIn,
  exportsOf,
  keyName,
  nameOf,
  nameOffset,
  nodeIn,
  nodesIn,
  Scopes,
  textIn,
  withoutTypes,
  visitSyntax,
  type SyntaxNode,
} from '@mvc-router/import/script'
import {
  prototypeOwner,
  queryParametersOf,
  readProgram,
  type ActionQuery,
  type Program,
} from './query-parameters.js'
import { originOf } from '../engines/script/name-origin.js'
import { readableSyntaxOf } from '../terminal/syntax-of.js'
import { spanOf, type NamedSpan, type SourceText } from '../terminal/source-text.js'

export interface NameUse extends NamedSpan {
  /** True for `{ list }`, which a rename changes to `{ newName: list }`. */
  readonly isShorthand: boolean
}

export interface ControllerMethod extends NameUse {
  readonly query?: ActionQuery | undefined
  /** True if a decorator of another package routes requests to the method. */
  readonly isRouted?: boolean
}

/** A class or object. Its methods are actions if it is registered as a controller. */
export interface MethodHolder {
  /** The name of the class, or of the object's variable. */
  readonly name: string | undefined
  /** `shop` in `@Controller('shop')`, or `bookController` for `class BookController` and `const bookController`. */
  readonly controllerName: string | undefined
  readonly isMarked: boolean
  readonly methods: readonly ControllerMethod[]
  readonly superName: string | undefined
  /** True if some methods may be missing. */
  readonly isOpen: boolean
  /** Other uses of its own methods: `this.list`, `Books.prototype.list`, and overloads. */
  readonly ownUses: NameUse[]
}

export interface ControllerEntry {
  readonly name: string
  readonly holder: MethodHolder | string | undefined
}

export interface ProgramControllers {
  readonly holders: readonly MethodHolder[]
  readonly entries: readonly ControllerEntry[]
  /** Class names by variable: `const books = new BookController()`. */
  readonly instances: ReadonlyMap<string, string>
  /** Uses such as `bookController.list` and `controllers.bookController.list`. */
  readonly uses: readonly ControllerUse[]
  /** The names of single exports: `exports.list = …`. */
  readonly members: ReadonlySet<string>
}

export interface ControllerUse extends NameUse {
  readonly owner: string
  /** The module, if the owner is a whole module: `const books = require('./books')`. */
  readonly module: string | undefined
}

/** Finds controllers that a program declares or registers. Returns undefined for an unparseable program. */
export function findControllers(source: SourceText): ProgramControllers | undefined {
  const root = readableSyntaxOf(source)
  if (root === undefined) return undefined
  const holders: MethodHolder[] = []
  const entries: ControllerEntry[] = []
  const instances = new Map<string, string>()
  const uses: ControllerUse[] = []
  const ofPrototypes = new Map<string, NameUse[]>()
  const program = readProgram(root)
  visitSyntax(root, (node) => {
    switch (node.type) {
      case 'ClassDeclaration':
        holders.push(readClass(node, nameOf(nodeIn(node, 'id')), program))
        break
      case 'VariableDeclarator':
      case 'ObjectProperty': {
        const key = nodeIn(node, node.type === 'ObjectProperty' ? 'key' : 'id')
        const name = nameOf(key)
        const value = nodeIn(node, node.type === 'ObjectProperty' ? 'value' : 'init')
        if (key === undefined || name === undefined || value === undefined) break
        const inner = withoutTypes(value)
        if (name === 'controllers') entries.push(...readEntries(inner, program))
        if (node.type === 'ObjectProperty') break
        if (inner.type === 'ObjectExpression') holders.push(readObject(inner, name, program))
        if (inner.type === 'ClassExpression') holders.push(readClass(inner, name, program))
        const made = inner.type === 'NewExpression' ? nameOf(nodeIn(inner, 'callee')) : undefined
        if (made !== undefined) instances.set(name, made)
      }
    }
    for (const { owner, ...use } of readMembers(node)) {
      if (owner.type === 'Identifier') uses.push({ ...use, ...ownerOf(owner, root) })
      const registered = ofControllers(owner)
      if (registered !== undefined) uses.push({ ...use, owner: registered, module: undefined })
      const holder = prototypeOwner(owner)
      if (holder !== undefined) getOrInsert(ofPrototypes, holder, (): NameUse[] => []).push(use)
    }
  })
  for (const { name = '', ownUses } of holders) ownUses.push(...(ofPrototypes.get(name) ?? []))
  const exported = exportsOf(nodeIn(root, 'program') ?? root)
  const members = new Set(exported.flatMap(([, [name, ...more]]) => (more.length > 0 ? [] : (name ?? []))))
  return { holders, entries, instances, uses, members }
}

/** Returns `bookController` for `controllers.bookController`, as `mvc-router import --move-handlers` writes it. */
function ofControllers(owner: SyntaxNode): string | undefined {
  const isMember = owner.type === 'MemberExpression' && owner['computed'] !== true
  if (!isMember || nameOf(childIn(owner, 'object')) !== 'controllers') return undefined
  return nameOf(childIn(owner, 'property'))
}

function ownerOf(owner: SyntaxNode, root: SyntaxNode): Pick<ControllerUse, 'owner' | 'module'> {
  const name = textIn(owner, 'name')
  const imported = Scopes.of(root).find(owner, name)?.imported
  return { owner: name, module: imported?.path.length === 0 ? imported.specifier : undefined }
}

function readEntries(value: SyntaxNode, program: Program): ControllerEntry[] {
  if (value.type !== 'ObjectExpression') return []
  return nodesIn(value, 'properties').flatMap((property): ControllerEntry[] => {
    const name = keyName(property)
    if (name === undefined) return []
    const given = nodeIn(property, 'value')
    return [{ name, holder: given && readRegistered(withoutTypes(given), name, program) }]
  })
}

/** Returns an object, a class, or the name of an object or class. */
function readRegistered(value: SyntaxNode, name: string, program: Program): ControllerEntry['holder'] {
  if (value.type === 'ObjectExpression') return readObject(value, name, program)
  if (value.type === 'ClassExpression') return readClass(value, undefined, program)
  if (value.type === 'NewExpression') return nameOf(nodeIn(value, 'callee'))
  return nameOf(value)
}

function readClass(node: SyntaxNode, name: string | undefined, program: Program): MethodHolder {
  const body = nodeIn(node, 'body')
  const members = body === undefined ? [] : nodesIn(body, 'body')
  const methods = members.flatMap((member): ControllerMethod[] => {
    const isMethod = member.type === 'ClassMethod' && member['kind'] === 'method'
    const value = member.type === 'ClassProperty' ? nodeIn(member, 'value') : undefined
    // A method may be wrapped: `Params(...)(function () {})`.
    const isWrapped = value?.type === 'CallExpression' && nodeIn(value, 'callee')?.type === 'CallExpression'
    const isFunction = isWrapped || /^(?:Arrow)?FunctionExpression$/.test(value?.type ?? '')
    const isHidden =
      member['static'] === true || ['private', 'protected'].includes(textIn(member, 'accessibility'))
    // A method with `@ModelAttribute` fills models, so it is no action.
    const isModelAttribute = decoratorNamed(/^ModelAttribute$/, member) !== undefined
    const router = decoratorNamed(routeDecorators, member)
    const routerName = router && nameOf(nodeIn(router, 'callee') ?? router)
    const isRouted =
      routerName !== undefined && originOf(program.root, member, routerName)?.isForeign === true
    return (isMethod || isFunction) && !isHidden && !isModelAttribute
      ? readMethod(member, false, name, program).map((method) => ({ ...method, isRouted }))
      : []
  })
  // Other packages, such as `@nestjs/common`, also have a decorator `Controller`.
  const isForeign = originOf(program.root, node, 'Controller')?.isForeign === true
  const decorated = isForeign ? undefined : decoratorNamed(/^Controller$/, node)
  const [first] = decorated === undefined ? [] : nodesIn(decorated, 'arguments')
  const given = first?.type === 'StringLiteral' ? textIn(first, 'value') : undefined
  const superClass = nodeIn(node, 'superClass')
  const isNamedSo = name !== undefined && /.Controller$/.test(name)
  return {
    name,
    controllerName:
      given ?? (name !== undefined && (decorated !== undefined || isNamedSo) ? lowerFirst(name) : undefined),
    isMarked: decorated !== undefined,
    methods,
    superName: nameOf(superClass),
    isOpen: superClass !== undefined && nameOf(superClass) === undefined,
    ownUses: [
      ...members.flatMap((member) => (member.type === 'TSDeclareMethod' ? readMethod(member, false) : [])),
      ...members.flatMap((member) => usesOfThis(member)),
    ],
  }
}

function readObject(node: SyntaxNode, name: string, program: Program): MethodHolder {
  let isOpen = false
  const methods = nodesIn(node, 'properties').flatMap((property): ControllerMethod[] => {
    if (property.type === 'SpreadElement' || property['computed'] === true) {
      isOpen = true
      return []
    }
    const value = nodeIn(property, 'value')
    const isMethod = property.type === 'ObjectMethod' && property['kind'] === 'method'
    const mayBeMethod = value !== undefined && mayBeFunction(withoutTypes(value))
    return isMethod || mayBeMethod ? readMethod(property, property['shorthand'] === true, name, program) : []
  })
  const controllerName = /.Controller$/.test(name) ? name : undefined
  const ownUses = nodesIn(node, 'properties').flatMap((property) => usesOfThis(property))
  return { name, controllerName, isMarked: false, methods, superName: undefined, isOpen, ownUses }
}

function readMethod(
  member: SyntaxNode,
  isShorthand: boolean,
  holder?: string,
  program?: Program,
): ControllerMethod[] {
  const name = keyName(member)
  if (name === undefined || name === 'constructor' || !/^[A-Za-z$][\w$]*$/.test(name)) return []
  const query = program && queryParametersOf(member, holder, program)
  return [{ ...spanOf(name, nameOffset(childIn(member, 'key'))), isShorthand, query }]
}

/** Returns uses of the object's members through `this` or `super`. */
function usesOfThis(member: SyntaxNode): NameUse[] {
  const uses: NameUse[] = []
  const value = nodeIn(member, 'value')
  const read = (node: SyntaxNode): void => {
    for (const { owner, ...use } of readMembers(node))
      if (owner.type === 'ThisExpression' || owner.type === 'Super') uses.push(use)
  }
  visitSyntax(member, read, (node) => node !== value && hasOwnThis.test(node.type))
  return uses
}

const hasOwnThis = /^(?:(?:Function|Class)(?:Expression|Declaration)|ObjectMethod)$/

/** Returns the members that a node names: `a.list`, `a?.['list']`, `const { list } = a`, `typeof a.list`. */
function readMembers(node: SyntaxNode): (NameUse & { readonly owner: SyntaxNode })[] {
  switch (node.type) {
    case 'MemberExpression':
    case 'OptionalMemberExpression': {
      const property = childIn(node, 'property')
      if (node['computed'] === true && property.type !== 'StringLiteral') return []
      return readName(childIn(node, 'object'), property, false)
    }
    case 'TSQualifiedName':
      return readName(childIn(node, 'left'), childIn(node, 'right'), false)
    case 'VariableDeclarator':
    case 'AssignmentExpression': {
      const [pattern, owner] =
        node.type === 'VariableDeclarator'
          ? [nodeIn(node, 'id'), nodeIn(node, 'init')]
          : [nodeIn(node, 'left'), nodeIn(node, 'right')]
      if (pattern?.type !== 'ObjectPattern' || owner === undefined) return []
      return nodesIn(pattern, 'properties')
        .filter((property) => keyName(property) !== undefined)
        .flatMap((property) => readName(owner, childIn(property, 'key'), property['shorthand'] === true))
    }
    default:
      return []
  }
}

function readName(
  owner: SyntaxNode,
  property: SyntaxNode,
  isShorthand: boolean,
): (NameUse & { readonly owner: SyntaxNode })[] {
  const name = nameOf(property)
  if (name === undefined) return []
  return [{ owner: withoutTypes(owner), ...spanOf(name, nameOffset(property)), isShorthand }]
}

/** Returns the expression of a decorator: `Controller('shop')` for `@Controller('shop')`. */
function decoratorNamed(name: RegExp, node: SyntaxNode): SyntaxNode | undefined {
  return nodesIn(node, 'decorators')
    .flatMap((decorator) => nodeIn(decorator, 'expression') ?? [])
    .find((expression) => name.test(nameOf(nodeIn(expression, 'callee') ?? expression) ?? ''))
}

/** Matches decorators by which other packages route requests to a method: `@Get('/users')`, `@httpGet('/users')`. */
const routeDecorators = /^(?:http)?(?:Get|Post|Put|Patch|Delete|Head|Options|All|Method)$/

/** False for texts, numbers, objects and lists. A name or a call may return a function. */
function mayBeFunction({ type }: SyntaxNode): boolean {
  return !/Literal$|^(?:Object|Array)Expression$/.test(type)
}
