import { getOrInsert } from '@mvc-router/router-core/tools'
import { basename, dirname } from 'node:path'
import { findBinding, type HandlerExpression, type ProgramNode } from '../call-sites/call-sites.js'
import { placeAt } from '../call-sites/source-module.js'
import { NotMovableException, type ModuleWriter, type WrittenCode } from '../code/module-writer.js'
import { camelCase, controllerNameForFile, freeName } from '../code/names.js'
import type {
  ExportedName,
  ProgramPlace,
  RecordedHandler,
  RecordedUse,
} from '../record/recorded-application.js'
import { declaredNames } from '../script/declared-names.js'
import { lastName, nameOf, nodeIn, nodesIn, withoutTypes } from '../script/syntax-fields.js'
import {
  actionMember,
  boundMember,
  callWords,
  genericNames,
  hasInlineFunction,
  isFunctionLiteral,
  methodName,
  shortNames,
} from './expression-names.js'
import type { RecordedProgram, Registration } from './recorded-program.js'

export interface NamedHandler extends WrittenCode {
  /** For example `userController.show` for an action, or `signedIn` for middleware. */
  readonly name: string
  /** Undefined for new code and for a list. */
  readonly handler: RecordedHandler | undefined
  /** The handlers of a list. */
  readonly items?: readonly RecordedHandler[]
  readonly place: ProgramPlace
  /** The function or call of an inline handler in the source. */
  readonly inline: ProgramNode | undefined
}

type Unnamed = Omit<NamedHandler, 'name'>

/** Names the handlers of the program. Different handlers get different names. */
export class HandlerNames {
  readonly actions: Map<string, NamedHandler> = new Map()
  readonly middleware: Map<string, NamedHandler> = new Map()
  readonly writer: ModuleWriter
  readonly express: 4 | 5
  readonly #program: RecordedProgram
  /** Names by kind and code. A handler may have several names, but each name belongs to one handler. */
  readonly #names = new Map<string, string>()
  /** The owner of each local name that names a controller. */
  readonly #controllers = new Map<string, string>()
  readonly #unmovableFiles: ReadonlySet<string> | undefined

  /** @param unmovableFiles files whose handlers cannot move; undefined if no handler may move */
  constructor(
    writer: ModuleWriter,
    program: RecordedProgram,
    unmovableFiles: ReadonlySet<string> | undefined,
  ) {
    this.writer = writer
    this.#program = program
    this.express = program.application.root.express
    this.#unmovableFiles = unmovableFiles
  }

  get missing(): NamedHandler[] {
    return [...this.actions.values(), ...this.middleware.values()].filter(({ code }) => code === undefined)
  }

  /** @throws NotMovableException if the written module cannot refer to the handler */
  code(use: RecordedUse): string {
    const { exported, place, closure } = use.handler
    if (exported !== undefined) return this.writer.imports.exported(exported)
    const inline = this.#inline(use)
    if (inline !== undefined) {
      const refusal = this.#refusal(inline)
      if (refusal !== undefined) throw new NotMovableException(refusal)
      return this.writer.expression(inline, closure)
    }
    const expression = this.#program.sites.expression(use)
    if (expression === undefined)
      throw new NotMovableException(
        place === undefined ? 'a package makes it' : 'it is made where nothing can refer to it',
      )
    return this.#itemCode(expression, closure)
  }

  /** Returns `users.save[1]` for the second handler of the list `users.save`. */
  #itemCode(expression: HandlerExpression, closure?: RecordedHandler['closure']): string {
    const code = this.writer.expression(expression, closure)
    return `${code}${expression.items.map((index) => `[${index}]`).join('')}`
  }

  action(
    use: RecordedUse,
    registration: Registration,
    path: string,
    wrap?: (code: string) => string,
  ): string {
    const { key, handler } = this.#describe(use, registration, wrap)
    const code = registration.byPackage === undefined ? handler.code : (handler.code ?? passOn)
    const wanted = this.#actionParts(use, registration, path).join('.')
    const ids = [`action ${key} ${wanted}`, ...(handler.inline === undefined ? [] : [`action ${key}`])]
    const known = ids.flatMap((id) => this.#names.get(id) ?? [])[0]
    if (known !== undefined) return known
    // The source calls the handler itself, and not the wrapped handler, so the handler also stays in the source.
    const inline = wrap === undefined ? handler.inline : undefined
    const name = addNamed(this.actions, wanted, { ...handler, code, inline })
    for (const id of ids) this.#names.set(id, name)
    return name
  }

  /** Names the middleware of a route, whose last handler is the action. A whole list has one name: `use=checks`. */
  useNames(handlers: readonly RecordedUse[], registration: Registration): string[] {
    const expressions = handlers.map((use) => this.#program.sites.expression(use))
    return handlers.slice(0, -1).map((use, index) => {
      const list = expressions[index]
      const isItem = expressions.map((each) => each?.node === list?.node)
      const isWhole = expressions.every((each, other) => !isItem[other] || each?.items.length === 1)
      const items = handlers.filter((_, other) => isItem[other])
      const hasAction = isItem.at(-1) === true
      const name = list && isWhole && !hasAction ? this.#listName(list, items, registration) : undefined
      return name ?? this.useName(use, registration)
    })
  }

  /** Returns undefined for a list to which the written module cannot refer, and for functions that may move. */
  #listName(
    list: HandlerExpression,
    uses: readonly RecordedUse[],
    { place }: Registration,
  ): string | undefined {
    if (uses.some((use) => this.#inline(use)?.module === list.module)) return undefined
    const written = this.writer.attempt(() => this.writer.expression(list))
    if (written.code === undefined) return undefined
    const words = callWords(list) ?? lastName(list.node) ?? 'checks'
    const items = uses.map(({ handler }) => handler)
    const handler = { ...written, handler: undefined, items, place, inline: undefined }
    return this.#middlewareName(written.code, () => words, handler)
  }

  useName(use: RecordedUse, registration: Registration): string {
    const { key, handler } = this.#describe(use, registration)
    return this.#middlewareName(key, () => this.useWords(use, registration), handler)
  }

  /** Returns the words for a middleware name, but reserves no name. */
  useWords(use: RecordedUse, registration: Registration): string {
    const { type, place, patterns } = registration
    const file = controllerNameForFile(place.file).replace(/Controller$/, '')
    const own =
      type === 'route' ? `before ${inlineName(registration, patterns[0] ?? '')}` : `${file}Middleware`
    return this.#words(use) ?? own
  }

  /** Names new middleware that wraps a handler of the program. */
  made(words: string, place: ProgramPlace, write: () => string, unwritten = ''): string {
    const written = this.writer.attempt(write)
    const handler = { ...written, handler: undefined, place, inline: undefined }
    return this.#middlewareName(written.code ?? `${words} ${unwritten}`, () => words, handler)
  }

  #middlewareName(key: string, words: () => string, handler: Unnamed): string {
    return getOrInsert(this.#names, `middleware ${key}`, () =>
      addNamed(this.middleware, camelCase(words()), handler),
    )
  }

  #describe(
    use: RecordedUse,
    registration: Registration,
    wrap: (code: string) => string = (code) => code,
  ): { key: string; handler: Unnamed } {
    const origin = this.#program.origin(use)
    const place = origin === undefined ? registration.place : placeAt(origin.module, origin.node.start)
    let inline = this.#inline(use)
    let written = this.writer.attempt(() => wrap(this.code(use)))
    const expression = this.#program.sites.expression(use)
    if (
      written.code === undefined &&
      inline !== undefined &&
      expression !== undefined &&
      (this.#fileOf(expression) !== undefined ||
        (this.#unmovableFiles !== undefined && expression.node.type === 'MemberExpression'))
    ) {
      // A bundle hides exports, but its sources show them. If a method belongs to the result of a call, the call is
      // repeated.
      const again = this.writer.attempt(() => wrap(this.#itemCode(expression)))
      if (again.code !== undefined) {
        inline = undefined
        written = again
      }
    }
    const key = (inline === undefined ? written.code : undefined) ?? String(use.handler.number)
    return { key, handler: { ...written, handler: use.handler, place, inline } }
  }

  /** Returns the function or call of a handler that is not exported. */
  #inline(use: RecordedUse): ProgramNode | undefined {
    if (use.handler.exported !== undefined) return undefined
    const origin = this.#program.origin(use)
    return origin !== undefined && (isFunctionLiteral(origin.node) || hasInlineFunction(origin.node))
      ? origin
      : undefined
  }

  #refusal({ node, module }: ProgramNode): string | undefined {
    if (this.#unmovableFiles === undefined) return 'it is not exported'
    if (node.type.startsWith('Class')) return 'it is a method of a class'
    if (!module.isUtf8) return 'its file is not UTF-8'
    const name = node.type === 'FunctionDeclaration' ? nameOf(nodeIn(node, 'id')) : undefined
    const isTwice = nodesIn(module.program, 'body').some(
      (each) => each !== node && declaredNames(each).includes(name ?? ''),
    )
    if (isTwice) return `its file declares ${name ?? ''} twice`
    return this.#unmovableFiles.has(module.file)
      ? 'its file exports what the module of controllers needs'
      : undefined
  }

  #actionParts(
    use: RecordedUse,
    registration: Registration,
    path: string,
  ): [controller: string, method: string] {
    const { exported, place, name } = use.handler
    const expression = this.#program.sites.expression(use)
    const named = expression && this.#memberParts(expression, exported)
    if (named !== undefined) return named
    if (exported !== undefined) {
      const own =
        exported.path.findLast((each) => each !== 'default') ?? ownName(name) ?? stemOf(exported.file)
      return [controllerNameForFile(exported.file), methodName(own)]
    }
    const origin = this.#program.origin(use)
    if (origin !== undefined && /CallExpression$|NewExpression$/.test(origin.node.type)) {
      const bound = boundMember(origin.node)
      const parts = bound === undefined ? this.#innerParts(origin) : undefined
      if (parts !== undefined) return parts
      const callee = bound ?? nodeIn(origin.node, 'callee')
      const called = callee && lastName(callee)
      // A function of a package, such as `authenticate`, gives no name, because many actions would have this name.
      const from = callee && this.#fileOf({ node: callee, module: origin.module })
      if (
        called !== undefined &&
        from !== undefined &&
        !hasInlineFunction(origin.node) &&
        !wrapsParameter(origin)
      )
        return [controllerNameForFile(from), methodName(called)]
    }
    const isCalled =
      origin?.node.type.endsWith('CallExpression') === true && boundMember(origin.node) === undefined
    const isNamed = expression?.node.type === 'Identifier' && expression.items.length === 0
    const written = isNamed ? nameOf(expression.node) : undefined
    // All functions that a package creates have the same name, so this name is not used.
    const given = isCalled || (origin ?? place) === undefined ? undefined : ownName(name)
    // In a minified bundle, functions have different names than in their sources.
    const own = this.#program.application.isCompiled ? (written ?? given) : (given ?? written)
    // The file that calls a package, such as index.js, is no controller of the package's routes.
    const [resource, ...rest] = path.split('/').filter((each) => !/^(?:|api|v\d+)$/i.test(each))
    if (registration.byPackage !== undefined && own === undefined && /^[\w-]+$/.test(resource ?? ''))
      return [`${camelCase(resource ?? '')}Controller`, inlineName(registration, `/${rest.join('/')}`)]
    return [
      controllerNameForFile((isCalled ? undefined : place?.file) ?? registration.place.file),
      own === undefined || /^(handler|fn|callback|cb)$/i.test(own)
        ? inlineName(registration, path)
        : methodName(own),
    ]
  }

  /** Returns `['users', 'list']` for `users.list`. */
  #memberParts(expression: ProgramNode, exported: ExportedName | undefined): [string, string] | undefined {
    const member = actionMember(expression)
    if (member === undefined) return undefined
    const { module } = expression
    const object = { node: member.object, module }
    const file = this.#fileOf(object)
    const owner =
      exported === undefined
        ? [file ?? module.file, ...importedPath(object)]
        : [exported.file, ...exported.path.slice(0, -1)]
    const ownerKey = JSON.stringify(owner.filter((name) => name !== 'default'))
    const controller = this.#controllerFor(member.controller, ownerKey)
    if (controller !== undefined) return [controller, member.method]
    return exported === undefined && file !== undefined
      ? [controllerNameForFile(file), member.method]
      : undefined
  }

  /** Returns the name of the handler in `asyncHandler(userController.show)`. */
  #innerParts({ node, module }: ProgramNode): [string, string] | undefined {
    for (const outer of nodesIn(node, 'arguments')) {
      const argument = withoutTypes(outer)
      const bound = boundMember(argument)
      if (argument.type === 'CallExpression' && bound === undefined) {
        const inner = this.#innerParts({ node: argument, module })
        if (inner !== undefined) return inner
        continue
      }
      const named = { node: bound ?? argument, module }
      const parts = this.#memberParts(named, undefined)
      if (parts !== undefined) return parts
      if (named.node.type !== 'Identifier') continue
      const binding = findBinding(named, nameOf(named.node) ?? '')
      const isFunction =
        binding?.kind === 'function' || (binding?.value !== undefined && /Function/.test(binding.value.type))
      if (!isFunction && binding?.imported === undefined) continue
      const file = this.#fileOf(named) ?? module.file
      return [controllerNameForFile(file), methodName(nameOf(named.node) ?? '')]
    }
    return undefined
  }

  /** Returns the program file from which a name is imported. */
  #fileOf(named: ProgramNode): string | undefined {
    const root = rootOf(named)
    const specifier = root === undefined ? undefined : findBinding(named, root)?.imported?.specifier
    return specifier === undefined ? undefined : this.writer.fileOf(specifier, named.module.file)
  }

  /** Gives a local name to only one controller. The next controller with this name is named after its file. */
  #controllerFor(local: string, owner: string): string | undefined {
    const name = methodName(local)
    const known = this.#controllers.get(name)
    if ((known !== undefined && known !== owner) || genericNames.has(name.toLowerCase())) return undefined
    this.#controllers.set(name, owner)
    return name
  }

  #words(use: RecordedUse): string | undefined {
    const { exported, name, router } = use.handler
    const expression = this.#program.sites.expression(use)
    const node = expression?.node
    const isItem = expression !== undefined && expression.items.length > 0
    if (node?.type === 'Identifier' && !isItem) return nameOf(node)
    const origin = isItem ? expression : this.#program.origin(use)
    if (exported === undefined && origin?.node.type.endsWith('CallExpression') === true)
      return callWords(origin)
    if (node?.type === 'MemberExpression' && !isItem) {
      const own = lastName(node)
      const owner = nodeIn(node, 'object')
      const ownerName = owner && lastName(owner)
      if (own !== undefined)
        return shortNames.has(own) && ownerName !== undefined ? `${ownerName} ${own}` : own
    }
    // All routers have the same function name, and many packages name a function `middleware`.
    const given = router === undefined ? ownName(name) : undefined
    return (
      exported?.path.findLast((each) => each !== 'default') ??
      (isItem && given !== undefined && shortNames.has(given) ? undefined : given) ??
      (exported === undefined ? undefined : stemOf(exported.file)) ??
      (node === undefined ? undefined : lastName(node))
    )
  }
}

function addNamed(handlers: Map<string, NamedHandler>, wanted: string, handler: Unnamed): string {
  const name = freeName(wanted, handlers)
  handlers.set(name, { name, ...handler })
  return name
}

/** The code of an action that leaves its requests to a package. */
const passOn = '(request, response, next) => next()'

/** Returns the name of a function without `bound`. */
function ownName(name: string): string | undefined {
  const own = name.replace(/^(?:bound )+/, '').replace(/^#/, '')
  return /^[A-Za-z_$][\w$]*$/.test(own) && own !== 'anonymous' ? own : undefined
}

/** Returns `['api', 'users']` for `all.users` and `const { api: all } = require('./controllers')`. */
function importedPath({ node, module }: ProgramNode): readonly string[] {
  const root = rootOf({ node, module }) ?? 'this'
  const names = module.text.slice(node.start, node.end).split('.').slice(1)
  return [...(findBinding({ node, module }, root)?.imported?.path ?? [root]), ...names]
}

function rootOf({ node }: ProgramNode): string | undefined {
  if (node.type === 'Identifier') return nameOf(node)
  const object = nodeIn(node, 'object')
  return object && rootOf({ node: object } as ProgramNode)
}

/** True for `wrap(handler)` in a function with the parameter `handler`, because many handlers have this name. */
function wrapsParameter({ node, module }: ProgramNode): boolean {
  return nodesIn(node, 'arguments').some((outer) => {
    const argument = { node: boundMember(outer) ?? withoutTypes(outer), module }
    const root = rootOf(argument)
    return root !== undefined && findBinding(argument, root)?.kind === 'parameter'
  })
}

function stemOf(file: string): string {
  const name = basename(file).replace(/\.[^.]+$/, '')
  return camelCase(
    name === 'index' ? basename(dirname(file)) : name.replace(/[.\-_](controller|handler|middleware)$/i, ''),
  )
}

function decodedEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return ' '
  }
}

/** Converts `POST /users/{id}` to `postUsersById`. */
function inlineName({ method }: Registration, path: string): string {
  const verb = method === '*' ? 'handle' : method.toLowerCase()
  const words = path
    .replaceAll(/\{<[^{}]*?>(\w+)\}/g, ' by $1 ')
    .replaceAll(/\{(\w+)\}/g, ' by $1 ')
    .replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, decodedEscapes)
  const name = camelCase(`${verb} ${words}`)
  return name === verb && path.replaceAll(/[/?]/g, '') === ''
    ? method === 'GET'
      ? 'index'
      : `${verb}Index`
    : name
}
