import { resolve } from 'node:path'
import type {
  ExportedName,
  RecordedApplication,
  RecordedCall,
  RecordedHandler,
  RecordedLayer,
  RecordedParameter,
  RecordedPath,
  RecordedRouter,
  RecordedUse,
} from '../recorded-application.js'
import { exportedValues } from './exported-values.js'
import { ScriptKnowledge } from './function-places.js'
import {
  getOrAdd,
  givenHandler,
  isApplication,
  observed,
  ownLayers,
  routerOf,
  stackOf,
  type AnyFunction,
  type ExpressLayer,
  type ObservedCall,
} from './observe-express.js'
import { isOfProgram, originalFiles } from './program-frames.js'
import { placeOfListening } from './prevent-listening.js'

/** A route with more methods than this was registered by `all`. Express 4 stores each method of `all` separately. */
const manyMethods = 20

export interface DescribedApplication {
  readonly application: RecordedApplication
  readonly root: AnyFunction
  readonly numberOf: (handler: unknown) => number
}

/** Describes the layers that Express stores, and the observed calls that created them. */
export class ApplicationDescription {
  readonly #handlers = new Map<unknown, RecordedHandler>()
  readonly #routers = new Map<unknown, RecordedRouter>()
  readonly #calls = new Map<ObservedCall, RecordedCall>()

  async describe(root: AnyFunction, factory: string | undefined): Promise<DescribedApplication> {
    const main = this.#router(root)
    for (const each of observed.routers) this.#router(each)
    const knowledge = new ScriptKnowledge()
    const exported = await exportedValues(knowledge.scripts)
    const facts = knowledge.describe([...this.#handlers.keys()])
    knowledge.close()
    for (const [value, handler] of this.#handlers) {
      const { place, closure = {} } = facts[handler.number] ?? {}
      const router = this.#routers.get(keyOf(value))
      Object.assign(handler, { place, closure, router, exported: bestName(exported.get(value), place?.file) })
    }
    const application = {
      root: main,
      routers: [...this.#routers.values()],
      calls: [...this.#calls.values()],
      places: [...observed.places.values()],
      handlers: [...this.#handlers.values()],
      files: [...new Set(knowledge.scripts.flatMap(({ file }) => originalFiles(file)))].filter(isOfProgram),
      factory,
      isCompiled: knowledge.scripts.some(({ file }) => !originalFiles(file).includes(file)),
      listenPlace: placeOfListening(root),
    }
    return { application, root, numberOf: (handler) => this.#handlers.get(handler)?.number ?? -1 }
  }

  #router(value: unknown): RecordedRouter {
    const router = routerOf(value)
    const known = this.#routers.get(keyOf(value))
    if (known !== undefined) return known
    const stack = stackOf(value)
    const layers: RecordedLayer[] = []
    const parameters: RecordedParameter[] = []
    const described = {
      isApplication: isApplication(value),
      ...(observed.callers.get(value as object) ?? { place: undefined, byPackage: undefined }),
      express: expressOf(value, stack),
      isStrict: router?.['strict'] === true,
      isCaseSensitive: router?.['caseSensitive'] === true,
      mergesParams: router?.['mergeParams'] === true,
      layers,
      parameters,
    }
    // Layers may lead back to the router.
    this.#routers.set(keyOf(value), described)
    layers.push(...stack.flatMap((layer) => this.#layer(layer)))
    for (const { name, call } of observed.parameters.get(value) ?? [])
      for (const [index, handler] of call.values.entries())
        parameters.push({ name, use: this.#use(handler, '*', call, index) })
    return described
  }

  #layer(layer: ExpressLayer): RecordedLayer[] {
    const { route } = layer
    if (route !== undefined) {
      const handlers = route.stack.map((each) => this.#useOf(each, each.method?.toUpperCase() ?? '*'))
      return [{ type: 'route', paths: pathsOf(route.path), handlers: withoutRepeated(handlers) }]
    }
    const origin = observed.origins.get(layer)
    // An unobserved copy of Express adds layers with these names itself.
    if (
      ownLayers.has(layer) ||
      (origin === undefined && /^(?:query|expressInit)$/.test(nameOf(layer.handle)))
    )
      return []
    const paths = pathsOf(origin?.call.path ?? (layer.regexp === undefined ? '/' : layer.regexp))
    return [{ type: 'use', paths, handlers: [this.#useOf(layer, '*')] }]
  }

  #useOf(layer: ExpressLayer, method: string): RecordedUse {
    const origin = observed.origins.get(layer)
    const isAll = origin?.call.method === 'all'
    return this.#use(givenHandler(layer), isAll ? '*' : method, origin?.call, origin?.index ?? 0)
  }

  #use(value: unknown, method: string, call: ObservedCall | undefined, index: number): RecordedUse {
    const handler = getOrAdd(this.#handlers, value, () => this.#handler(value))
    if (isRouter(value)) this.#router(value)
    const made = call && getOrAdd(this.#calls, call, () => ({ ...call.caller, method: call.method }))
    return { handler, method, call: made, position: call?.positions[index] ?? [] }
  }

  #handler(value: unknown): RecordedHandler {
    const folder = observed.staticFolders.get(value as object)
    return {
      number: this.#handlers.size,
      name: nameOf(value),
      parameterCount: parameterCountOf(value),
      text: typeof value === 'function' ? Function.prototype.toString.call(value) : '',
      place: undefined,
      exported: undefined,
      closure: {},
      router: undefined,
      directory: folder && resolve(folder.directory),
      hasOptions: folder?.hasOptions === true,
    }
  }
}

/** A copy `{ ...app }` registers in the router of the application. */
function keyOf(value: unknown): unknown {
  return routerOf(value) ?? value
}

/** Counts the layers of an application, including all mounted routers. */
export function layerCount(value: unknown, above: readonly unknown[] = []): number {
  if (above.includes(value)) return 0
  return stackOf(value).reduce(
    (sum, layer) => sum + (layer.route?.stack.length ?? layerCount(givenHandler(layer), [...above, value])),
    0,
  )
}

export function isRouter(value: unknown): boolean {
  return (
    typeof value === 'function' &&
    'handle' in value &&
    (Array.isArray(Object(value).stack) || isApplication(value))
  )
}

function expressOf(value: unknown, [layer]: readonly ExpressLayer[]): 4 | 5 {
  if (layer !== undefined) return layer.regexp === undefined ? 5 : 4
  return typeof value === 'function' && 'lazyrouter' in value ? 4 : 5
}

function withoutRepeated(uses: readonly RecordedUse[]): RecordedUse[] {
  const methods = new Set(uses.map(({ method }) => method))
  const [first] = methods
  // The call was not observed. But the route has so many methods that the call was `all`.
  const isAll = methods.size > manyMethods
  const ofFirst = uses.filter(({ method }) => method === first)
  const all = isAll ? uses.slice(0, ofFirst.length).map((each) => ({ ...each, method: '*' })) : uses
  return all.filter(
    ({ call, position, method, handler }, index) =>
      call === undefined ||
      method !== '*' ||
      index ===
        all.findIndex((each) => each.call === call && each.position === position && each.handler === handler),
  )
}

function pathsOf(path: unknown): RecordedPath[] {
  if (Array.isArray(path)) return (path as unknown[]).flatMap(pathsOf)
  return [path instanceof RegExp ? path : String(path)]
}

/** Returns the name in the module that declares the function, else the shortest name. */
function bestName(
  names: readonly ExportedName[] | undefined,
  home: string | undefined,
): ExportedName | undefined {
  const sorted = names?.toSorted((one, other) => one.path.length - other.path.length)
  return sorted?.find(({ file }) => file === home) ?? sorted?.[0]
}

/** Returns the name of a function. Returns '' for a stand-in of `--stand-in`, whose `name` is not a text. */
function nameOf(value: unknown): string {
  const name: unknown = typeof value === 'function' ? value.name : ''
  return typeof name === 'string' ? name : ''
}

function parameterCountOf(value: unknown): number {
  const count: unknown = typeof value === 'function' ? value.length : 3
  return typeof count === 'number' ? count : 3
}
