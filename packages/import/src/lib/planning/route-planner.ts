import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { camelCase, fileStem, freeName } from '../code/names.js'
import { comparePrefix } from '../paths/compare-prefix.js'
import type { TranslatedPath, UntranslatablePathException } from '../paths/translated-path.js'
import type { ProgramPlace, RecordedRouter, RecordedUse } from '../record/recorded-application.js'
import { ActiveMiddleware, codeBelow } from './active-middleware.js'
import { isErrorHandler, leavingCall, mayEndRequests, readMountedUrl, redirectOf } from './handler-facts.js'
import type { HandlerNames } from './handler-names.js'
import { parameterHooks, parameterNames } from './parameter-middleware.js'
import { patternBelow, type RecordedProgram, type Registration } from './recorded-program.js'
import type { KeptCall, PlannedFile, PlannedLine, RoutePlan, Untranslated } from './route-plan.js'

/** The data that all routers of a plan share. */
interface SharedPlan {
  readonly program: RecordedProgram
  readonly names: HandlerNames
  readonly cwd: string
  readonly planners: Map<RecordedRouter, RouterPlanner>
  /** Routers whose mount path cannot be translated. */
  readonly refused: Set<RecordedRouter>
  readonly untranslated: Map<string, Untranslated>
  readonly kept: KeptCall[]
}

/** Plans one route file for each router, in the order of Express. */
export function planRoutes(program: RecordedProgram, names: HandlerNames, cwd: string): RoutePlan {
  const shared: SharedPlan = {
    program,
    names,
    cwd,
    planners: new Map(),
    refused: new Set(),
    untranslated: new Map(),
    kept: [],
  }
  const main = new RouterPlanner(shared, program.application.root, '', '')
  main.plan()
  const files = Array.from(shared.planners.values(), ({ file }) => file)
  return {
    names,
    main: main.file,
    files: files.filter((file) => file !== main.file),
    untranslated: [...shared.untranslated.values()],
    kept: shared.kept,
    routers: new Set([...shared.planners.keys(), ...shared.refused]),
  }
}

class RouterPlanner {
  readonly file: PlannedFile
  readonly #shared: SharedPlan
  readonly #program: RecordedProgram
  readonly #names: HandlerNames
  readonly #router: RecordedRouter
  readonly #mount: string
  readonly #isMain: boolean
  readonly #active: ActiveMiddleware
  /** Middleware of `router.param` by variable name. */
  readonly #hooks: ReadonlyMap<string, readonly string[]>
  #isPlanned = false

  constructor(shared: SharedPlan, router: RecordedRouter, name: string, mount: string) {
    this.#shared = shared
    this.#program = shared.program
    this.#names = shared.names
    this.#router = router
    this.#mount = mount
    this.#isMain = name === ''
    this.#active = new ActiveMiddleware(shared.names, shared.program.mountsOf(router))
    this.#hooks = parameterHooks(shared.program, router, shared.names)
    this.file = { name, middleware: [], entries: [] }
    shared.planners.set(router, this)
  }

  plan(): void {
    const registrations = this.#program.registrations(this.#router)
    // A package's route for every path may pass requests on. Middleware behind it is still before the program's routes.
    const starts = (each: Registration): boolean =>
      this.#makesLines(each) && !(each.byPackage !== undefined && each.patterns.every(isCatchAll))
    const first = registrations.findIndex(
      registrations.some(starts) ? starts : (each) => this.#makesLines(each),
    )
    const last = registrations.findLastIndex((each) => this.#makesLines(each))
    // If a handler before the first line answers every path, it stays in the application with everything before it, such
    // as the static folder before a login.
    const answering = registrations
      .slice(0, Math.max(0, first))
      .findLastIndex((each) => this.#mayAnswerEveryPath(each))
    this.#reportHooks()
    for (const [index, registration] of registrations.entries()) {
      const [handler] = registration.handlers
      const isMounting = registration.handlers.some((use) => this.#mounts(use))
      const isBehind = index > last || (handler !== undefined && isErrorHandler(handler.handler))
      if (registration.type === 'route') this.#planRoute(registration)
      else if (this.#isMain && (index < answering || (!isMounting && (first < 0 || index < first))))
        this.#keep(registration, 'before')
      else if (this.#isMain && !isMounting && isBehind) this.#keep(registration, 'behind')
      else this.#planUse(registration, registrations.slice(index + 1))
    }
    if (!this.#isMain && hasOwnLines(this.file)) shareMiddleware(this.file, this.#active.everywhere)
    this.#isPlanned = true
  }

  #makesLines(each: Registration): boolean {
    return (
      each.type === 'route' || this.#program.routersIn(each).some((router) => this.#program.hasRoutes(router))
    )
  }

  /** True for middleware for every path that answers all requests, or some of the requests. */
  #mayAnswerEveryPath({ type, paths, handlers }: Registration): boolean {
    return (
      type === 'use' &&
      paths.some((each) => typeof each !== 'string' || each === '/') &&
      handlers.some((use) => this.#program.answers(use) || mayEndRequests(use.handler))
    )
  }

  /** True for a router or a folder. */
  #mounts(use: RecordedUse): boolean {
    return this.#program.mountedRouter(use) !== undefined || use.handler.directory !== undefined
  }

  #keep({ call, place, byPackage }: Registration, position: KeptCall['position']): void {
    this.#shared.kept.push({ place, byPackage, text: this.#program.sites.text(call), position })
  }

  #reportHooks(): void {
    const parameters = this.#program.parameters(this.#router)
    for (const call of new Set(parameters.map(({ use }) => use.call))) {
      const names = parameters.filter(({ use }) => use.call === call)
      const written = distinct(names.flatMap(({ name }) => this.#hooks.get(name) ?? []))
      this.#report(
        this.#program.placeOf(call),
        `${this.#program.sites.text(call)} runs for each route with a variable, which a route file cannot express`,
        `the lines with the variable have + use=${written.join(',')}, which calls the handler`,
      )
    }
  }

  /** Reports each reason once, because routes may share a handler, and a call may run several times. */
  #report(place: ProgramPlace, reason: string, suggestion: string, title = 'not imported'): void {
    const { untranslated } = this.#shared
    untranslated.set(JSON.stringify([place, reason, suggestion]), { place, reason, suggestion })
    this.file.entries.push({ type: 'comment', text: `${title}: ${reason}`, place, suggestion })
  }

  /** Reports a handler that depends on its mount, because a route file includes lines instead of mounting routers. */
  #reportReliance(use: RecordedUse, registration: Registration, mount: string): void {
    const handler = use.handler
    if (handler.place === undefined) return
    const read = mount === '' || mount === '/' ? undefined : readMountedUrl(handler)
    const leaving = this.#isMain ? undefined : leavingCall(handler)
    // A named function is reported at its own place, because many routes may share it.
    const [name, place] =
      handler.name === ''
        ? [`A handler of ${this.#program.sites.text(registration.call)}`, registration.place]
        : [handler.name, handler.place]
    if (read !== undefined)
      this.#report(
        place,
        `${name} reads ${read}, which Express changes below a mount; a route file mounts nothing`,
        `read ${read.split('.', 1)[0] ?? ''}.originalUrl, which no mount changes`,
        'to change',
      )
    if (leaving !== undefined)
      this.#report(
        place,
        `${name} calls ${leaving}, which leaves the whole route file, and not this router only`,
        "let it answer, or call next('route') to go on with the following line",
        'to change',
      )
  }

  #planRoute(registration: Registration): void {
    const { handlers, method, byPackage } = registration
    const action = handlers.at(-1)
    if (action === undefined) return
    for (const use of handlers) this.#reportReliance(use, registration, this.#mount)
    const redirect = byPackage === undefined ? redirectOf(action.handler) : undefined
    const passesOn = byPackage !== undefined || this.#program.passesOn(action)
    for (const refusal of registration.refusals)
      this.#report(registration.place, refusal.message, refusal.suggestion)
    for (const path of registration.translated)
      for (const pattern of this.#patternsFor(path)) {
        const middleware =
          byPackage === undefined
            ? [
                ...this.#active.forLine(pattern),
                ...path.variables.flatMap((variable) => this.#hooks.get(variable) ?? []),
                ...parameterNames(path, registration, this.#names),
                ...this.#names.useNames(handlers, registration),
              ]
            : []
        const target = redirect ?? this.#names.action(action, registration, `${this.#mount}${path.pattern}`)
        this.#addLine(registration, { kind: 'route', method, pattern, target, middleware, passesOn })
      }
  }

  /** Returns the patterns of a path. As in Express, a last slash is optional if routing is not strict. */
  #patternsFor(path: TranslatedPath): string[] {
    if (path.pattern === '/') return [this.#isMain ? '/' : '/?']
    // Under a mount, `*` also matches the mount path itself.
    if (path.acceptsNothing && !this.#isMain) return ['/?', path.pattern]
    if (path.takesLastSlash) return [path.pattern]
    return [`${path.pattern.replace(/\/$/, '')}/?`]
  }

  #planUse(registration: Registration, later: readonly Registration[]): void {
    const { handlers, patterns, refusals, place, byPackage, call } = registration
    const [refusal] = refusals
    if (refusal !== undefined) this.#reportRefusal(registration, refusal)
    const lines = this.#program.mounted(later)
    const lastMount = handlers.findLastIndex((use) => this.#mounts(use))
    for (const prefix of patterns) {
      const isReached = lines.some((each) =>
        each.patterns.some((pattern) => comparePrefix(prefix, pattern) === 'all'),
      )
      for (const [position, use] of handlers.entries()) {
        const handler = use.handler
        const mounted = this.#program.mountedRouter(use)
        if (mounted !== undefined) this.#planMount(registration, mounted, prefix, handler.exported?.file)
        else if (handler.directory !== undefined)
          this.#planStatic(registration, handler.directory, handler.hasOptions, prefix)
        else if (isErrorHandler(handler)) {
          if (byPackage === undefined)
            this.#report(
              place,
              `${this.#program.sites.text(call)} is an error handler of one router`,
              `register it behind the mapping: app.use(${JSON.stringify(this.#mount || '/')}, handler)`,
            )
        } else if (this.#program.answers(use)) this.#planPassing(registration, [use], prefix)
        else if (isReached || position < lastMount) {
          this.#reportReliance(use, registration, `${this.#mount}${prefix}`)
          this.#active.uses.push({ registration, use, prefix })
        } else {
          this.#planPassing(registration, handlers.slice(position), prefix)
          break
        }
      }
    }
  }

  #reportRefusal(registration: Registration, refusal: UntranslatablePathException): void {
    const routers = registration.patterns.length > 0 ? [] : this.#program.routersIn(registration)
    const lost = routers.length === 0 ? '' : ': the routes of the router below it are not imported'
    this.#report(registration.place, refusal.message + lost, refusal.suggestion)
    for (const each of routers) this.#reportRoutes(each, refusal)
  }

  /** Reports every route of a router whose mount path cannot be translated. */
  #reportRoutes(router: RecordedRouter, refusal: UntranslatablePathException): void {
    const { planners, refused } = this.#shared
    if (planners.has(router) || refused.has(router)) return
    refused.add(router)
    for (const each of this.#program.registrations(router)) {
      if (each.type === 'route')
        this.#report(each.place, `${refusal.message} (where its router is mounted)`, refusal.suggestion)
      for (const inner of this.#program.routersIn(each)) this.#reportRoutes(inner, refusal)
    }
  }

  /** Plans lines for the last handlers of a call, which answer all requests under a path, or pass them on. */
  #planPassing(registration: Registration, uses: readonly RecordedUse[], prefix: string): void {
    const action = uses.at(-1)
    if (action === undefined) return
    const base = prefix === '/' ? '' : prefix
    const fulls = this.#program.mountsOf(this.#router).map((each) => `${each}${base}`)
    const before = uses.slice(0, -1)
    const isAlone = before.length === 0 && action.handler.place !== undefined
    // Under a path, Express removes the path from the request's URL.
    const below = (code: string): string =>
      codeBelow(this.#names, fulls, [...before.map((use) => this.#names.code(use)), code].join(', '))
    const wrap = isAlone && fulls.every((each) => each === '') ? undefined : below
    const target = this.#names.action(action, registration, `${this.#mount}${base}/all`, wrap)
    for (const pattern of patternsOfAll(base))
      this.#addLine(registration, {
        kind: 'use',
        method: '*',
        pattern: pattern === '/?' && this.#isMain ? '/' : pattern,
        target,
        middleware: registration.byPackage === undefined ? this.#active.forLine(pattern) : [],
        passesOn: !this.#program.answers(action),
      })
  }

  #planMount(registration: Registration, router: RecordedRouter, prefix: string, exportedBy?: string): void {
    const { planners } = this.#shared
    const { layers, mergesParams } = router
    if (layers.length === 0) return
    let planner = planners.get(router)
    if (planner !== undefined && !planner.#isPlanned) {
      this.#report(registration.place, 'The router is mounted below itself', 'keep it in Express')
      return
    }
    if (planner === undefined) {
      const mount = `${this.#mount}${prefix === '/' ? '' : prefix}`
      planner = new RouterPlanner(
        this.#shared,
        router,
        this.#fileName(router, registration, prefix, exportedBy),
        mount,
      )
      planner.plan()
    }
    const { file } = planner
    const variables = [...variablesIn([prefix])]
    const below = variablesIn(allPatterns(file, ''))
    const renamed = variables
      .filter((name) => below.has(name))
      .map((name) => [name, freeName(`${name}Above`, new Set([...below, ...variables]))] as const)
    this.file.entries.push({
      type: 'include',
      prefix: renamed.reduce((text, [name, above]) => renameVariable(text, name, above), prefix),
      file,
      middleware: distinct([
        ...(hasOwnLines(file) ? this.#active.forMount(prefix, allPatterns(file, prefix)) : []),
        ...variables.flatMap((variable) => this.#hooks.get(variable) ?? []),
        // A route without its own variable of this name gets the value from the mount.
        ...(mergesParams ? renamed : []).map(([name, above]) =>
          this.#names.made(
            `param ${name} is ${above}`,
            registration.place,
            () =>
              `(request, response, next) => { request.params.${name} ??= request.params.${above}; next() }`,
          ),
        ),
      ]),
    })
    // A router's middleware also runs for requests that the router does not answer.
    for (const each of planner.#active.uses)
      this.#active.uses.push({ ...each, prefix: patternBelow(prefix, each.prefix) })
  }

  /**
   * Names a route file after the source file that registers the routes. If several files register them, the file that
   * exports the router counts. If the name is taken, the route file is named after its mount.
   */
  #fileName(
    router: RecordedRouter,
    { place }: Registration,
    prefix: string,
    exportedBy: string | undefined,
  ): string {
    const own = this.#program.registrations(router)
    const [first, ...others] = [...new Set(own.map((each) => each.call && each.place.file))]
    const file = (others.length > 0 ? exportedBy : undefined) ?? first ?? place.file
    const taken = new Set(Array.from(this.#shared.planners.values(), (each) => each.file.name))
    const stem = camelCase(fileStem(file))
    const words = taken.has(`${stem}.routes`) ? prefix.replaceAll(/\{.*?\}/g, '') : ''
    const named = /[a-z]/i.test(words) ? camelCase(words) : stem
    return freeName(named, taken, (each) => `${each}.routes`)
  }

  #planStatic(registration: Registration, directory: string, hasOptions: boolean, prefix: string): void {
    const { cwd } = this.#shared
    const shown = relative(cwd, directory) || '.'
    if (/\s|#/.test(shown)) {
      const reason = `A route file cannot name the folder "${shown}"`
      this.#report(registration.place, reason, 'keep it in Express, or rename the folder')
      return
    }
    const isFile = statSync(directory, { throwIfNoEntry: false })?.isFile() === true
    const pattern = isFile || prefix === '/' ? prefix : `${prefix}/`
    const text = `the options of ${this.#program.sites.text(registration.call)} are not imported`
    if (hasOptions) this.file.entries.push({ type: 'comment', text, place: registration.place })
    this.#addLine(registration, {
      kind: 'static',
      method: 'GET',
      pattern,
      target: `${isFile ? 'staticFile' : 'staticDir'}:${shown}`,
      passesOn: false,
      middleware: this.#active.forMount(prefix, [isFile ? pattern : `${pattern}{<.*>file}`]),
    })
  }

  #addLine(registration: Registration, line: Omit<PlannedLine, 'type' | 'registration'>): void {
    this.file.entries.push({ type: 'line', ...line, registration, middleware: distinct(line.middleware) })
  }
}

function isCatchAll(pattern: string): boolean {
  return /^\/\{<\.\*>\w+\}$/.test(pattern)
}

/** True if the file has lines that no package answers. */
function hasOwnLines({ entries }: PlannedFile): boolean {
  return entries.some((entry) =>
    entry.type === 'include'
      ? hasOwnLines(entry.file)
      : entry.type === 'line' && entry.registration.byPackage === undefined,
  )
}

/** Returns the patterns of all lines under a path, including lines of included files. */
function allPatterns({ entries }: PlannedFile, prefix: string): string[] {
  return entries.flatMap((entry) => {
    if (entry.type === 'comment') return []
    if (entry.type === 'include') return allPatterns(entry.file, patternBelow(prefix, entry.prefix))
    // A folder contains files under its path.
    return patternBelow(prefix, entry.pattern) + (entry.kind === 'static' ? '{<.*>file}' : '')
  })
}

/** Moves middleware from the lines to the file, if every line begins with it and it runs for every path. */
function shareMiddleware({ entries, middleware }: PlannedFile, everywhere: ReadonlySet<string>): void {
  const lists = entries.flatMap((each) => (each.type === 'comment' ? [] : [each.middleware]))
  for (let [name] = lists[0] ?? []; name !== undefined && everywhere.has(name); [name] = lists[0] ?? []) {
    const shared = name
    if (!lists.every(([first]) => first === shared)) return
    for (const list of lists) list.shift()
    middleware.push(shared)
  }
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}

/** Returns patterns for a path and all paths under it. */
function patternsOfAll(base: string): string[] {
  if (isCatchAll(base)) return ['/?', base]
  if (/\{<\.[*+]>\w+\}$/.test(base)) return [base]
  return [`${base}/?`, `${base}/{<.+>${freeName('path', variablesIn([base]))}}`]
}

function variablesIn(patterns: readonly string[]): Set<string> {
  return new Set(Array.from(patterns.join(' ').matchAll(/\{(?:<.*?>)?(\w+)\}/g), ([, name = '']) => name))
}

function renameVariable(pattern: string, from: string, to: string): string {
  return pattern.replaceAll(`{${from}}`, `{${to}}`).replaceAll(`>${from}}`, `>${to}}`)
}
