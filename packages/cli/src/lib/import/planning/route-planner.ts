import { getOrInsert } from '@mvc-router/router-core/tools'
import { statSync } from 'node:fs'
import { shownPlace } from '../shown-path.js'
import { relative } from 'node:path'
import { camelCase, fileStem, freeName } from '../code/names.js'
import { translatePath } from '../paths/translate-path.js'
import { UntranslatablePathException, type TranslatedPath } from '../paths/translated-path.js'
import type { ProgramEvaluator } from '../program/evaluate/evaluate-program.js'
import { truthOf } from '../program/values/known-facts.js'
import { undefinedValue } from '../program/values/make-values.js'
import { sourceText } from '../program/values/call-place.js'
import type {
  ExpressRouter,
  RegisteredPath,
  Registration,
  Value,
  RegisteredHandler,
} from '../program/values/values.js'
import { ActiveMiddleware, codeBelow } from './active-middleware.js'
import {
  answersAll,
  answersEveryPath,
  hasRoutes,
  isErrorHandler,
  makesLines,
  routersIn,
} from './handler-kinds.js'
import type { HandlerNames } from './handler-names.js'
import { joinRoutes } from './join-routes.js'
import { mountReliance } from './mount-reliance.js'
import { renameMountedVariables, sharedVariables } from './mounted-variables.js'
import { parameterHooks, parameterNames } from './parameter-middleware.js'
import { addLine, distinct, patternsFor } from './planned-lines.js'
import { reachesLater } from './reaches-later.js'
import { redirectOf } from './redirect-of.js'
import { conditionNames, countedConditions } from './registered-conditions.js'
import { toldKey } from './repeated.js'
import type { KeptCall, PlannedFile, RoutePlan } from './route-plan.js'
import type { Untranslated } from '../program/evaluation.js'

/** Middleware of a router, which a request runs through that the router does not answer. */
interface LeavingMiddleware {
  readonly registration: Registration
  readonly handler: RegisteredHandler
  /** Below which path of the router. */
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

/** More places than a program mounts one router at. */
const maxMounts = 1000

/** Plans the route files of an application: one for each router, in the order of Express. */
export class RoutePlanner {
  readonly #evaluator: ProgramEvaluator
  readonly #names: HandlerNames
  readonly #express: 4 | 5
  readonly #cwd: string
  readonly #files = new Map<ExpressRouter, PlannedFile>()
  readonly #untranslated: Untranslated[] = []
  readonly #kept: KeptCall[] = []
  readonly #mounts = new Map<ExpressRouter, string[]>()
  readonly #leaving = new Map<ExpressRouter, LeavingMiddleware[]>()
  /** What was told of handlers that rely on a mount. */
  readonly #relying = new Set<string>()
  readonly #planning: ExpressRouter[] = []

  constructor(options: { evaluator: ProgramEvaluator; names: HandlerNames; express: 4 | 5; cwd: string }) {
    this.#evaluator = options.evaluator
    this.#names = options.names
    this.#express = options.express
    this.#cwd = options.cwd
  }

  plan(application: ExpressRouter): RoutePlan {
    this.#noteMounts(application, '', [])
    const main: PlannedFile = { name: '', router: application, entries: [] }
    this.#files.set(application, main)
    this.#planFile(main, '')
    return {
      main,
      files: [...this.#files.values()].filter(({ name }) => name !== ''),
      untranslated: this.#untranslated,
      kept: this.#kept,
    }
  }

  /** Whether the router is in the plan. */
  has(router: ExpressRouter): boolean {
    return this.#files.has(router)
  }

  #planFile(file: PlannedFile, mount: string): void {
    const { router } = file
    const isMain = file.name === ''
    const registrations = joinRoutes(router.registrations)
    this.#planning.push(router)
    const first = registrations.findIndex(makesLines)
    const last = registrations.findLastIndex(makesLines)
    // What answers every path in front of the first line stays there, and so does every folder that is asked before it.
    const answering = registrations.slice(0, Math.max(0, first)).findLastIndex(answersEveryPath)
    const planned: PlannedRouter = {
      file,
      mount,
      active: new ActiveMiddleware(this.#names, this.#mountsOf(router)),
      hooks: parameterHooks(router, this.#names),
    }
    for (const [index, registration] of registrations.entries()) {
      const isMounting = registration.handlers.some(
        ({ value: { type } }) => type === 'router' || type === 'staticFiles',
      )
      if (registration.type === 'param') this.#reportHook(planned, registration)
      else if (registration.type === 'route') this.#planRoute(planned, registration)
      else if (isMain && (index < answering || (!isMounting && (first < 0 || index < first))))
        this.#keep(registration, 'before')
      else if (isMain && !isMounting && (index > last || isErrorHandler(registration.handlers[0])))
        this.#keep(registration, 'behind')
      else this.#planUse(planned, registration, registrations.slice(index + 1))
    }
    this.#planning.pop()
  }

  #mountsOf(router: ExpressRouter): readonly string[] {
    return this.#mounts.get(router) ?? []
  }

  /** Notes everywhere that a router is mounted, and those below it. */
  #noteMounts(router: ExpressRouter, mount: string, above: readonly ExpressRouter[]): void {
    const known = getOrInsert(this.#mounts, router, () => [])
    if (known.length >= maxMounts || above.includes(router) || known.includes(mount)) return
    known.push(mount)
    for (const registration of router.registrations.filter(({ type }) => type === 'use'))
      for (const inner of routersIn(registration))
        for (const prefix of prefixesOf(registration, this.#express))
          this.#noteMounts(inner, prefix === '/' ? mount : mount + prefix, [...above, router])
  }

  #keep(registration: Registration, position: KeptCall['position']): void {
    this.#kept.push({ place: registration.place, text: sourceText(registration), position })
  }

  #reportHook({ file, hooks }: PlannedRouter, registration: Registration): void {
    const written = distinct(registration.names.flatMap((name) => hooks.get(name) ?? []))
    const reason = `${sourceText(registration)} runs by the name of a variable, which a route file has no word for`
    const suggestion =
      written.length === 0
        ? 'name the middleware at each line: + use=loadUser'
        : `the lines with the variable have + use=${written.join(',')}, which calls it for each of them`
    this.#report(file, registration, reason, suggestion)
  }

  #report(file: PlannedFile, { place }: Registration, reason: string, suggestion: string): void {
    this.#add(file, 'not imported', { place, reason, suggestion })
  }

  #add(file: PlannedFile, title: string, untranslated: Untranslated): void {
    const { place, reason, suggestion } = untranslated
    this.#untranslated.push(untranslated)
    const text = `${title}: ${reason} (${shownPlace(this.#cwd, place)}); ${suggestion}`
    const isThere = file.entries.some((each) => each.type === 'comment' && each.text === text)
    if (!isThere) file.entries.push({ type: 'comment', text })
  }

  #reportReliance(
    file: PlannedFile,
    registration: Registration,
    handlers: readonly RegisteredHandler[],
    mount: string,
  ): void {
    for (const each of mountReliance(registration, handlers, mount, file.name !== ''))
      // Many routes may share a handler.
      if (!this.#relying.has(toldKey(each))) {
        this.#relying.add(toldKey(each))
        this.#add(file, 'to change', each)
      }
  }

  #planRoute({ file, mount, active, hooks }: PlannedRouter, registration: Registration): void {
    const { handlers } = registration
    const action = handlers.at(-1)
    if (action === undefined || registration.isOpen) {
      const path = registration.paths.map(pathText).join(' and ')
      const reason = `The handlers of ${registration.method} ${path} are known at run time only: ${sourceText(registration)}`
      this.#report(file, registration, reason, 'write them out in the call, or keep this route in Express')
      return
    }
    this.#reportReliance(file, registration, handlers, mount)
    for (const path of registration.paths) {
      let translated: readonly TranslatedPath[]
      try {
        translated = translatePath(path, this.#express, { isStrict: file.router.isStrict })
      } catch (error) {
        if (!(error instanceof UntranslatablePathException)) throw error
        this.#report(file, registration, error.message, error.suggestion)
        continue
      }
      const expressPath = pathText(path)
      const redirect = redirectOf(action.value, this.#evaluator)
      for (const each of translated) {
        for (const pattern of patternsFor(each, file, path.type === 'regex')) {
          const middleware = [
            ...active.forLine(pattern),
            ...each.variables.flatMap((variable) => hooks.get(variable) ?? []),
            ...conditionNames(this.#names, registration),
            ...parameterNames(each, registration, this.#names),
            ...handlers.slice(0, -1).map((handler) => this.#names.useName(handler, registration)),
          ]
          const target = redirect ?? this.#names.action(action, registration, `${mount}${each.pattern}`)
          this.#names.addPath([...middleware, target], each, registration)
          const { method } = registration
          addLine(file, registration, { kind: 'route', method, pattern, target, middleware, expressPath })
        }
      }
    }
  }

  #planUse(router: PlannedRouter, registration: Registration, later: readonly Registration[]): void {
    const { file, mount, active } = router
    const prefixes = this.#prefixes(file, registration)
    if (prefixes === undefined) return
    for (const [position, handler] of registration.handlers.entries()) {
      const { value } = handler
      for (const prefix of prefixes) {
        if (value.type === 'router') {
          this.#planMount(router, registration, value, prefix)
          this.#passOn(router, registration, value, prefix, later)
        } else if (value.type === 'staticFiles') this.#planStatic(router, registration, value, prefix)
        else if (isErrorHandler(handler)) {
          this.#report(
            file,
            registration,
            `${sourceText(registration)} is an error handler of one router`,
            `register it behind the mapping: app.use(${JSON.stringify(mount || '/')}, handler)`,
          )
          break
        } else {
          const isFollowed =
            registration.handlers.slice(position + 1).some(({ value: { type } }) => type === 'router') ||
            reachesLater(prefix, later, this.#express)
          if (answersAll(value) || !isFollowed) this.#planPassing(router, registration, handler, prefix)
          else {
            this.#reportReliance(file, registration, [handler], `${mount}${prefix}`)
            active.add(registration, handler, prefix)
            getOrInsert(this.#leaving, file.router, () => []).push({ registration, handler, prefix })
          }
        }
      }
    }
    if (registration.isOpen || registration.handlers.length === 0) {
      const reason = `What ${sourceText(registration)} registers is known at run time only`
      this.#report(file, registration, reason, 'write the handlers out in the call, or keep it in Express')
    }
  }

  #prefixes(file: PlannedFile, registration: Registration): string[] | undefined {
    try {
      return mountPrefixes(registration, this.#express)
    } catch (error) {
      if (!(error instanceof UntranslatablePathException)) throw error
      const routers = routersIn(registration)
      const reason =
        routers.length === 0
          ? error.message
          : `${error.message}: the routes of the router below it are not imported`
      this.#report(file, registration, reason, error.suggestion)
      for (const each of routers) this.#reportAll(file, each, error)
      return undefined
    }
  }

  /** Every route of a router that is mounted nowhere that could be read. */
  #reportAll(
    file: PlannedFile,
    router: ExpressRouter,
    { message, suggestion }: { message: string; suggestion: string },
  ): void {
    if (this.#files.has(router)) return
    this.#files.set(router, { name: '', router, entries: [] })
    for (const each of router.registrations) {
      if (each.type === 'route')
        this.#report(file, each, `${message} (where its router is mounted)`, suggestion)
      for (const inner of routersIn(each)) this.#reportAll(file, inner, { message, suggestion })
    }
  }

  /** A line of its own for a handler that answers every request below a path, or passes it on. */
  #planPassing(
    { file, mount, active }: PlannedRouter,
    registration: Registration,
    handler: RegisteredHandler,
    prefix: string,
  ): void {
    const base = prefix === '/' ? '' : prefix
    const full = `${mount}${base}`
    const fulls = this.#mountsOf(file.router).map((each) => `${each}${base}`)
    // Below a path, Express takes the path away from the request's URL.
    const target = this.#names.action(handler, registration, `${full}/all`, (writer, code) =>
      fulls.every((each) => each === '') && handler.value.type === 'function'
        ? code
        : codeBelow(writer, fulls, code),
    )
    for (const pattern of [`${base}/?`, `${base}/{<.+>path}`])
      addLine(file, registration, {
        kind: 'use',
        method: '*',
        pattern: pattern === '/?' && file.name === '' ? '/' : pattern,
        target,
        middleware: [...active.forLine(pattern), ...conditionNames(this.#names, registration)],
        expressPath: full,
      })
  }

  #planMount(
    { file, mount, active, hooks }: PlannedRouter,
    registration: Registration,
    router: ExpressRouter,
    prefix: string,
  ): void {
    if (this.#planning.includes(router)) {
      this.#report(file, registration, 'The router is mounted below itself', 'keep it in Express')
      return
    }
    if (!hasRoutes(router) && !router.registrations.some((each) => each.type === 'use')) return
    const variables = [...prefix.matchAll(/\{(?:<.*?>)?(\w+)\}/g)].map((match) => match[1] ?? '')
    let included = this.#files.get(router)
    if (included === undefined) {
      included = { name: this.#fileName(router), router, entries: [] }
      this.#files.set(router, included)
      this.#planFile(included, `${mount}${prefix === '/' ? '' : prefix}`)
    }
    const shared = sharedVariables(variables, router)
    const mergesParams = truthOf(router.fields.get('mergeParams') ?? undefinedValue) === true
    file.entries.push({
      type: 'include',
      prefix: renameMountedVariables(prefix, shared),
      file: included,
      middleware: distinct([
        ...active.forMount(prefix),
        ...variables.flatMap((variable) => hooks.get(variable) ?? []),
        // Routes without a variable of that name have the one of the mount.
        ...(mergesParams ? shared : []).map((name) =>
          this.#names.made(
            camelCase(`param ${name} is ${name}Above`),
            registration.place,
            () =>
              `(request, response, next) => { request.params.${name} ??= request.params.${name}Above; next() }`,
          ),
        ),
        ...conditionNames(this.#names, registration),
      ]),
      isConditional: countedConditions(registration).length > 0,
    })
  }

  /** What a mounted router does not answer has run through its middleware when it gets to the lines behind. */
  #passOn(
    { file, active }: PlannedRouter,
    mount: Registration,
    router: ExpressRouter,
    base: string,
    later: readonly Registration[],
  ): void {
    const leaving = getOrInsert(this.#leaving, file.router, () => [])
    for (const each of this.#leaving.get(router) ?? []) {
      const conditions = [...mount.conditions, ...each.registration.conditions]
      const registration = { ...each.registration, conditions }
      const prefix = joinPrefixes(base, each.prefix)
      leaving.push({ ...each, registration, prefix })
      if (reachesLater(prefix, later, this.#express)) active.add(registration, each.handler, prefix)
    }
  }

  #fileName({ file }: ExpressRouter): string {
    const taken = new Set([...this.#files.values()].map(({ name }) => name))
    return freeName(camelCase(fileStem(file)), taken, (stem) => `${stem}.routes`)
  }

  #planStatic(
    { file, active }: PlannedRouter,
    registration: Registration,
    handler: Value & { type: 'staticFiles' },
    prefix: string,
  ): void {
    if (handler.directory === undefined) {
      this.#report(
        file,
        registration,
        `The folder of ${sourceText(registration)} is known at run time only`,
        'write the line by hand, as in GET /assets/ staticDir:public, or keep it in Express',
      )
      return
    }
    const directory = relative(this.#cwd, handler.directory) || '.'
    if (/\s|#/.test(directory)) {
      const reason = `A route file cannot name the folder "${directory}"`
      this.#report(file, registration, reason, 'keep it in Express, or rename the folder')
      return
    }
    const isFile = statSync(handler.directory, { throwIfNoEntry: false })?.isFile() === true
    const pattern = isFile || prefix === '/' ? prefix : `${prefix}/`
    if (handler.hasOptions)
      file.entries.push({
        type: 'comment',
        text: `the options of ${sourceText(registration)} are not taken along (${shownPlace(this.#cwd, registration.place)})`,
      })
    addLine(file, registration, {
      kind: 'static',
      method: 'GET',
      pattern,
      target: `${isFile ? 'staticFile' : 'staticDir'}:${directory}`,
      middleware: [...active.forLine(pattern), ...conditionNames(this.#names, registration)],
      expressPath: prefix,
    })
  }
}

/** @throws UntranslatablePathException */
function mountPrefixes({ paths }: Registration, express: 4 | 5): string[] {
  if (paths.length === 0) return ['/']
  return distinct(
    paths.flatMap((path) =>
      translatePath(path, express, { isMount: true }).map(({ pattern }) => pattern.replace(/\/$/, '') || '/'),
    ),
  )
}

/** None for paths that cannot be translated. */
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

function pathText(path: RegisteredPath): string {
  return path.type === 'regex' ? String(path.regex) : path.text
}
