import { attempt, getOrInsert } from '@mvc-router/router-core/tools'
import { CallSites, findBinding, placeOfCall, type ProgramNode } from '../call-sites/call-sites.js'
import { translatePath } from '../paths/translate-path.js'
import { UntranslatablePathException, type TranslatedPath } from '../paths/translated-path.js'
import { offsetOf, SourceModules } from '../call-sites/source-module.js'
import type {
  ProgramPlace,
  RecordedApplication,
  RecordedCall,
  RecordedParameter,
  RecordedPath,
  RecordedRouter,
  RecordedUse,
} from '../record/recorded-application.js'
import { findSyntax, type SyntaxNode } from '../script/script-syntax.js'
import { keyName, nameOf, nodeIn, nodesIn, withoutTypes } from '../script/syntax-fields.js'
import { givenFunctions, isFunctionLiteral } from './expression-names.js'
import { answersAll, callsNext, functionNode } from './handler-facts.js'

/** The layers of one registering call. */
export interface Registration {
  readonly type: 'route' | 'use'
  /** In upper case, or `*` for all methods. */
  readonly method: string
  readonly paths: readonly RecordedPath[]
  readonly handlers: readonly RecordedUse[]
  /** Undefined if the call was not observed. */
  readonly call: RecordedCall | undefined
  readonly place: ProgramPlace
  /** The package that registers its own handler. The handler stays in the application. */
  readonly byPackage: string | undefined
  /** The paths that a route file can express. */
  readonly translated: readonly TranslatedPath[]
  /** The reasons for paths that are missing in `translated`. */
  readonly refusals: readonly UntranslatablePathException[]
  /** The patterns of `translated`. For `use`, they match the start of a path. */
  readonly patterns: readonly string[]
}

/** A route or a served folder with its complete patterns, which include the mounts. */
export interface MountedRegistration {
  readonly registration: Registration
  readonly patterns: readonly string[]
  /** False for a path such as `/café`. Express compares it with a request's path, but clients request `/caf%C3%A9`. */
  readonly isReachable: boolean
}

/** More mount paths of a router are ignored. */
const maxMounts = 1000

/** A recorded application and its source. */
export class RecordedProgram {
  readonly application: RecordedApplication
  readonly entry: string
  readonly modules: SourceModules = new SourceModules()
  readonly sites: CallSites
  readonly #registrations = new Map<RecordedRouter, readonly Registration[]>()
  readonly #mounts = new Map<RecordedRouter, string[]>()

  constructor(application: RecordedApplication, entry: string) {
    this.application = application
    this.entry = entry
    this.sites = new CallSites(application, this.modules)
    this.#noteMounts(application.root, '', [])
  }

  placeOf(call: RecordedCall | undefined): ProgramPlace {
    const found = this.sites.call(call)
    return found === undefined
      ? (call?.place ?? { file: this.entry, line: 1, column: 1 })
      : placeOfCall(found)
  }

  routersIn({ handlers }: Registration): RecordedRouter[] {
    return handlers.flatMap((use) => this.mountedRouter(use) ?? [])
  }

  /** Returns the router of a handler. Returns undefined for a router that only passes requests on, like middleware. */
  mountedRouter(use: RecordedUse): RecordedRouter | undefined {
    const { router } = use.handler
    if (router === undefined) return undefined
    const below = this.routersBelow(router).flatMap((each) => each.layers)
    const passesOn = below.every(
      ({ type, paths, handlers }) =>
        type === 'use' &&
        paths.every((path) => path === '/') &&
        handlers.every((each) => !this.answers(each) && each.handler.directory === undefined),
    )
    return passesOn && below.length > 0 ? undefined : router
  }

  /** True for a function of the program that certainly answers every request, because it cannot pass one on. */
  answers(use: RecordedUse): boolean {
    const handler = use.handler
    return handler.place !== undefined && answersAll(handler)
  }

  /** Returns the handlers of `router.param`, without handlers of packages, because these stay in the application. */
  parameters(router: RecordedRouter): readonly RecordedParameter[] {
    return router.parameters.filter(({ use }) => this.sites.registeringPackage(use.call) === undefined)
  }

  /** Returns a router and all routers that are mounted under it. */
  routersBelow(router: RecordedRouter): RecordedRouter[] {
    const routers = new Set([router])
    // The loop also visits routers that it adds.
    for (const each of routers)
      for (const { handlers } of each.layers)
        for (const use of handlers) {
          const inner = use.handler.router
          if (inner !== undefined) routers.add(inner)
        }
    return [...routers]
  }

  hasRoutes(router: RecordedRouter): boolean {
    return this.routersBelow(router).some((each) => each.layers.some(({ type }) => type === 'route'))
  }

  /** Returns registrations in order. Merges adjacent layers of one call, and splits a route by method. */
  registrations(router: RecordedRouter): readonly Registration[] {
    return getOrInsert(this.#registrations, router, () => {
      const layers: Pick<Registration, 'type' | 'method' | 'paths' | 'handlers'>[] = []
      for (const { type, paths, handlers } of router.layers) {
        const call = handlers[0]?.call
        const before = layers.at(-1)
        if (type === 'route')
          for (const method of methodsOf(handlers)) {
            const own = handlers.filter((each) => each.method === '*' || each.method === method)
            layers.push({ type, method, paths, handlers: own })
          }
        else if (before?.type === 'use' && call !== undefined && before.handlers[0]?.call === call)
          layers.splice(-1, 1, { ...before, handlers: [...before.handlers, ...handlers] })
        else layers.push({ type, method: '*', paths, handlers })
      }
      return layers.map((each): Registration => {
        const { handlers } = each
        const last = handlers.at(-1)
        const call = last?.call ?? handlers[0]?.call
        const isOwn = last === undefined || last.handler.place !== undefined
        return {
          ...each,
          call,
          place: this.placeOf(call),
          byPackage: isOwn ? undefined : this.sites.registeringPackage(call),
          ...translatedPaths(each, router),
        }
      })
    })
  }

  /** Returns routes and served folders with complete patterns, including the routes of mounted routers. */
  mounted(
    registrations: readonly Registration[],
    above: readonly RecordedRouter[] = [],
  ): MountedRegistration[] {
    return registrations.flatMap((registration): MountedRegistration[] => {
      const { type, paths, patterns, handlers } = registration
      const isReachable = !paths.some((path) => typeof path === 'string' && /[^\x21-\x7E]/.test(path))
      if (type === 'route') return [{ registration, patterns, isReachable }]
      if (handlers.some((use) => use.handler.directory !== undefined))
        return [
          { registration, patterns: patterns.map((each) => patternBelow(each, '/{<.*>file}')), isReachable },
        ]
      return this.routersIn(registration)
        .filter((router) => !above.includes(router))
        .flatMap((router) => this.mounted(this.registrations(router), [...above, router]))
        .map((each) => ({
          registration: each.registration,
          isReachable: isReachable && each.isReachable,
          patterns: patterns.flatMap((prefix) => each.patterns.map((own) => patternBelow(prefix, own))),
        }))
    })
  }

  mountsOf(router: RecordedRouter): readonly string[] {
    return this.#mounts.get(router) ?? []
  }

  #noteMounts(router: RecordedRouter, mount: string, above: readonly RecordedRouter[]): void {
    const known = getOrInsert(this.#mounts, router, () => [])
    if (known.length >= maxMounts || above.includes(router) || known.includes(mount)) return
    known.push(mount)
    for (const registration of this.registrations(router).filter(({ type }) => type === 'use'))
      for (const inner of this.routersIn(registration))
        for (const prefix of registration.patterns)
          this.#noteMounts(inner, prefix === '/' ? mount : mount + prefix, [...above, router])
  }

  /**
   * Follows the handler's name or member to its value. Returns the function at the handler's place if the file does not
   * show the value.
   */
  origin(use: RecordedUse): ProgramNode | undefined {
    const expression = this.sites.expression(use)
    const followed = expression?.items.length === 0 ? follow(expression) : undefined
    if (
      followed !== undefined &&
      !/^(Identifier|MemberExpression|OptionalMemberExpression)$/.test(followed.node.type)
    )
      return followed
    return this.functionAt(use.handler.place) ?? followed
  }

  /** True if a handler, or a function in the call that creates it, calls `next()`. */
  passesOn(use: RecordedUse): boolean {
    const own = functionNode(use.handler)
    const node = this.origin(use)?.node
    return [...(own === undefined ? [] : [own]), ...(node === undefined ? [] : givenFunctions(node))].some(
      callsNext,
    )
  }

  functionAt(place: ProgramPlace | undefined): ProgramNode | undefined {
    const module = place && this.modules.read(place.file)
    if (place === undefined || module === undefined) return undefined
    const offset = offsetOf(module, place)
    // V8 reports the start of a function or the start of its parameters.
    const isHere = (each: SyntaxNode): boolean =>
      isFunctionLiteral(each) &&
      each.start <= offset &&
      offset <= (nodeIn(each, 'body')?.start ?? offset) &&
      offset < each.end
    const node = findSyntax(module.program, isHere).at(-1)
    return node && { node, module }
  }
}

export function patternBelow(base: string, pattern: string): string {
  return pattern === '/' ? base : base === '/' ? pattern : base + pattern
}

function translatedPaths(
  { paths, type }: Pick<Registration, 'paths' | 'type'>,
  { express, isStrict }: RecordedRouter,
): Pick<Registration, 'translated' | 'refusals' | 'patterns'> {
  const refusals: UntranslatablePathException[] = []
  const translated = paths.flatMap((path) => {
    const options = type === 'use' ? { isMount: true } : { isStrict }
    const result = attempt(UntranslatablePathException, () => translatePath(path, express, options))
    if (!(result instanceof UntranslatablePathException)) return result
    refusals.push(result)
    return []
  })
  const patterns = [...new Set(translated.map(({ pattern }) => pattern.replace(/\/$/, '') || '/'))]
  return { translated, refusals, patterns }
}

/** Returns the methods of a route. Handlers of one method stay together, so that `next('route')` skips all of them. */
function methodsOf(handlers: readonly RecordedUse[]): string[] {
  const methods = new Set(handlers.map(({ method }) => method))
  // `*` comes last, so that other methods keep their own lines.
  if (methods.delete('*')) methods.add('*')
  return [...methods]
}

/** Follows names and members to their value within a file. */
function follow(from: ProgramNode, depth = 0): ProgramNode {
  const node = withoutTypes(from.node)
  const { module } = from
  if (depth > 20) return { node, module }
  if (node.type === 'Identifier') {
    const value = findBinding({ node, module }, nameOf(node) ?? '')
    return value?.value === undefined || value.imported !== undefined
      ? { node, module }
      : follow({ node: value.value, module }, depth + 1)
  }
  const object = node.type === 'MemberExpression' ? nodeIn(node, 'object') : undefined
  const name =
    node['computed'] === true && nodeIn(node, 'property')?.type !== 'StringLiteral'
      ? undefined
      : nameOf(nodeIn(node, 'property'))
  if (object === undefined || name === undefined) return { node, module }
  const owner = follow({ node: object, module }, depth + 1).node
  const property =
    owner.type === 'ObjectExpression'
      ? nodesIn(owner, 'properties').find((each) => keyName(each) === name)
      : undefined
  if (property === undefined) return { node, module }
  return property.type === 'ObjectMethod'
    ? { node: property, module }
    : follow({ node: nodeIn(property, 'value') ?? node, module }, depth + 1)
}
