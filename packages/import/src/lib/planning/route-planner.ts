import { getOrInsert } from '@mvc-router/router-core/tools'
import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { camelCase, fileStem, freeName } from '../code/names.js'
import { shownPlace } from '../files.js'
import { comparePrefix } from '../paths/compare-prefix.js'
import { translatePath } from '../paths/translate-path.js'
import { UntranslatablePathException, type TranslatedPath } from '../paths/translated-path.js'
import type { ProgramPlace, RecordedHandler, RecordedUse } from '../record/recorded-application.js'
import { ActiveMiddleware, codeBelow } from './active-middleware.js'
import { isErrorHandler, leavingCall, readMountedUrl, redirectOf } from './handler-facts.js'
import type { HandlerNames } from './handler-names.js'
import { parameterHooks, parameterNames } from './parameter-middleware.js'
import type { RecordedProgram, Registration } from './recorded-program.js'
import type { KeptCall, PlannedFile, PlannedLine, RoutePlan, Untranslated } from './route-plan.js'

/** Middleware of a router that also runs for requests that the router does not answer. */
interface LeavingMiddleware {
  readonly registration: Registration
  readonly use: RecordedUse
  /** The path in the router below which it runs. */
  readonly prefix: string
}

/** A router while its file is planned. */
interface PlannedRouter {
  readonly file: PlannedFile
  /** The path below which the router is mounted. */
  readonly mount: string
  readonly active: ActiveMiddleware
  /** The middleware of `router.param`, by the name of its variable. */
  readonly hooks: ReadonlyMap<string, readonly string[]>
}

/** No program mounts a router at so many paths. */
const maxMounts = 1000

/** Plans the route files of an application: one for each router, in the order of Express. */
export class RoutePlanner {
  readonly #program: RecordedProgram
  readonly #names: HandlerNames
  readonly #cwd: string
  readonly #files = new Map<number, PlannedFile>()
  readonly #untranslated = new Map<string, Untranslated>()
  readonly #kept: KeptCall[] = []
  readonly #mountPaths = new Map<number, string[]>()
  readonly #leaving = new Map<number, LeavingMiddleware[]>()
  readonly #planning: number[] = []

  constructor(options: { program: RecordedProgram; names: HandlerNames; cwd: string }) {
    this.#program = options.program
    this.#names = options.names
    this.#cwd = options.cwd
  }

  plan(): RoutePlan {
    const { root } = this.#program.application
    this.#noteMounts(root, '', [])
    const main = this.#addFile(root, '')
    this.#planFile(main, '')
    return {
      main,
      files: [...this.#files.values()].filter(({ name }) => name !== ''),
      untranslated: [...this.#untranslated.values()],
      kept: this.#kept,
    }
  }

  /** True for a router that is in the plan. */
  has(router: number): boolean {
    return this.#files.has(router)
  }

  #addFile(router: number, name: string): PlannedFile {
    const { isStrict, express } = this.#program.router(router)
    const file = { name, router, isStrict, express, middleware: [], entries: [] }
    this.#files.set(router, file)
    return file
  }

  #planFile(file: PlannedFile, mount: string): void {
    const { router } = file
    const isMain = file.name === ''
    const registrations = this.#program.registrations(router)
    this.#planning.push(router)
    const first = registrations.findIndex((each) => this.#makesLines(each))
    const last = registrations.findLastIndex((each) => this.#makesLines(each))
    // A handler before the first line that answers every path stays in the application, and so do folders before it.
    const answering = registrations
      .slice(0, Math.max(0, first))
      .findLastIndex((each) => this.#answersEveryPath(each))
    const planned: PlannedRouter = {
      file,
      mount,
      active: new ActiveMiddleware(this.#names, this.#mountsOf(router)),
      hooks: parameterHooks(this.#program, router, this.#names),
    }
    this.#reportHooks(planned)
    for (const [index, registration] of registrations.entries()) {
      const handlers = registration.handlers.map((use) => this.#program.handler(use))
      const isMounting =
        this.#program.routersIn(registration).length > 0 ||
        handlers.some((each) => each.directory !== undefined)
      const isBehind = index > last || (handlers[0] !== undefined && isErrorHandler(handlers[0]))
      if (registration.type === 'route') this.#planRoute(planned, registration)
      else if (isMain && (index < answering || (!isMounting && (first < 0 || index < first))))
        this.#keep(registration, 'before')
      else if (isMain && !isMounting && isBehind) this.#keep(registration, 'behind')
      else this.#planUse(planned, registration, registrations.slice(index + 1))
    }
    if (!isMain && hasOwnLines(file)) shareMiddleware(file, planned.active.everywhere())
    this.#planning.pop()
  }

  #makesLines(each: Registration): boolean {
    return (
      each.type === 'route' || this.#program.routersIn(each).some((router) => this.#program.hasRoutes(router))
    )
  }

  #answersEveryPath({ type, paths, handlers }: Registration): boolean {
    return (
      type === 'use' &&
      paths.some((each) => each.type === 'regex' || each.text === '/') &&
      handlers.some((use) => this.#program.answers(use))
    )
  }

  #mountsOf(router: number): readonly string[] {
    return this.#mountPaths.get(router) ?? []
  }

  /** Notes all mount paths of a router and of the routers below it. */
  #noteMounts(router: number, mount: string, above: readonly number[]): void {
    const known = getOrInsert(this.#mountPaths, router, () => [])
    if (known.length >= maxMounts || above.includes(router) || known.includes(mount)) return
    known.push(mount)
    const { express } = this.#program.router(router)
    for (const registration of this.#program.registrations(router).filter(({ type }) => type === 'use'))
      for (const inner of this.#program.routersIn(registration))
        for (const prefix of prefixesOf(registration, express))
          this.#noteMounts(inner, prefix === '/' ? mount : mount + prefix, [...above, router])
  }

  #keep({ call, place, byPackage }: Registration, position: KeptCall['position']): void {
    this.#kept.push({ place, byPackage, text: this.#program.text(call), position })
  }

  #reportHooks({ file, hooks }: PlannedRouter): void {
    const parameters = this.#program.parameters(file.router)
    const calls = new Set(parameters.map(({ use }) => use.call))
    for (const call of calls) {
      const names = parameters.filter(({ use }) => use.call === call)
      const written = distinct(names.flatMap(({ name }) => hooks.get(name) ?? []))
      this.#report(
        file,
        this.#program.placeOf(call),
        `${this.#program.text(call)} runs by the name of a variable, which a route file has no word for`,
        `the lines with the variable have + use=${written.join(',')}, which calls it for each of them`,
      )
    }
  }

  #report(file: PlannedFile, place: ProgramPlace, reason: string, suggestion: string): void {
    this.#add(file, 'not imported', { place, reason, suggestion })
  }

  /** Reports each reason once, since many routes may share a handler, and a call may run several times. */
  #add(file: PlannedFile, title: string, untranslated: Untranslated): void {
    const { place, reason, suggestion } = untranslated
    this.#untranslated.set(JSON.stringify([place, reason, suggestion]), untranslated)
    const text = `${title}: ${reason} (${shownPlace(this.#cwd, place)}); ${suggestion}`
    const isThere = file.entries.some((each) => each.type === 'comment' && each.text === text)
    if (!isThere) file.entries.push({ type: 'comment', text })
  }

  /** Reports handlers that depend on their mount, since a route file includes lines instead of mounting routers. */
  #reportReliance(
    file: PlannedFile,
    registration: Registration,
    uses: readonly RecordedUse[],
    mount: string,
  ): void {
    const isMounted = mount !== '' && mount !== '/'
    for (const use of uses) {
      const handler = this.#program.handler(use)
      if (handler.place === undefined) continue
      const read = isMounted ? readMountedUrl(handler) : undefined
      const leaving = file.name === '' ? undefined : leavingCall(handler)
      const { name, place } = this.#shown(handler, registration)
      if (read !== undefined)
        this.#add(file, 'to change', {
          place,
          reason: `${name} reads ${read}, which Express changes below a mount; a route file mounts nothing`,
          suggestion: `read ${read.split('.', 1)[0] ?? ''}.originalUrl, which is the same in both`,
        })
      if (leaving !== undefined)
        this.#add(file, 'to change', {
          place,
          reason: `${name} calls ${leaving}, which leaves the whole route file, and not this router only`,
          suggestion: "let it answer, or call next('route') to go on with the following line",
        })
    }
  }

  /** Returns the name and place to report. A named function is reported at its own place, since many routes may share it. */
  #shown(
    { name, place }: RecordedHandler,
    { call, place: own }: Registration,
  ): { name: string; place: ProgramPlace } {
    return name === '' || place === undefined
      ? { name: `A handler of ${this.#program.text(call)}`, place: own }
      : { name, place }
  }

  #planRoute({ file, mount, active, hooks }: PlannedRouter, registration: Registration): void {
    const { handlers, method, place } = registration
    const action = handlers.at(-1)
    if (action === undefined) return
    this.#reportReliance(file, registration, handlers, mount)
    const byPackage = this.#program.answeringPackage(action, registration)
    const redirect = byPackage === undefined ? redirectOf(this.#program.handler(action)) : undefined
    const passesOn = byPackage !== undefined || this.#program.passesOn(action)
    for (const path of registration.paths) {
      let translated: readonly TranslatedPath[]
      try {
        translated = translatePath(path, file.express, { isStrict: file.isStrict })
      } catch (error) {
        if (!(error instanceof UntranslatablePathException)) throw error
        this.#report(file, place, error.message, error.suggestion)
        continue
      }
      for (const each of translated) {
        for (const pattern of patternsFor(each, file, path.type === 'regex')) {
          const middleware =
            byPackage === undefined
              ? [
                  ...active.forLine(pattern),
                  ...each.variables.flatMap((variable) => hooks.get(variable) ?? []),
                  ...parameterNames(each, registration, this.#program, this.#names),
                  ...handlers.slice(0, -1).map((use) => this.#names.useName(use, registration)),
                ]
              : []
          const target = redirect ?? this.#names.action(action, registration, `${mount}${each.pattern}`)
          this.#names.addPath([...middleware, target], each, registration)
          const line = { kind: 'route', method, pattern, target, middleware, passesOn, byPackage } as const
          addLine(file, registration, line)
        }
      }
    }
  }

  #planUse(router: PlannedRouter, registration: Registration, later: readonly Registration[]): void {
    const { file, mount, active } = router
    const prefixes = this.#prefixes(file, registration)
    if (prefixes === undefined) return
    const { handlers } = registration
    const lastMount = handlers.findLastIndex((use) => this.#mounts(use))
    for (const prefix of prefixes) {
      const isReached = this.#reachLater(prefix, later, file.express) === 'all'
      for (const [position, use] of handlers.entries()) {
        const handler = this.#program.handler(use)
        const mounted = this.#program.mountedRouter(use)
        if (mounted !== undefined) {
          this.#planMount(router, registration, mounted, prefix)
          this.#passOn(router, mounted, prefix, later)
        } else if (handler.directory !== undefined)
          this.#planStatic(router, registration, handler.directory, handler.hasOptions === true, prefix)
        else if (isErrorHandler(handler)) {
          if (this.#program.answeringPackage(use, registration) === undefined)
            this.#report(
              file,
              registration.place,
              `${this.#program.text(registration.call)} is an error handler of one router`,
              `register it behind the mapping: app.use(${JSON.stringify(mount || '/')}, handler)`,
            )
        } else if (this.#program.answers(use)) this.#planPassing(router, registration, [use], prefix)
        else if (isReached || position < lastMount) {
          this.#reportReliance(file, registration, [use], `${mount}${prefix}`)
          active.add(registration, use, prefix)
          getOrInsert(this.#leaving, file.router, () => []).push({ registration, use, prefix })
        } else {
          this.#planPassing(router, registration, handlers.slice(position), prefix)
          break
        }
      }
    }
  }

  /** True for a router, and for a folder. */
  #mounts(use: RecordedUse): boolean {
    return (
      this.#program.mountedRouter(use) !== undefined || this.#program.handler(use).directory !== undefined
    )
  }

  #prefixes(file: PlannedFile, registration: Registration): string[] | undefined {
    try {
      return mountPrefixes(registration, file.express)
    } catch (error) {
      if (!(error instanceof UntranslatablePathException)) throw error
      const routers = this.#program.routersIn(registration)
      const reason =
        routers.length === 0
          ? error.message
          : `${error.message}: the routes of the router below it are not imported`
      this.#report(file, registration.place, reason, error.suggestion)
      for (const each of routers) this.#reportAll(file, each, error)
      return undefined
    }
  }

  /** Reports every route of a router whose mount path cannot be translated. */
  #reportAll(file: PlannedFile, router: number, error: UntranslatablePathException): void {
    if (this.#files.has(router)) return
    this.#addFile(router, '')
    for (const each of this.#program.registrations(router)) {
      if (each.type === 'route')
        this.#report(file, each.place, `${error.message} (where its router is mounted)`, error.suggestion)
      for (const inner of this.#program.routersIn(each)) this.#reportAll(file, inner, error)
    }
  }

  /** Plans lines for the last handlers of a call, which answer all requests below a path, or pass them on. */
  #planPassing(
    { file, mount, active }: PlannedRouter,
    registration: Registration,
    uses: readonly RecordedUse[],
    prefix: string,
  ): void {
    const action = uses.at(-1)
    if (action === undefined) return
    const base = prefix === '/' ? '' : prefix
    const fulls = this.#mountsOf(file.router).map((each) => `${each}${base}`)
    const before = uses.slice(0, -1)
    const byPackage = this.#program.answeringPackage(action, registration)
    const isAlone = before.length === 0 && this.#program.handler(action).place !== undefined
    // Below a path, Express removes the path from the URL of the request.
    const target = this.#names.action(action, registration, `${mount}${base}/all`, (writer, code) =>
      isAlone && fulls.every((each) => each === '')
        ? code
        : codeBelow(writer, fulls, [...before.map((use) => this.#names.code(use)), code].join(', ')),
    )
    for (const pattern of patternsOfAll(base))
      addLine(
        file,
        registration,
        {
          kind: 'use',
          method: '*',
          pattern: pattern === '/?' && file.name === '' ? '/' : pattern,
          target,
          middleware: byPackage === undefined ? active.forLine(pattern) : [],
          passesOn: !this.#program.answers(action),
          byPackage,
        },
        [action],
      )
  }

  #planMount(
    { file, mount, active, hooks }: PlannedRouter,
    registration: Registration,
    router: number,
    prefix: string,
  ): void {
    if (this.#planning.includes(router)) {
      this.#report(file, registration.place, 'The router is mounted below itself', 'keep it in Express')
      return
    }
    const { layers, mergesParams } = this.#program.router(router)
    if (layers.length === 0) return
    const variables = [...variablesIn([prefix])]
    let included = this.#files.get(router)
    if (included === undefined) {
      included = this.#addFile(router, this.#fileName(router, registration))
      this.#planFile(included, `${mount}${prefix === '/' ? '' : prefix}`)
    }
    const below = variablesIn(allPatterns(included, ''))
    const renamed = variables
      .filter((name) => below.has(name))
      .map((name) => [name, freeName(`${name}Above`, new Set([...below, ...variables]))] as const)
    file.entries.push({
      type: 'include',
      prefix: renamed.reduce((text, [name, above]) => renameVariable(text, name, above), prefix),
      file: included,
      middleware: distinct([
        ...(hasOwnLines(included) ? active.forMount(prefix, allPatterns(included, prefix)) : []),
        ...variables.flatMap((variable) => hooks.get(variable) ?? []),
        // A route without its own variable of this name gets the value of the mount.
        ...(mergesParams ? renamed : []).map(([name, above]) =>
          this.#names.made(
            camelCase(`param ${name} is ${above}`),
            registration.place,
            () =>
              `(request, response, next) => { request.params.${name} ??= request.params.${above}; next() }`,
          ),
        ),
      ]),
    })
  }

  /** Adds middleware of a mounted router to later lines, since it also runs for requests that the router does not answer. */
  #passOn(
    { file, active }: PlannedRouter,
    router: number,
    base: string,
    later: readonly Registration[],
  ): void {
    const leaving = getOrInsert(this.#leaving, file.router, () => [])
    for (const each of this.#leaving.get(router) ?? []) {
      const prefix = joinPrefixes(base, each.prefix)
      leaving.push({ ...each, prefix })
      if (this.#reachLater(prefix, later, file.express) !== 'none')
        active.add(each.registration, each.use, prefix)
    }
  }

  /** Says which requests of later lines are below the prefix: `all` requests of a line, or `some`, or `none` of any line. */
  #reachLater(prefix: string, later: readonly Registration[], express: 4 | 5): 'all' | 'some' | 'none' {
    const covers = new Set(
      later
        .flatMap((each) => this.#laterPatterns(each, express, []))
        .map((each) => comparePrefix(prefix, each)),
    )
    return covers.has('all') ? 'all' : covers.has('some') ? 'some' : 'none'
  }

  /** Returns the patterns of the lines of a registration, and of the routers that it mounts. */
  #laterPatterns(registration: Registration, express: 4 | 5, above: readonly number[]): string[] {
    const own = prefixesOf(registration, express)
    if (registration.type === 'route') return own
    if (registration.handlers.some((use) => this.#program.handler(use).directory !== undefined))
      return own.map((prefix) => joinPrefixes(prefix, '/{<.*>file}'))
    const inner = this.#program
      .routersIn(registration)
      .filter((router) => !above.includes(router))
      .flatMap((router) =>
        this.#program
          .registrations(router)
          .flatMap((each) =>
            this.#laterPatterns(each, this.#program.router(router).express, [...above, router]),
          ),
      )
    return own.flatMap((prefix) => inner.map((pattern) => joinPrefixes(prefix, pattern)))
  }

  /** Names a route file after the file that registers the routes. */
  #fileName(router: number, mount: Registration): string {
    const [first] = this.#program.registrations(router)
    const file = first?.call === undefined ? mount.place.file : first.place.file
    const taken = new Set([...this.#files.values()].map(({ name }) => name))
    return freeName(camelCase(fileStem(file)), taken, (stem) => `${stem}.routes`)
  }

  #planStatic(
    { file, active }: PlannedRouter,
    registration: Registration,
    directory: string,
    hasOptions: boolean,
    prefix: string,
  ): void {
    const shown = relative(this.#cwd, directory) || '.'
    const text = this.#program.text(registration.call)
    if (/\s|#/.test(shown)) {
      const reason = `A route file cannot name the folder "${shown}"`
      this.#report(file, registration.place, reason, 'keep it in Express, or rename the folder')
      return
    }
    const isFile = statSync(directory, { throwIfNoEntry: false })?.isFile() === true
    const pattern = isFile || prefix === '/' ? prefix : `${prefix}/`
    if (hasOptions)
      file.entries.push({
        type: 'comment',
        text: `the options of ${text} are not taken along (${shownPlace(this.#cwd, registration.place)})`,
      })
    addLine(file, registration, {
      kind: 'static',
      method: 'GET',
      pattern,
      target: `${isFile ? 'staticFile' : 'staticDir'}:${shown}`,
      passesOn: false,
      byPackage: undefined,
      middleware: active.forMount(prefix, [isFile ? pattern : `${pattern}{<.*>file}`]),
    })
  }
}

/** Returns the patterns of a path. As in Express, a last slash is optional, unless routing is strict. */
function patternsFor(path: TranslatedPath, { isStrict, name }: PlannedFile, isRegex: boolean): string[] {
  const isMounted = name !== ''
  if (path.pattern === '/') return [isMounted ? '/?' : '/']
  // Below a mount, `*` also matches the mount path itself.
  if (path.acceptsNothing && isMounted) return ['/?', path.pattern]
  if (path.takesLastSlash || (isStrict && !isRegex)) return [path.pattern]
  return [`${path.pattern.replace(/\/$/, '')}/?`]
}

function addLine(
  file: PlannedFile,
  { place, handlers }: Registration,
  line: Omit<PlannedLine, 'type' | 'place' | 'handlers'>,
  uses: readonly RecordedUse[] = handlers,
): void {
  const numbers = uses.map(({ handler }) => handler)
  file.entries.push({
    type: 'line',
    ...line,
    middleware: distinct(line.middleware),
    place,
    handlers: numbers,
  })
}

/** True if a file has lines that no package answers. */
function hasOwnLines({ entries }: PlannedFile): boolean {
  return entries.some((entry) =>
    entry.type === 'include'
      ? hasOwnLines(entry.file)
      : entry.type === 'line' && entry.byPackage === undefined,
  )
}

/** Returns the patterns of all lines of a file, also of included ones, below a path. */
function allPatterns({ entries }: PlannedFile, prefix: string): string[] {
  return entries.flatMap((entry) => {
    if (entry.type === 'comment') return []
    if (entry.type === 'include') return allPatterns(entry.file, joinPrefixes(prefix, entry.prefix))
    // A folder has files below its path.
    return joinPrefixes(prefix, entry.pattern) + (entry.kind === 'static' ? '{<.*>file}' : '')
  })
}

/** Moves middleware that every line begins with from the lines to the file. */
function shareMiddleware({ entries, middleware }: PlannedFile, names: readonly string[]): void {
  const lists = entries.flatMap((each) => (each.type === 'comment' ? [] : [each.middleware]))
  for (const name of names) {
    if (!lists.every(([first]) => first === name)) return
    for (const list of lists) list.shift()
    middleware.push(name)
  }
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}

/** @throws UntranslatablePathException */
function mountPrefixes({ paths, type }: Pick<Registration, 'paths' | 'type'>, express: 4 | 5): string[] {
  return distinct(
    paths.flatMap((path) =>
      translatePath(path, express, { isMount: type === 'use' }).map(
        ({ pattern }) => pattern.replace(/\/$/, '') || '/',
      ),
    ),
  )
}

/** Returns the patterns of all requests below a path, and of the path itself. */
function patternsOfAll(base: string): string[] {
  if (/^\/\{<\.\*>\w+\}$/.test(base)) return ['/?', base]
  if (/\{<\.[*+]>\w+\}$/.test(base)) return [base]
  return [`${base}/?`, `${base}/{<.+>${freeName('path', variablesIn([base]))}}`]
}

/** Returns the variables of patterns. */
function variablesIn(patterns: readonly string[]): Set<string> {
  return new Set(Array.from(patterns.join(' ').matchAll(/\{(?:<.*?>)?(\w+)\}/g), ([, name = '']) => name))
}

/** Returns [] for paths that cannot be translated. */
function prefixesOf(registration: Registration, express: 4 | 5): string[] {
  try {
    return mountPrefixes(registration, express)
  } catch (error) {
    if (!(error instanceof UntranslatablePathException)) throw error
    return []
  }
}

function joinPrefixes(base: string, prefix: string): string {
  return prefix === '/' ? base : base === '/' ? prefix : base + prefix
}

function renameVariable(pattern: string, from: string, to: string): string {
  return pattern.replaceAll(`{${from}}`, `{${to}}`).replaceAll(`>${from}}`, `>${to}}`)
}
