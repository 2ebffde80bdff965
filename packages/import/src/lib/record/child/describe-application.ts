import { resolve } from 'node:path'
import type {
  ExportedName,
  RecordedApplication,
  RecordedCall,
  RecordedHandler,
  RecordedLayer,
  RecordedPath,
  RecordedRouter,
  RecordedUse,
} from '../recorded-application.js'
import { exportedValues, type ExportedValues } from './exported-values.js'
import { ScriptKnowledge, type FunctionFacts } from './function-places.js'
import {
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
import { placeOfListening } from './tolerate-process.js'

/** A route with more methods was registered by `all`, for which Express 4 notes each method. */
const manyMethods = 20

/** An application as numbers and texts, and the functions behind the numbers. */
export interface DescribedApplication {
  readonly application: RecordedApplication
  readonly root: AnyFunction
  readonly numberOf: (handler: unknown) => number
}

/** Describes the layers that Express holds, with what was seen of the calls that made them. */
export class ApplicationDescription {
  readonly #handlers: unknown[] = []
  readonly #handlerNumbers = new Map<unknown, number>()
  readonly #routers: unknown[] = []
  readonly #routerNumbers = new Map<unknown, number>()
  readonly #calls: RecordedCall[] = []
  readonly #callNumbers = new Map<ObservedCall, number>()

  async describe(root: AnyFunction, factory: string | undefined): Promise<DescribedApplication> {
    const number = this.#routerNumber(root)
    for (const each of observed.routers) this.#routerNumber(each)
    const described: RecordedRouter[] = []
    // Routers that are mounted are found on the way.
    for (let index = 0; index < this.#routers.length; index++)
      described.push(this.#router(this.#routers[index]))
    const knowledge = new ScriptKnowledge()
    const exported = await exportedValues(knowledge.scripts)
    const facts = knowledge.describe(this.#handlers)
    knowledge.close()
    const handlers = this.#handlers.map((value, index) => this.#handler(value, facts[index], exported))
    const application = {
      root: number,
      routers: described,
      calls: this.#calls,
      places: [...observed.places.values()],
      handlers,
      files: [...new Set(knowledge.scripts.flatMap(({ file }) => originalFiles(file)))].filter(isOfProgram),
      factory,
      isCompiled: knowledge.scripts.some(({ file }) => !originalFiles(file).includes(file)),
      listenPlace: placeOfListening(root),
    }
    return { application, root, numberOf: (handler) => this.#handlerNumbers.get(handler) ?? -1 }
  }

  #router(value: unknown): RecordedRouter {
    const router = routerOf(value)
    const layers = stackOf(value)
    const called = observed.parameters.get(value) ?? []
    return {
      isApplication: isApplication(value),
      ...(observed.callers.get(value as object) ?? { place: undefined, byPackage: undefined }),
      express: expressOf(value, layers),
      isStrict: router?.['strict'] === true,
      isCaseSensitive: router?.['caseSensitive'] === true,
      mergesParams: router?.['mergeParams'] === true,
      layers: layers.flatMap((layer) => this.#layer(layer)),
      parameters: called.flatMap(({ name, call }) =>
        call.values.map((handler, index) => ({ name, use: this.#use(handler, '*', call, index) })),
      ),
    }
  }

  #layer(layer: ExpressLayer): RecordedLayer[] {
    const { route } = layer
    if (route !== undefined) {
      const handlers = route.stack.map((each) => this.#useOf(each, each.method?.toUpperCase() ?? '*'))
      return [{ type: 'route', paths: pathsOf(route.path), handlers: withoutRepeated(handlers) }]
    }
    const origin = observed.origins.get(layer)
    // The names are those of Express's own layers in a copy that is not observed.
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

  #use(handler: unknown, method: string, call: ObservedCall | undefined, index: number): RecordedUse {
    return {
      handler: this.#handlerNumber(handler),
      method,
      call: call && this.#callNumber(call),
      position: call?.positions[index] ?? [],
    }
  }

  #handler(value: unknown, facts: FunctionFacts | undefined, exported: ExportedValues): RecordedHandler {
    const folder = observed.staticFolders.get(value as object)
    const router = this.#routerNumbers.get(keyOf(value))
    return {
      name: nameOf(value),
      parameterCount: parameterCountOf(value),
      text: textOf(value),
      place: facts?.place,
      exported: bestName(exported.get(value), facts?.place.file),
      closure: facts?.closure ?? {},
      ...(router === undefined ? {} : { router }),
      ...(folder === undefined
        ? {}
        : { directory: resolve(folder.directory), hasOptions: folder.hasOptions }),
    }
  }

  #handlerNumber(value: unknown): number {
    const known = this.#handlerNumbers.get(value)
    if (known !== undefined) return known
    if (isRouter(value)) this.#routerNumber(value)
    this.#handlerNumbers.set(value, this.#handlers.length)
    return this.#handlers.push(value) - 1
  }

  #routerNumber(value: unknown): number {
    const known = this.#routerNumbers.get(keyOf(value))
    if (known !== undefined) return known
    this.#routerNumbers.set(keyOf(value), this.#routers.length)
    return this.#routers.push(value) - 1
  }

  #callNumber(call: ObservedCall): number {
    const known = this.#callNumbers.get(call)
    if (known !== undefined) return known
    this.#callNumbers.set(call, this.#calls.length)
    return this.#calls.push({ ...call.caller, method: call.method }) - 1
  }
}

/** A copy of an application, `{ ...app }`, registers in the router of the application. */
function keyOf(value: unknown): unknown {
  return routerOf(value) ?? value
}

/** The number of layers of an application, and of what is mounted below it. */
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
  // The call was not observed, but only `all` has so many methods.
  const all =
    methods.size > manyMethods
      ? uses
          .map((each) => ({ ...each, method: '*' }))
          .slice(0, uses.filter(({ method }) => method === first).length)
      : uses
  const seen = new Set<string>()
  return all.filter(({ call, position, method, handler }) => {
    if (call === undefined || method !== '*') return true
    const key = JSON.stringify([call, position, handler])
    return !seen.has(key) && seen.add(key)
  })
}

function pathsOf(path: unknown): RecordedPath[] {
  if (Array.isArray(path)) return (path as unknown[]).flatMap(pathsOf)
  if (path instanceof RegExp) return [{ type: 'regex', source: path.source, flags: path.flags }]
  return [{ type: 'text', text: String(path) }]
}

/** The name of the module that has made the function; else the shortest. */
function bestName(
  names: readonly ExportedName[] | undefined,
  home: string | undefined,
): ExportedName | undefined {
  const sorted = names?.toSorted((one, other) => one.path.length - other.path.length)
  return sorted?.find(({ file }) => file === home) ?? sorted?.[0]
}

/** The name of a function. The `name` of a stand-in is no text. */
function nameOf(value: unknown): string {
  const name: unknown = typeof value === 'function' ? value.name : ''
  return typeof name === 'string' ? name : ''
}

function parameterCountOf(value: unknown): number {
  const count: unknown = typeof value === 'function' ? value.length : 3
  return typeof count === 'number' ? count : 3
}

function textOf(value: unknown): string {
  return typeof value === 'function' ? Function.prototype.toString.call(value) : ''
}
