import { getOrInsert } from '@mvc-router/router-core/tools'
import { basename, dirname } from 'node:path'
import type { SyntaxNode } from '../../script/script-syntax.js'
import { isNameChain, lastName, nameOf, nodeIn, nodesIn, withoutTypes } from '../../script/syntax-fields.js'
import { conditionCode } from '../code/condition-code.js'
import type { ModuleWriter, WrittenCode } from '../code/module-writer.js'
import { camelCase, controllerNameForFile, freeName } from '../code/names.js'
import type { TranslatedPath } from '../paths/translated-path.js'
import type { ProgramEvaluator } from '../program/evaluate/evaluate-program.js'
import type { ProgramPlace } from '../program/source/program-place.js'
import { placeOf } from '../program/values/call-place.js'
import { unbound, originOf } from '../program/values/known-facts.js'
import type {
  Registration,
  RouteCondition,
  Scope,
  Value,
  RegisteredHandler,
} from '../program/values/values.js'
import {
  boundMember,
  callWords,
  functionName,
  hasInlineFunction,
  isCallWithHandler,
  isFunctionLiteral,
  actionMember,
  methodName,
  shortNames,
} from './expression-names.js'
import { whyNotMoved } from './why-not-moved.js'

/** A handler under the name that the route files use. */
export interface NamedHandler extends WrittenCode {
  /** `userController.show` for an action, `signedIn` for middleware. */
  readonly name: string
  readonly value: Value | undefined
  readonly place: ProgramPlace
  /** Whether it is a function that is written in the call that registers it. */
  readonly isInline: boolean
  /** The paths of the calls that it is written out in, without those of mounts. */
  readonly paths: Set<TranslatedPath>
}

/** Gives every handler of the program its name: the same handler the same, different ones different ones. */
export class HandlerNames {
  readonly actions: Map<string, NamedHandler> = new Map()
  readonly middleware: Map<string, NamedHandler> = new Map()
  readonly #writer: ModuleWriter
  readonly #evaluator: ProgramEvaluator
  readonly #actionNames = new Map<string, Map<unknown, string>>()
  readonly #inlineNames = new Map<unknown, string>()
  readonly #middlewareNames = new Map<unknown, string>()
  readonly #asked = new Map<RouteCondition, number>()
  /** The controllers that a local name of the program has given, and what it stands for. */
  readonly #controllers = new Map<string, unknown>()
  readonly #unmovableFiles: ReadonlySet<string> | undefined

  /** @param unmovableFiles those whose handlers stay where they are; undefined where all of them do */
  constructor(
    writer: ModuleWriter,
    evaluator: ProgramEvaluator,
    unmovableFiles: ReadonlySet<string> | undefined,
  ) {
    this.#writer = writer
    this.#evaluator = evaluator
    this.#unmovableFiles = unmovableFiles
  }

  /** The handlers that the written module cannot refer to. */
  get missing(): NamedHandler[] {
    return [...this.actions.values(), ...this.middleware.values()].filter(({ code }) => code === undefined)
  }

  /** The name of the action of a route: `userController.show`. */
  action(
    given: RegisteredHandler,
    registration: Registration,
    path: string,
    wrap: (writer: ModuleWriter, code: string) => string = (_, code) => code,
  ): string {
    const { value } = given
    const { key, handler } = this.#describe(value, registration, wrap)
    const wanted = this.#actionParts(given, registration, path).join('.')
    // A handler may have several names, and a name one handler.
    const names = getOrInsert(this.#actionNames, wanted, () => new Map<unknown, string>())
    const known = names.get(key) ?? (handler.isInline ? this.#inlineNames.get(key) : undefined)
    if (known !== undefined) return known
    const name = freeName(wanted, this.actions)
    names.set(key, name)
    if (handler.isInline) this.#inlineNames.set(key, name)
    this.actions.set(name, { name, value, ...handler })
    return name
  }

  /** Notes the path of a call with its handlers. */
  addPath(names: readonly string[], path: TranslatedPath, { handlers }: Registration): void {
    for (const name of names) {
      const handler = this.actions.get(name) ?? this.middleware.get(name)
      const node = handler?.value && originOf(handler.value)?.node
      if (handlers.some(({ at }) => at?.node === node)) handler?.paths.add(path)
    }
  }

  /** The name of a middleware: `signedIn`. */
  useName({ value, at }: RegisteredHandler, registration: Registration): string {
    const described = this.#describe(value, registration)
    const known = this.#middlewareNames.get(described.key)
    if (known !== undefined) return known
    const words = this.#words(value, at?.node) ?? inlineMiddlewareName(registration)
    return this.#addMiddleware(described.key, words, { value, ...described.handler })
  }

  /** Middleware that is written newly around a handler of the program. */
  made(
    name: string,
    place: ProgramPlace,
    write: (writer: ModuleWriter) => string,
    unwritten: unknown = Symbol(name),
  ): string {
    const written = this.#writer.attempt(() => write(this.#writer))
    const key = written.code ?? unwritten
    return (
      this.#middlewareNames.get(key) ??
      this.#addMiddleware(key, name, {
        value: undefined,
        ...written,
        place,
        isInline: false,
        paths: new Set(),
      })
    )
  }

  /** Middleware that passes a line on unless the program's condition holds. */
  condition(conditions: readonly RouteCondition[], place: ProgramPlace): string {
    const text = conditions
      .map(({ text: each, isNegated }) => (isNegated ? `not ${each}` : each))
      .join(' and ')
    const words = text
      .replaceAll('===', ' is ')
      .replaceAll('!==', ' is not ')
      .replaceAll('!', ' not ')
      .replaceAll('process.env.', '')
    const name = camelCase(`when ${words}`).slice(0, 40)
    const numbers = conditions.map((each) => getOrInsert(this.#asked, each, () => this.#asked.size))
    return this.made(
      name,
      place,
      (writer) =>
        `(request, response, next) => next(${conditionCode(writer, conditions)} ? undefined : 'route')`,
      `when ${numbers.join(' and ')}`,
    )
  }

  #addMiddleware(key: unknown, words: string, handler: Omit<NamedHandler, 'name'>): string {
    const name = freeName(camelCase(words), this.middleware)
    this.#middlewareNames.set(key, name)
    this.middleware.set(name, { name, ...handler })
    return name
  }

  #describe(
    value: Value,
    registration: Registration,
    wrap: (writer: ModuleWriter, code: string) => string = (_, code) => code,
  ): { key: unknown; handler: Omit<NamedHandler, 'name' | 'value'> } {
    const isInline =
      this.#writer.exportOf(value) === undefined &&
      ((value.type === 'function' && isFunctionLiteral(value)) || isCallWithHandler(value))
    const origin = originOf(value)
    const place = origin === undefined ? registration.place : placeOf(origin)
    const refusal = isInline ? whyNotMoved(value, this.#unmovableFiles) : undefined
    const written =
      refusal === undefined
        ? this.#writer.attempt(() => wrap(this.#writer, this.#writer.expression(value)))
        : { code: undefined, reason: refusal }
    const key = isInline ? value : (written.code ?? value)
    return { key, handler: { ...written, place, isInline, paths: new Set() } }
  }

  #actionParts(
    { value, at }: RegisteredHandler,
    registration: Registration,
    path: string,
  ): [controller: string, method: string] {
    const expression = at && withoutTypes(at.node)
    const member = expression && at && actionMember(expression, at.scope)
    if (member !== undefined && at !== undefined) {
      const owner = this.#evaluator.evaluate(member.object, at.scope)
      const controller = this.#controllerFor(member.controller, owner)
      if (controller !== undefined) return [controller, member.method]
    }
    const exported = this.#writer.exportOf(value)
    if (exported !== undefined) {
      const controller = controllerNameForFile(exported.module.file)
      const names = exported.path.filter((each) => each !== 'default')
      const own = names.at(-1) ?? functionName(value) ?? stemOf(exported.module.file)
      return [controller, methodName(own)]
    }
    const made = originOf(value)
    if (made !== undefined && /CallExpression$|NewExpression$/.test(made.node.type)) {
      const { node, scope } = made
      const inner = this.#innerHandler(node, scope)
      if (inner !== undefined) return this.#actionParts(inner, registration, path)
      const callee = nodeIn(node, 'callee')
      if (node.type === 'CallExpression' && callee !== undefined) {
        const called = unbound(calledValue(this.#evaluator, callee, scope))
        const from = this.#writer.exportOf(called)
        const name = lastName(callee)
        if (from !== undefined && name !== undefined)
          return [controllerNameForFile(from.module.file), methodName(name)]
        if (name !== undefined && !hasInlineFunction(node))
          return [controllerNameForFile(registration.place.file), methodName(name)]
      }
    }
    const file = value.type === 'function' ? value.scope.module.file : registration.place.file
    const controller = controllerNameForFile(file)
    const own = functionName(value) ?? (expression?.type === 'Identifier' ? nameOf(expression) : undefined)
    return [
      controller,
      own === undefined || /^(handler|fn|callback|cb)$/i.test(own)
        ? inlineName(registration, path)
        : methodName(own),
    ]
  }

  /** The handler in `asyncHandler(userController.show)`. */
  #innerHandler(node: SyntaxNode, scope: Scope): RegisteredHandler | undefined {
    for (const outer of nodesIn(node, 'arguments')) {
      const argument = withoutTypes(outer)
      const bound = boundMember(argument)
      if (argument.type === 'CallExpression' && bound === undefined) {
        const inner = this.#innerHandler(argument, scope)
        if (inner !== undefined) return inner
        const callee = nodeIn(argument, 'callee')
        if (callee === undefined) continue
        const called = calledValue(this.#evaluator, callee, scope)
        if (this.#writer.exportOf(called) !== undefined) return { value: called, at: { node: callee, scope } }
      }
      const named = bound ?? argument
      if (named.type !== 'MemberExpression' && named.type !== 'Identifier') continue
      const value = unbound(calledValue(this.#evaluator, named, scope))
      const isFunction = value.type === 'function' || (value.type === 'unknown' && value.callee !== undefined)
      const isNamed =
        this.#writer.exportOf(value) !== undefined ||
        named.type === 'MemberExpression' ||
        functionName(value) !== undefined
      if (isFunction && isNamed) return { value, at: { node: named, scope } }
    }
    return undefined
  }

  /** A local name stands for one controller only; the next one of that name is called after its file. */
  #controllerFor(local: string, owner: Value): string | undefined {
    const name = methodName(local)
    const known = this.#controllers.get(name)
    if (known === undefined || known === owner) {
      if (genericNames.has(name.toLowerCase())) return undefined
      this.#controllers.set(name, owner)
      return name
    }
    return undefined
  }

  #words(value: Value, node: SyntaxNode | undefined): string | undefined {
    const exported = this.#writer.exportOf(value)
    const expression = node && withoutTypes(node)
    if (expression?.type === 'Identifier') return nameOf(expression)
    const made = originOf(value)
    if (exported === undefined && made?.node.type.endsWith('CallExpression') === true)
      return callWords(made.node, made.scope)
    if (expression?.type === 'MemberExpression') {
      const name = lastName(expression)
      const owner = nodeIn(expression, 'object')
      const ownerName = owner && lastName(owner)
      return name !== undefined && shortNames.has(name) && ownerName !== undefined
        ? `${ownerName} ${name}`
        : name
    }
    const names = exported?.path.filter((each) => each !== 'default') ?? []
    return (
      names.at(-1) ??
      functionName(value) ??
      (exported === undefined ? undefined : stemOf(exported.module.file))
    )
  }
}

const genericNames: ReadonlySet<string> = new Set([
  'controller',
  'ctrl',
  'handler',
  'handlers',
  'this',
  'self',
  'exports',
  'route',
  'item',
  'r',
  'controllers',
  'module',
])
function calledValue(evaluator: ProgramEvaluator, callee: SyntaxNode, scope: Scope): Value {
  // Only names and members are looked up again: nothing is called twice.
  return isNameChain(callee) ? evaluator.evaluate(callee, scope) : { type: 'constant', constant: undefined }
}

function stemOf(file: string): string {
  const name = basename(file).replace(/\.[^.]+$/, '')
  return camelCase(
    name === 'index' ? basename(dirname(file)) : name.replace(/[.\-_](controller|handler|middleware)$/i, ''),
  )
}

/** `POST /users/:id` as `postUsersById`. */
function inlineName({ method }: Registration, path: string): string {
  const verb = method === '*' ? 'handle' : method.toLowerCase()
  const words = path
    .replaceAll(/\{<[^{}]*?>(\w+)\}/g, ' by $1 ')
    .replaceAll(/\{(\w+)\}/g, ' by $1 ')
    .replaceAll(/%[0-9A-Fa-f]{2}/g, ' ')
  const name = camelCase(`${verb} ${words}`)
  return name === verb && path.replaceAll(/[/?]/g, '') === ''
    ? method === 'GET'
      ? 'index'
      : `${verb}Index`
    : name
}

function inlineMiddlewareName({ place }: Registration): string {
  return `${controllerNameForFile(place.file).replace(/Controller$/, '')}Middleware`
}
