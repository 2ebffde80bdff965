import { isTypeScript } from '../../script/script-files.js'
import { shownPath, shownPlace } from '../shown-path.js'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Router } from '@mvc-router/router-core'
import { withProcess, type AskProcess } from '../../application/ask-process.js'
import type { ImportedApplication } from '../import-application.js'
import type { HandlerNames } from '../planning/handler-names.js'
import type { ImportedRoute } from '../writing/write-route-files.js'
import { probePaths } from './probe-paths.js'
import type {
  LoadedRoute,
  LoadedRoutes,
  ProbedRequest,
  Program,
  ProgramLine,
  ReachedRoutes,
  WrittenFault,
} from './verify-messages.js'

/** A request that does not lead where it led before. */
export interface Difference {
  readonly method: string
  readonly path: string
  /** `src/users.js:12`, or nothing. */
  readonly application: string | undefined
  readonly routeFile: string | undefined
  readonly message: string
}

export interface Verification {
  readonly requests: number
  readonly same: number
  readonly different: readonly Difference[]
  /** Requests that reach what was told not to be imported. */
  readonly notImported: number
  /** Routes that packages have registered at run time: `GET /status (src/app.js:4)`. */
  readonly byPackages: readonly string[]
  /** Imported routes that the application had not registered when it was loaded: `GET /users/? (src/users.js:4)`. */
  readonly notRegistered: readonly string[]
  /** Packages that could not be loaded here, so that something that does nothing stood in for them. */
  readonly standIns: readonly string[]
}

/**
 * Loads the application, and compares where requests for every route and its neighbours lead.
 *
 * @throws UsageException where it cannot be loaded
 */
export async function verifyApplication(imported: ImportedApplication, cwd: string): Promise<Verification> {
  const { application, factory } = imported.read
  return withProgram(imported, cwd, async (ask, program) => {
    const { file, line } = application.place
    const request = { type: 'load', ...program, application: { file, line }, factory }
    const { routes, standIns } = await ask<LoadedRoutes>(request)
    const table = await RouteLines.load(imported, routes, cwd)
    const requests = probes(imported.routes, routes)
    const reached = await ask<ReachedRoutes>({ type: 'probe', requests })
    return { ...compare(imported, table, routes, requests, reached, cwd), standIns }
  })
}

/**
 * Loads what was written, with the program as it is now.
 *
 * @throws UsageException where that takes too long
 */
export async function verifyWritten(
  imported: ImportedApplication,
  cwd: string,
): Promise<readonly WrittenFault[]> {
  const { controllersFile, routeFile, names } = imported
  return withProgram(imported, cwd, async (ask, program) => {
    const faults = await ask<readonly WrittenFault[]>({
      type: 'loadWritten',
      ...program,
      controllersFile,
      routeFile,
      missingActions: notGathered(names.actions),
      missingMiddleware: notGathered(names.middleware),
    })
    return faults.map((fault) => ({ ...fault, file: shownPath(cwd, resolve(cwd, fault.file)) }))
  })
}

function notGathered(handlers: HandlerNames['actions']): string[] {
  return [...handlers.values()].filter(({ code }) => code === undefined).map(({ name }) => name)
}

function withProgram<Result>(
  { read: { entry } }: ImportedApplication,
  cwd: string,
  use: (ask: AskProcess, program: Program) => Promise<Result>,
): Promise<Result> {
  const program = { entry, cwd, isTypeScript: isTypeScript(entry) }
  const loader = program.isTypeScript ? findLoader(entry, cwd) : undefined
  const loading = { execArgv: ['--import', loader ?? ''], env: { MVC_ROUTER_TYPESCRIPT: 'loaded' } }
  return withProcess(
    'import/verify/verify-process.js',
    cwd,
    (ask) => use(ask, program),
    loader === undefined ? {} : loading,
  )
}

/** `tsx`, where the program has it. */
function findLoader(entry: string, cwd: string): string | undefined {
  for (const from of [entry, `${cwd}/package.json`]) {
    try {
      return pathToFileURL(createRequire(from).resolve('tsx')).href
    } catch {
      // The next place may have it.
    }
  }
  return undefined
}

function probes(routes: readonly ImportedRoute[], loaded: readonly LoadedRoute[]): ProbedRequest[] {
  const methods = new Set(['GET', 'POST'])
  for (const { method } of [...routes, ...loaded]) if (method !== '*') methods.add(method)
  const paths = new Set(routes.filter(({ kind }) => kind === 'route').flatMap(({ path }) => probePaths(path)))
  return [...paths].flatMap((path) => [...methods].map((method) => ({ method, path })))
}

/** The lines of the written route files, asked one by one: what a line does not answer goes to the next. */
class RouteLines {
  readonly #lines: readonly { readonly route: ImportedRoute; readonly alone: Router }[]
  readonly #router: Router

  private constructor(router: Router, lines: readonly { route: ImportedRoute; alone: Router }[]) {
    this.#router = router
    this.#lines = lines
  }

  static async load(
    { routeFile, routes }: ImportedApplication,
    loaded: readonly LoadedRoute[],
    cwd: string,
  ): Promise<RouteLines> {
    const router = await Router.load(routeFile, { cwd, onWarning: () => {} })
    const lines = routes
      .map((route, index) => ({ route, index }))
      .filter(({ route }) => route.kind === 'route')
      // What the program registers under a condition only is there when it holds.
      .filter(({ route }) => !route.isConditional || loaded.some((real) => isOneRoute(real, route)))
      .map(({ route, index }) => {
        const { method, path } = router.routes[index] ?? route
        return { route, alone: Router.parse(`${method} ${path} a.b`) }
      })
    return new RouteLines(router, lines)
  }

  first({ method, path }: ProbedRequest): ImportedRoute | undefined {
    if (this.#router.match({ method, path }) === undefined) return undefined
    return this.#lines.find(({ alone }) => alone.match({ method, path }) !== undefined)?.route
  }
}

function placeKey(place: ProgramLine | undefined): string {
  return place === undefined ? '' : `${place.file}:${place.line}`
}

function compare(
  imported: ImportedApplication,
  lines: RouteLines,
  loaded: readonly LoadedRoute[],
  requests: readonly ProbedRequest[],
  reached: ReachedRoutes,
  cwd: string,
): Omit<Verification, 'standIns'> {
  const show = (place: ProgramLine | undefined): string | undefined => place && shownPlace(cwd, place)
  const known = new Set(imported.routes.map(({ place }) => placeKey(place)))
  const told = new Set(imported.untranslated.map(({ place }) => placeKey(place)))
  const different: Difference[] = []
  let same = 0
  let notImported = 0
  for (const [index, request] of requests.entries()) {
    const number = reached[index] ?? undefined
    const real = number === undefined ? undefined : loaded[number]
    if (
      real !== undefined &&
      (real.isByPackage || (told.has(placeKey(real.place)) && !known.has(placeKey(real.place))))
    ) {
      notImported++
      continue
    }
    const line = lines.first(request)
    const isSame = real === undefined ? line === undefined : line !== undefined && isOneRoute(real, line)
    if (isSame) {
      same++
      continue
    }
    const [application, routeFile] = [show(real?.place), line && `${line.file}:${line.line}`]
    different.push({
      ...request,
      application,
      routeFile,
      message: `${request.method} ${request.path} reaches ${application ?? 'no route'} in the application, and ${
        line === undefined ? 'no line' : `${routeFile ?? ''} (${line.target})`
      } in the route file`,
    })
  }
  const unseen = loaded.filter(
    (real) =>
      !real.isByPackage &&
      !told.has(placeKey(real.place)) &&
      !imported.routes.some((route) => isOneRoute(real, route)),
  )
  for (const { method, path, place } of unseen)
    different.push({
      method,
      path,
      application: show(place),
      routeFile: undefined,
      message: `${method} ${path} (${show(place) ?? 'place unknown'}) is registered at run time, and was not seen by the import`,
    })
  return {
    requests: requests.length - notImported,
    same,
    different,
    notImported,
    byPackages: loaded
      .filter(({ isByPackage }) => isByPackage)
      .map(({ method, path, place }) => `${method} ${path} (${show(place) ?? ''})`),
    notRegistered: imported.routes
      .filter(({ kind, isConditional }) => kind === 'route' && !isConditional)
      .filter((route) => !loaded.some((real) => isOneRoute(real, route)))
      .map(({ method, path, place }) => `${method} ${path} (${show(place) ?? ''})`),
  }
}

/** The place that registers the route is the same; in a loop the path tells which one it is. */
function isOneRoute(real: LoadedRoute, { place, expressPath }: ImportedRoute): boolean {
  if (placeKey(real.place) !== placeKey(place)) return false
  return real.path === expressPath || real.path.split(',').includes(expressPath) || real.path === ''
}
