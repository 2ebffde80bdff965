import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadModule, prepareProgram } from './load-program.js'
import type { LoadedRoute, LoadRequest, ProbedRequest, ProgramLine } from './verify-messages.js'
import { foldersAbove } from '../program/source/find-file.js'
import { readJson } from '../program/source/json-files.js'

interface Layer {
  readonly route?: ExpressRouteObject
  readonly handle?: unknown
  readonly name?: string
  readonly path?: string
  readonly method?: string
  match(path: string): boolean | { readonly path?: string } | null
  [place]?: ProgramLine & { readonly isByPackage: boolean }
  [mounted]?: ExpressApplication
}

interface ExpressRouteObject {
  readonly path: unknown
  readonly stack: Layer[]
}

interface ExpressApplication {
  (...args: unknown[]): unknown
  readonly router?: { readonly stack: Layer[] }
  readonly _router?: { readonly stack: Layer[] }
  readonly parent?: unknown
  [place]?: ProgramLine & { readonly isByPackage: boolean }
}

interface ExpressModule {
  readonly application: Record<string, unknown>
  readonly Route: { readonly prototype: Record<string, unknown> }
}

const place = Symbol('place')
const mounted = Symbol('mounted')

/** An application that was loaded as it is, except that it does not listen. */
export class LoadedApplication {
  /** The packages that could not be loaded. */
  readonly standIns: ReadonlySet<string>
  readonly #application: ExpressApplication
  readonly #routes: LoadedRoute[] = []
  readonly #indexes = new Map<Layer, number>()

  private constructor(application: ExpressApplication, standIns: ReadonlySet<string>) {
    this.#application = application
    this.standIns = standIns
    this.#collect(stackOf(application))
  }

  /** @throws Error with a message for people */
  static async load(request: LoadRequest): Promise<LoadedApplication> {
    const express = loadExpress(request.entry)
    const applications = observeExpress(express.module, express.folder)
    const standIns = prepareProgram(request)
    const module = await loadModule(request.entry, request)
    if (request.factory !== undefined) await exportedFunction(module, request.factory)?.()
    const application = await settle(applications, request.application)
    if (application === undefined)
      throw new Error('The program makes no Express application when it is loaded')
    return new LoadedApplication(application, standIns)
  }

  get routes(): readonly LoadedRoute[] {
    return this.#routes
  }

  /** The first route that the request reaches, as an index of `routes`. */
  reach({ method, path }: ProbedRequest): number | undefined {
    const layer = this.#reachIn(stackOf(this.#application), method, path)
    return layer === undefined ? undefined : this.#indexes.get(layer)
  }

  #collect(stack: readonly Layer[]): void {
    for (const { route } of layersOf(stack)) {
      for (const handler of route?.stack ?? []) {
        if (route === undefined || this.#indexes.has(handler)) continue
        const known = handler[place]
        this.#indexes.set(handler, this.#routes.length)
        this.#routes.push({
          method: handler.method === undefined ? '*' : handler.method.toUpperCase(),
          path: pathText(route.path),
          place: known && { file: known.file, line: known.line },
          isByPackage: known?.isByPackage === true,
        })
      }
    }
  }

  #reachIn(stack: readonly Layer[], method: string, path: string): Layer | undefined {
    for (const layer of stack) {
      const above = matchedPath(layer, path)
      if (above === undefined) continue
      if (layer.route !== undefined) {
        const handler = handlerFor(layer.route, method)
        if (handler !== undefined) return handler
        continue
      }
      const inner = innerStack(layer)
      if (inner === undefined) continue
      const next = path.charAt(above.length)
      if (above !== '' && next !== '' && next !== '/') continue
      const rest = above === '/' ? path : path.slice(above.length)
      const reached = this.#reachIn(inner, method, rest.startsWith('/') ? rest : `/${rest}`)
      if (reached !== undefined) return reached
    }
    return undefined
  }
}

/** The part of the path that the layer takes, or undefined where it does not match. */
function matchedPath(layer: Layer, path: string): string | undefined {
  try {
    const match = layer.match(path)
    if (match === false || match === null) return undefined
    // Newer routers give the match, older ones keep it.
    return (match === true ? layer.path : match.path) ?? ''
  } catch {
    return undefined
  }
}

/** The last one: those before it pass on to it. HEAD is GET, where the route has nothing for HEAD itself. */
function handlerFor({ stack }: ExpressRouteObject, method: string): Layer | undefined {
  const asked = method.toLowerCase()
  const wanted = asked === 'head' && !stack.some((layer) => layer.method === 'head') ? 'get' : asked
  return stack.findLast((layer) => layer.method === undefined || layer.method === wanted)
}

function innerStack(layer: Layer): readonly Layer[] | undefined {
  if (layer[mounted] !== undefined) return stackOf(layer[mounted])
  const { handle } = layer
  if (typeof handle !== 'function' && typeof handle !== 'object') return undefined
  const { stack } = handle as { readonly stack?: unknown }
  return Array.isArray(stack) ? (stack as Layer[]) : undefined
}

function stackOf(application: ExpressApplication): readonly Layer[] {
  // Express 4 throws at `app.router`.
  // oxlint-disable-next-line no-underscore-dangle -- Express's own name
  return application._router?.stack ?? lazyRouter(application)?.stack ?? []
}

function lazyRouter(application: ExpressApplication): { readonly stack: Layer[] } | undefined {
  try {
    return application.router
  } catch {
    return undefined
  }
}

/** A function that the module exports: `import()` gives the exports of a CommonJS module as its default. */
function exportedFunction(module: unknown, name: string): (() => unknown) | undefined {
  const { default: whole = module } = module as { readonly default?: unknown }
  const places =
    name === 'default' ? [whole, Object(whole).default] : [Object(module)[name], Object(whole)[name]]
  return places.find((each) => typeof each === 'function')
}

function pathText(path: unknown): string {
  return Array.isArray(path) ? path.map(String).join(',') : String(path)
}

function loadExpress(entry: string): { readonly module: ExpressModule; readonly folder: string } {
  const load = createRequire(entry)
  for (const specifier of ['express', findExpressItself(entry)]) {
    if (specifier === undefined) continue
    try {
      const manifest = load.resolve(`${specifier}/package.json`)
      return { module: load(specifier) as ExpressModule, folder: dirname(manifest) }
    } catch {
      // The next one may be there.
    }
  }
  throw new Error('Express is not installed here: npm install')
}

/** The folder of Express, for an example in its own repository. */
function findExpressItself(entry: string): string | undefined {
  return [...foldersAbove(entry)].find(
    (folder) => readJson(join(folder, 'package.json'))?.['name'] === 'express',
  )
}

/** Notes where applications and routes are made. */
function observeExpress({ application, Route }: ExpressModule, folder: string): ExpressApplication[] {
  Error.stackTraceLimit = 60
  const applications: ExpressApplication[] = []
  wrap(application, 'init', (self: ExpressApplication, run) => {
    const from = callerPlace(folder)
    if (from !== undefined) self[place] = from
    applications.push(self)
    return run()
  })
  wrap(application, 'use', (self: ExpressApplication, run, args) => {
    const before = stackOf(self).length
    const result = run()
    const inner = args.flat(8).filter(isApplication)
    for (const layer of stackOf(self).slice(before)) {
      if (layer.name !== 'mounted_app') continue
      const next = inner.shift()
      if (next !== undefined) layer[mounted] = next
    }
    return result
  })
  const { prototype } = Route
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (name === 'constructor' || name.startsWith('_') || name === 'dispatch') continue
    wrap(prototype, name, (self: ExpressRouteObject, run) => {
      const before = self.stack.length
      const result = run()
      const from = callerPlace(folder)
      if (from !== undefined) for (const layer of self.stack.slice(before)) layer[place] = from
      return result
    })
  }
  return applications
}

function isApplication(value: unknown): value is ExpressApplication {
  return typeof value === 'function' && 'handle' in value && 'set' in value
}

function wrap(
  owner: Record<string, unknown>,
  name: string,
  around: (self: never, run: () => unknown, args: unknown[]) => unknown,
): void {
  const original = owner[name]
  if (typeof original !== 'function') return
  owner[name] = function (this: never, ...args: unknown[]): unknown {
    return around(this, () => Reflect.apply(original, this, args) as unknown, args)
  }
}

/** The nearest line of the program above the call. */
function callerPlace(express: string): (ProgramLine & { isByPackage: boolean }) | undefined {
  const frames = (new Error('place').stack ?? '').split('\n').slice(1)
  let isByPackage = false
  for (const frame of frames) {
    const match = /(?:\(|at (?:async )?)((?:file:\/\/)?\/[^()]*):(\d+):\d+\)?$/.exec(frame.trim())
    const [, location, line] = match ?? []
    if (location === undefined || line === undefined) continue
    const file = location.startsWith('file://') ? fileURLToPath(location) : location
    if (/\/import\/verify\/loaded-application\.[jt]s$/.test(file)) continue
    if (file.startsWith(`${express}/lib/`) || /\/node_modules\/(express|router)\//.test(file)) continue
    if (file.includes('/node_modules/')) {
      isByPackage = true
      continue
    }
    return { file, line: Number(line), isByPackage }
  }
  return undefined
}

/** Waits until the program registers nothing more. */
async function settle(
  applications: readonly ExpressApplication[],
  wanted: ProgramLine,
): Promise<ExpressApplication | undefined> {
  let count = -1
  for (let quiet = 0, round = 0; quiet < 5 && round < 150; round++) {
    await new Promise((resolve) => setTimeout(resolve, 60))
    const now = applications.reduce((sum, each) => sum + layersOf(stackOf(each)).length, 0)
    quiet = now === count && now > 0 ? quiet + 1 : 0
    if (now === 0 && round < 80) quiet = 0
    count = now
  }
  return (
    applications.find((each) => each[place]?.file === wanted.file && each[place].line === wanted.line) ??
    applications
      .filter((each) => each.parent === undefined)
      .toSorted((left, right) => layersOf(stackOf(right)).length - layersOf(stackOf(left)).length)[0]
  )
}

/** The layers of a stack and of those in it, in the order of Express; not again those of a router below itself. */
function layersOf(stack: readonly Layer[], above: readonly (readonly Layer[])[] = []): Layer[] {
  if (above.includes(stack)) return []
  return stack.flatMap((layer) => [layer, ...layersOf(innerStack(layer) ?? [], [...above, stack])])
}
