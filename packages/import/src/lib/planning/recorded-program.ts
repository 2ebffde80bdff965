import { CallSites, placeOfCall, type HandlerExpression, type ProgramNode } from '../call-sites/call-sites.js'
import { findBinding } from '../call-sites/bindings.js'
import { offsetOf, SourceModules } from '../call-sites/source-module.js'
import type {
  ProgramPlace,
  RecordedApplication,
  RecordedHandler,
  RecordedParameter,
  RecordedPath,
  RecordedRouter,
  RecordedUse,
} from '../record/recorded-application.js'
import { visitSyntax, type SyntaxNode } from '../script/script-syntax.js'
import { keyName, nameOf, nodeIn, nodesIn, withoutTypes } from '../script/syntax-fields.js'
import { givenFunctions, isFunctionLiteral } from './expression-names.js'
import { answersAll, callsNext, functionNode } from './handler-facts.js'

/** The layers of one registering call. */
export interface Registration {
  readonly type: 'route' | 'use'
  readonly method: string
  readonly paths: readonly RecordedPath[]
  readonly handlers: readonly RecordedUse[]
  readonly call: number | undefined
  readonly place: ProgramPlace
  /** The package that registers handlers of its own. */
  readonly byPackage: string | undefined
}

/** A recorded application together with its source. */
export class RecordedProgram {
  readonly application: RecordedApplication
  readonly entry: string
  readonly modules: SourceModules = new SourceModules()
  readonly sites: CallSites

  constructor(application: RecordedApplication, entry: string) {
    this.application = application
    this.entry = entry
    this.sites = new CallSites(application, this.modules)
  }

  router(number: number): RecordedRouter {
    const router = this.application.routers[number]
    if (router === undefined) throw new Error(`expected the number of a router, got ${number}`)
    return router
  }

  handler({ handler }: RecordedUse): RecordedHandler {
    const found = this.application.handlers[handler]
    if (found === undefined) throw new Error(`expected the number of a handler, got ${handler}`)
    return found
  }

  placeOf(call: number | undefined): ProgramPlace {
    const found = this.sites.call(call)
    return found === undefined
      ? (this.sites.placeOf(call) ?? { file: this.entry, line: 1, column: 1 })
      : placeOfCall(found)
  }

  text(call: number | undefined): string {
    return this.sites.text(call)
  }

  expression(use: RecordedUse): HandlerExpression | undefined {
    return this.sites.expression(use)
  }

  /** Returns the routers that a call mounts. */
  routersIn({ handlers }: Registration): number[] {
    return handlers.flatMap((use) => this.mountedRouter(use) ?? [])
  }

  /** Returns the router that a handler is. A router that only passes all requests on is middleware like a function. */
  mountedRouter(use: RecordedUse): number | undefined {
    const { router } = this.handler(use)
    if (router === undefined) return undefined
    const below = this.routersBelow(router).flatMap((each) => this.router(each).layers)
    const passesOn = below.every(
      ({ type, paths, handlers }) =>
        type === 'use' &&
        paths.every((path) => path.type === 'text' && path.text === '/') &&
        handlers.every((each) => !this.answers(each) && this.handler(each).directory === undefined),
    )
    return passesOn && below.length > 0 ? undefined : router
  }

  /** True for a function of the program that must answer every request. */
  answers(use: RecordedUse): boolean {
    const handler = this.handler(use)
    return handler.place !== undefined && answersAll(handler)
  }

  /** Returns the package that registers a handler of its own. The package stays in the application, and goes on answering. */
  answeringPackage(use: RecordedUse, { byPackage }: Registration): string | undefined {
    return this.handler(use).place === undefined ? byPackage : undefined
  }

  /** Returns the handlers of `router.param`, without those of a package, which stay in the application. */
  parameters(router: number): readonly RecordedParameter[] {
    return this.router(router).parameters.filter(
      ({ use }) => this.sites.registeringPackage(use.call) === undefined,
    )
  }

  /** Returns a router and all routers that are mounted below it. */
  routersBelow(router: number): number[] {
    const routers = new Set([router])
    // The loop also visits routers that are added meanwhile.
    for (const each of routers)
      for (const { handlers } of this.router(each).layers)
        for (const use of handlers) {
          const inner = this.handler(use).router
          if (inner !== undefined) routers.add(inner)
        }
    return [...routers]
  }

  hasRoutes(router: number): boolean {
    return this.routersBelow(router).some((each) =>
      this.router(each).layers.some(({ type }) => type === 'route'),
    )
  }

  /** Returns the registrations of a router in order. Adjacent layers of one call are merged; a route is split by method. */
  registrations(router: number): Registration[] {
    const registrations: Registration[] = []
    for (const { type, paths, handlers } of this.router(router).layers) {
      const call = handlers[0]?.call
      if (type === 'route') {
        registrations.push(
          ...methodsOf(handlers).map((method) => {
            const own = handlers.filter((each) => each.method === '*' || each.method === method)
            const last = own.at(-1)?.call ?? call
            return { type, method, paths, handlers: own, ...this.#source(last) }
          }),
        )
        continue
      }
      const before = registrations.at(-1)
      if (before?.type === 'use' && call !== undefined && before.call === call)
        registrations.splice(-1, 1, { ...before, handlers: [...before.handlers, ...handlers] })
      else registrations.push({ type, method: '*', paths, handlers, ...this.#source(call) })
    }
    return registrations
  }

  #source(call: number | undefined): Pick<Registration, 'call' | 'place' | 'byPackage'> {
    return { call, place: this.placeOf(call), byPackage: this.sites.registeringPackage(call) }
  }

  /**
   * Returns the expression or function of a handler: the value of a name, a method of an object, or otherwise the function at
   * its place in the source.
   */
  origin(use: RecordedUse): ProgramNode | undefined {
    const expression = this.expression(use)
    const followed = expression?.items.length === 0 ? follow(expression) : undefined
    if (
      followed !== undefined &&
      !/^(Identifier|MemberExpression|OptionalMemberExpression)$/.test(followed.node.type)
    )
      return followed
    return this.functionAt(this.handler(use).place) ?? followed
  }

  /** True if a handler, or a function that is given to the call that makes it, calls `next()`. */
  passesOn(use: RecordedUse): boolean {
    const own = functionNode(this.handler(use))
    const node = this.origin(use)?.node
    return [...(own === undefined ? [] : [own]), ...(node === undefined ? [] : givenFunctions(node))].some(
      callsNext,
    )
  }

  /** Returns the function at a place of the source. */
  functionAt(place: ProgramPlace | undefined): ProgramNode | undefined {
    const module = place && this.modules.read(place.file)
    if (place === undefined || module === undefined) return undefined
    const offset = offsetOf(module, place)
    let found: SyntaxNode | undefined
    // The place of a function is the beginning of the function or of its parameters.
    visitSyntax(module.program, (node) => {
      if (!isFunctionLiteral(node) || node.start > offset || node.end <= offset) return
      const body = nodeIn(node, 'body')
      if (body === undefined || offset <= body.start) found = node
    })
    return found && { node: found, module }
  }
}

/** Returns the methods of a route. All handlers of one method stay together, so that `next('route')` skips them. */
function methodsOf(handlers: readonly RecordedUse[]): string[] {
  const methods = new Set(handlers.map(({ method }) => method))
  // `*` comes last, so that the other methods keep their own lines.
  if (methods.delete('*')) methods.add('*')
  return [...methods]
}

/** Follows names and members to the expression of their value, within a file. */
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
