import { Router } from '@mvc-router/router-core'
import { shownPath, shownPlace } from '../files.js'
import { ImportException } from '../import-exception.js'
import type { HandlerNames } from '../planning/handler-names.js'
import type { MountedRegistration, RecordedProgram, Registration } from '../planning/recorded-program.js'
import type { Untranslated } from '../planning/route-plan.js'
import type { RecordingProcess } from '../record/record-application.js'
import type { LoadedModule, ProbedRequest } from '../record/recorded-application.js'
import type { ImportedRoute } from '../writing/write-route-files.js'
import { probePaths } from './probe-paths.js'

/** A request that reaches different handlers in the application and in the route file. */
export interface Difference {
  readonly method: string
  readonly path: string
  /** For example `src/users.js:12`. */
  readonly application: string | undefined
  readonly routeFile: string | undefined
  readonly message: string
}

export interface WrittenFault {
  /** Relative to the working directory. */
  readonly file: string
  readonly message: string
}

/** The result of a comparison. */
export interface Verification {
  readonly requests: number
  readonly same: number
  readonly different: readonly Difference[]
  /** Requests that reach a route which was reported as not imported. */
  readonly notImported: number
  readonly faults: readonly WrittenFault[]
  /** False if the module of controllers cannot be loaded. In a compiled program, this is not a fault. */
  readonly isLoaded: boolean
}

interface VerifiedImport {
  readonly program: RecordedProgram
  readonly routes: readonly ImportedRoute[]
  readonly untranslated: readonly Untranslated[]
  readonly names: HandlerNames
  readonly routeFile: string
  readonly controllersFile: string
}

/**
 * Compares the handlers that requests reach in Express and in the route file.
 *
 * @throws ImportException
 */
export async function verifyApplication(
  imported: VerifiedImport,
  process: Pick<RecordingProcess, 'reach' | 'load'>,
  cwd: string,
): Promise<Verification> {
  const { program } = imported
  const routes = program
    .mounted(program.registrations(program.application.root))
    .filter(({ registration, isReachable }) => registration.type === 'route' && isReachable)
  const requests = probes(routes)
  const reached = await process.reach(requests)
  const router = await Router.load(imported.routeFile, { cwd, onWarning: () => {} })
  const written = new Set(imported.routes.map(({ registration }) => keyOf(registration)))
  const reported = new Set(imported.untranslated.map(({ place }) => shownPlace(cwd, place)))
  const places = new Map<string, string>()
  for (const { registration } of routes) places.set(keyOf(registration), shownPlace(cwd, registration.place))
  const different: Difference[] = []
  let same = 0
  let notImported = 0
  for (const [index, request] of requests.entries()) {
    const key = reached[index]?.join(' ')
    const application = key === undefined ? undefined : (places.get(key) ?? 'a route')
    if (key !== undefined && !written.has(key) && reported.has(application ?? '')) {
      notImported++
      continue
    }
    const line = lineFor(request, router, imported.routes)
    if (key === (line && keyOf(line.registration))) {
      same++
      continue
    }
    const routeFile = line && `${line.file}:${line.line}`
    const { method, path } = request
    const there = line === undefined ? 'no line' : `${routeFile ?? ''} (${line.target})`
    const message = `${method} ${path} reaches ${application ?? 'no route'} in the application, and ${there} in the route file`
    different.push({ method, path, application, routeFile, message })
  }
  const faults = await findFaults(imported, process, cwd)
  return { requests: requests.length - notImported, same, different, notImported, ...faults }
}

function probes(routes: readonly MountedRegistration[]): ProbedRequest[] {
  const methods = new Set(['GET', 'POST'])
  for (const { registration } of routes) if (registration.method !== '*') methods.add(registration.method)
  const paths = new Set(
    routes.flatMap(({ patterns }) => patterns.flatMap((each) => (readable(each) ? probePaths(each) : []))),
  )
  return [...paths].flatMap((path) => [...methods].map((method) => ({ method, path })))
}

/** True for a valid pattern. A mount and its route may share a variable name, but one pattern must not repeat it. */
function readable(pattern: string): boolean {
  try {
    Router.parse(`GET ${pattern} a.b`, { legacyText: true })
    return true
  } catch {
    return false
  }
}

/** Returns the first line of kind `route` that accepts the request. */
function lineFor(
  request: ProbedRequest,
  router: Router,
  lines: readonly ImportedRoute[],
): ImportedRoute | undefined {
  for (let match = router.match(request); match !== undefined;) {
    const line = lines[router.routes.indexOf(match.route)]
    if (line?.kind === 'route') return line
    match = router.matchFollowing(request, match.route)
  }
  return undefined
}

function keyOf({ handlers }: Registration): string {
  return handlers.map(({ handler }) => handler.number).join(' ')
}

/** Loads the written module in the child process, and checks its names and exported handlers. */
async function findFaults(
  { controllersFile, names, program }: VerifiedImport,
  process: Pick<RecordingProcess, 'load'>,
  cwd: string,
): Promise<Pick<Verification, 'faults' | 'isLoaded'>> {
  const file = shownPath(cwd, controllersFile)
  const { isCompiled } = program.application
  let loaded: LoadedModule
  try {
    loaded = await process.load(controllersFile)
  } catch (error) {
    if (!(error instanceof ImportException)) throw error
    return {
      faults: isCompiled ? [] : [{ file, message: `cannot be loaded: ${error.message}` }],
      isLoaded: false,
    }
  }
  const copied = new Set(names.writer.constants.map(({ local }) => local))
  const check = (given: Readonly<Record<string, string>>, named: HandlerNames['actions']): WrittenFault[] =>
    [...named.values()].flatMap(({ name, code, handler, items = [handler] }) => {
      if (code === undefined) return []
      if (!Object.hasOwn(given, name)) return [{ file, message: `has no ${name}` }]
      // A compiled program has different functions than its sources, and a copied constant has its own.
      const isSame =
        isCompiled ||
        code.includes('(') ||
        copied.has(/^[\w$]*/.exec(code)?.[0] ?? '') ||
        given[name] === items.map((each) => each?.number).join()
      return isSame ? [] : [{ file, message: `has another function as ${name}` }]
    })
  return {
    faults: [...check(loaded.controllers, names.actions), ...check(loaded.middleware, names.middleware)],
    isLoaded: true,
  }
}
