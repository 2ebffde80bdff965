import { METHODS } from 'node:http'
import type { ProgramPlace, RecordedCaller, RecordedUse } from '../recorded-application.js'
import { addRunningExpress, callerOf, runningPlaces } from './program-frames.js'
import { noteTrouble } from './prevent-listening.js'

/** A function of Express or of the program, with its members. */
export type AnyFunction = ((...args: never[]) => unknown) & Record<string, unknown>

export interface ExpressLayer {
  readonly route?: { readonly path: unknown; readonly stack: ExpressLayer[] }
  readonly handle?: unknown
  readonly regexp?: RegExp
  readonly method?: string
  readonly path?: string
  match(path: string): unknown
}

export interface ObservedCall {
  readonly method: string
  readonly path: unknown
  readonly caller: RecordedCaller
  readonly values: readonly unknown[]
  readonly positions: readonly RecordedUse['position'][]
}

/** The call that created a layer, and the index of the layer's handler. */
export interface LayerOrigin {
  readonly call: ObservedCall
  readonly index: number
}

interface Express {
  readonly application: Record<string, unknown>
  readonly Router: Record<string, unknown> & { readonly prototype?: Record<string, unknown> }
  readonly Route: { readonly prototype: Record<string, unknown> }
  static: unknown
}

interface Observed {
  readonly origins: WeakMap<object, LayerOrigin>
  readonly parameters: Map<unknown, { readonly name: string; readonly call: ObservedCall }[]>
  /** All applications and routers in the order of their first use. */
  readonly routers: Set<AnyFunction>
  readonly callers: WeakMap<object, RecordedCaller>
  /** The places of the program in the stacks of all calls. */
  readonly places: Map<string, ProgramPlace>
  readonly staticFolders: WeakMap<object, { readonly directory: string; readonly hasOptions: boolean }>
  /** The time of the last registration, in milliseconds. */
  lastWork: number
}

export const observed: Observed = {
  origins: new WeakMap(),
  parameters: new Map(),
  routers: new Set(),
  callers: new WeakMap(),
  places: new Map(),
  staticFolders: new WeakMap(),
  lastWork: Date.now(),
}

/** The `application` of each observed copy, because a program may copy Express's members to its own function. */
const known = new WeakSet()

/** Observes each copy of Express, also in a bundle. A copy is complete when its function gets the member `static`. */
export function observeExpress(): void {
  // oxlint-disable-next-line no-extend-native -- only this member reveals the Express of a bundle
  Object.defineProperty(Function.prototype, 'static', {
    configurable: true,
    set(this: object, value: unknown) {
      Object.defineProperty(this, 'static', { value, configurable: true, enumerable: true, writable: true })
      if (isExpress(this) && !known.has(this.application)) observe(this)
    },
  })
}

function isExpress(value: unknown): value is Express {
  if (typeof value !== 'function') return false
  const { application, Router, Route } = value as unknown as Partial<Record<keyof Express, object>>
  // A library with Express's interface may have different parts.
  return (
    typeof Object(application).init === 'function' &&
    typeof Router === 'function' &&
    typeof Object(Route).prototype === 'object'
  )
}

/** The layers that Express adds itself. */
export const ownLayers: WeakSet<object> = new WeakSet()
let depth = 0
let current: ObservedCall | undefined
let next = 0

function observe(express: Express): void {
  known.add(express.application)
  const place = addRunningExpress()
  if (place !== undefined) noteTrouble({ kind: 'is bundled', message: '', place })
  const { application, Route } = express
  const router = express.Router.prototype?.['use'] === undefined ? express.Router : express.Router.prototype
  const verbs = [...METHODS.map((method) => method.toLowerCase()), 'del', 'all']
  for (const owner of [application, router]) {
    wrap(owner, 'use', (self, args) => callOf(self, 'use', args))
    wrap(owner, 'param', (self, args) => {
      const [names, ...handlers] = args
      const call = callWith('param', undefined, handlers, 1)
      const list = getOrAdd(observed.parameters, self, () => [])
      for (const name of Array.isArray(names) ? names : [names]) list.push({ name: String(name), call })
      return call
    })
    wrap(owner, 'route', () => undefined)
    for (const verb of verbs)
      if (owner[verb] !== undefined) wrap(owner, verb, (self, args) => callOf(self, verb, args))
  }
  for (const verb of verbs)
    if (Route.prototype[verb] !== undefined)
      wrap(Route.prototype, verb, (route, args) => callWith(verb, route['path'], args, 0))
  const lazyRouter = application['lazyrouter']
  if (typeof lazyRouter === 'function')
    application['lazyrouter'] = function (this: unknown): void {
      // Layers that Express 4 adds itself belong to no call.
      const call = current
      current = undefined
      Reflect.apply(lazyRouter, this, [])
      current = call
      for (const layer of stackOf(this)) if (!observed.origins.has(layer)) ownLayers.add(layer)
    }
  const init = application['init'] as () => unknown
  application['init'] = function (this: AnyFunction): unknown {
    observed.routers.add(this)
    observed.callers.set(this, callerOf())
    // Express 5 creates the router when a program first reads `router`, so this function must not read it.
    return init.apply(this)
  }
  observeStatic(express)
}

function callOf(self: AnyFunction, method: string, args: readonly unknown[]): ObservedCall {
  observed.routers.add(self)
  const [first] = args
  const hasPath = method === 'use' ? !isHandler(first) : true
  return callWith(method, hasPath ? first : '/', hasPath ? args.slice(1) : args, hasPath ? 1 : 0)
}

function isHandler(value: unknown): boolean {
  const first = Array.isArray(value) ? (value.flat(8) as unknown[])[0] : value
  return typeof first === 'function' || (typeof first === 'object' && first !== null && 'handle' in first)
}

function callWith(method: string, path: unknown, args: readonly unknown[], offset: number): ObservedCall {
  const values: unknown[] = []
  const positions: RecordedUse['position'][] = []
  const add = (list: readonly unknown[], above: RecordedUse['position']): void => {
    for (const [own, value] of list.entries()) {
      const index = above.length === 0 ? own + offset : own
      const position = [...above, { index, after: list.length - 1 - own }]
      if (Array.isArray(value)) add(value, position)
      else {
        values.push(value)
        positions.push(position)
      }
    }
  }
  add(args, [])
  for (const place of runningPlaces())
    observed.places.set(`${place.file}:${place.line}:${place.column}`, place)
  return { method, path, caller: callerOf(), values, positions }
}

function wrap(
  owner: Record<string, unknown>,
  name: string,
  describe: (self: AnyFunction, args: readonly unknown[]) => ObservedCall | undefined,
): void {
  const original = owner[name] as (this: unknown, ...args: unknown[]) => unknown
  if (typeof original !== 'function') return
  owner[name] = function (this: AnyFunction, ...args: unknown[]): unknown {
    const isOutermost = depth === 0
    const isSetting = name === 'get' && args.length === 1 && isApplication(this)
    if (isSetting) return original.apply(this, args)
    if (isOutermost) {
      current = describe(this, args)
      next = 0
      observed.lastWork = Date.now()
    }
    const before = stackOf(this).length
    depth++
    try {
      return original.apply(this, args)
    } finally {
      depth--
      // The innermost call stores its layers first, so outer calls skip them.
      for (const layer of stackOf(this).slice(before))
        if (
          current !== undefined &&
          current.values.length > 0 &&
          layer.route === undefined &&
          !ownLayers.has(layer) &&
          !observed.origins.has(layer)
        )
          observed.origins.set(layer, { call: current, index: next++ % current.values.length })
      if (isOutermost) current = undefined
    }
  }
}

function observeStatic(express: Express): void {
  const original = express.static
  if (typeof original !== 'function') return
  const replaced = (root: unknown, options?: unknown): unknown => {
    const handler = Reflect.apply(original, express, [root, options]) as object
    // A folder that a package such as swagger-ui-express serves counts as an ordinary handler.
    if (callerOf().byPackage === undefined)
      observed.staticFolders.set(handler, { directory: String(root), hasOptions: options !== undefined })
    return handler
  }
  try {
    express.static = Object.assign(replaced, original)
  } catch {
    // A read-only `static` stays, so its folders count as ordinary handlers.
  }
}

/** Returns the handler that the program passed. A package may have wrapped it since. */
export function givenHandler(layer: ExpressLayer): unknown {
  const origin = observed.origins.get(layer)
  return origin?.call.values[origin.index] ?? layer.handle
}

export function stackOf(value: unknown): readonly ExpressLayer[] {
  const owner = routerOf(value)
  const stack = owner?.['stack']
  return Array.isArray(stack) ? (stack as ExpressLayer[]) : []
}

/** Returns the router of an application, or the router itself. */
export function routerOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return undefined
  const owner = value as Record<string, unknown>
  if (Array.isArray(owner['stack'])) return owner
  const old = owner['_router']
  if (typeof old === 'function') return old as unknown as Record<string, unknown>
  if (!isApplication(value) || 'lazyrouter' in owner) return undefined
  const own = owner['router']
  return typeof own === 'function' ? (own as unknown as Record<string, unknown>) : undefined
}

export function isApplication(value: unknown): value is AnyFunction {
  return typeof value === 'function' && 'handle' in value && 'set' in value && 'locals' in value
}

/** Copies `getOrInsert` of router-core, because the child process must not load router-core. */
export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const value = make()
  map.set(key, value)
  return value
}
