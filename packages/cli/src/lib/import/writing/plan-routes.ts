import { relative } from 'node:path'
import { quoted } from '../../script/quoted.js'
import { sourceText } from '../program/values/call-place.js'
import type { HandlerNames } from './handler-names.js'
import type { ModuleWriter } from './module-writer.js'
import { camelCase, fileStem } from './names.js'
import { comparePrefix } from '../paths/compare-prefix.js'
import { UntranslatablePathException, type TranslatedPath } from '../paths/translated-path.js'
import { translatePath } from '../paths/translate-path.js'
import type { ProgramEvaluator } from '../program/evaluate/evaluate-program.js'
import { parameterCount } from '../program/natives/express-values.js'
import type { ProgramPlace } from '../program/source/program-place.js'
import { nodeIn, nodesIn, textIn } from '../../script/syntax-fields.js'
import { textOf } from '../program/values/known-facts.js'
import type { ExpressRouter } from '../program/values/values.js'
import { type Origin, type Registration, type RouteCondition, type Value } from '../program/values/values.js'

/** A line of a route file, before it is written. */
export interface PlannedLine {
  readonly type: 'line'
  /** `use`: a line for what `app.use` registers; it answers below a path, or passes on. */
  readonly kind: 'route' | 'use' | 'static'
  readonly method: string
  readonly pattern: string
  /** `userController.show`, `redirect:/home`, `staticDir:public`. */
  readonly target: string
  readonly middleware: readonly string[]
  readonly place: ProgramPlace
  /** The path in Express's words. */
  readonly expressPath: string
  readonly isConditional: boolean
}

export interface PlannedInclude {
  readonly type: 'include'
  readonly prefix: string
  readonly file: PlannedFile
  readonly middleware: readonly string[]
  readonly place: ProgramPlace
  readonly isConditional: boolean
}

export interface PlannedComment {
  readonly type: 'comment'
  readonly text: string
}

export type PlannedEntry = PlannedLine | PlannedInclude | PlannedComment

export interface PlannedFile {
  /** `user.routes`; empty for the main file. */
  readonly name: string
  readonly router: ExpressRouter
  readonly entries: PlannedEntry[]
}

/** What a route file cannot say, and what to do about it. */
export interface Untranslated {
  readonly place: ProgramPlace
  readonly reason: string
  readonly suggestion: string
}

/** What stays in the application as it is. */
export interface KeptCall {
  readonly place: ProgramPlace
  readonly text: string
  readonly position: 'before' | 'behind'
}

export interface RoutePlan {
  readonly main: PlannedFile
  readonly files: readonly PlannedFile[]
  readonly untranslated: readonly Untranslated[]
  readonly kept: readonly KeptCall[]
}

/** Middleware that runs for the lines behind it. */
interface ActiveMiddleware {
  readonly name: string
  /** Below which path; undefined for every one. */
  readonly prefix: string | undefined
  /** The same middleware, for a path that only some requests of a line have. */
  readonly guarded: () => string
}

/** Plans the route files of an application: one for each router, in the order of Express. */
export class RoutePlanner {
  readonly #evaluator: ProgramEvaluator
  readonly #names: HandlerNames
  readonly #express: 4 | 5
  readonly #cwd: string
  readonly #files = new Map<ExpressRouter, PlannedFile>()
  readonly #untranslated: Untranslated[] = []
  readonly #kept: KeptCall[] = []
  readonly #planning: ExpressRouter[] = []

  constructor(options: { evaluator: ProgramEvaluator; names: HandlerNames; express: 4 | 5; cwd: string }) {
    this.#evaluator = options.evaluator
    this.#names = options.names
    this.#express = options.express
    this.#cwd = options.cwd
  }

  plan(application: ExpressRouter): RoutePlan {
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
    const { registrations } = router
    this.#planning.push(router)
    const first = registrations.findIndex(makesLines)
    const last = registrations.findLastIndex(makesLines)
    const active: ActiveMiddleware[] = []
    const hooks = this.#hooks(router)
    for (const [index, registration] of registrations.entries()) {
      const isMounting = registration.handlers.some(({ type }) => type === 'router' || type === 'staticFiles')
      if (registration.type === 'param') this.#reportHook(file, registration, hooks)
      else if (registration.type === 'route') this.#planRoute(file, registration, active, hooks, mount)
      else if (isMain && !isMounting && (first < 0 || index < first)) this.#keep(registration, 'before')
      else if (isMain && !isMounting && (index > last || isErrorHandler(registration.handlers[0])))
        this.#keep(registration, 'behind')
      else this.#planUse(file, registration, active, hooks, mount, index)
    }
    this.#planning.pop()
  }

  #keep(registration: Registration, position: KeptCall['position']): void {
    this.#kept.push({ place: registration.place, text: this.#sourceText(registration), position })
  }

  #sourceText({ node, scope }: Registration): string {
    return sourceText({ node, scope })
  }

  /** `router.param` runs for every route of the router that has the variable, wherever it is registered. */
  #hooks(router: ExpressRouter): Map<string, string[]> {
    const hooks = new Map<string, string[]>()
    for (const registration of router.registrations) {
      if (registration.type !== 'param') continue
      for (const name of registration.names) {
        for (const handler of registration.handlers) {
          const useName = this.#names.made(camelCase(`load ${name}`), registration.place, (writer) =>
            parameterHook(writer, handler, name),
          )
          hooks.set(name, [...(hooks.get(name) ?? []), useName])
        }
      }
    }
    return hooks
  }

  #reportHook(
    file: PlannedFile,
    registration: Registration,
    hooks: ReadonlyMap<string, readonly string[]>,
  ): void {
    const written = registration.names.flatMap((name) => hooks.get(name) ?? [])
    this.#report(file, {
      place: registration.place,
      reason: `${this.#sourceText(registration)} runs by the name of a variable, which a route file has no word for`,
      suggestion:
        written.length === 0
          ? 'name the middleware at each line: + use=loadUser'
          : `the lines with the variable have + use=${written.join(',')}, which calls it for each of them`,
    })
  }

  #report(file: PlannedFile, untranslated: Untranslated): void {
    this.#untranslated.push(untranslated)
    file.entries.push({
      type: 'comment',
      text: `not imported: ${untranslated.reason} (${this.#where(untranslated.place)}); ${untranslated.suggestion}`,
    })
  }

  #where({ file, line }: ProgramPlace): string {
    return `${relative(this.#cwd, file)}:${line}`
  }

  #planRoute(
    file: PlannedFile,
    registration: Registration,
    active: readonly ActiveMiddleware[],
    hooks: ReadonlyMap<string, readonly string[]>,
    mount: string,
  ): void {
    const { handlers, expressions } = registration
    const action = handlers.at(-1)
    if (action === undefined || registration.isOpen) {
      this.#report(file, {
        place: registration.place,
        reason: `The handlers of ${this.#sourceText(registration)} are known at run time only`,
        suggestion: 'write them out in the call, or keep this route in Express',
      })
      return
    }
    for (const path of registration.paths) {
      let translated: readonly TranslatedPath[]
      try {
        translated = translatePath(path, this.#express, file.router.isStrict)
      } catch (error) {
        if (!(error instanceof UntranslatablePathException)) throw error
        this.#report(file, { place: registration.place, reason: error.message, suggestion: error.suggestion })
        continue
      }
      const expressPath = path.type === 'regex' ? String(path.regex) : path.text
      const redirect = this.#redirectOf(action)
      for (const each of translated) {
        for (const pattern of this.#written(each, file, path.type === 'regex')) {
          const use = [
            ...this.#activeFor(active, pattern),
            ...each.variables.flatMap((variable) => hooks.get(variable) ?? []),
            ...this.#conditionNames(registration),
            ...this.#parameterNames(each, registration),
            ...handlers
              .slice(0, -1)
              .map((handler, index) => this.#names.useName(handler, expressions[index], registration)),
          ]
          const target =
            redirect ??
            this.#names.action(action, expressions.at(-1), registration, `${mount}${each.pattern}`)
          file.entries.push({
            type: 'line',
            kind: 'route',
            method: registration.method,
            pattern,
            target,
            middleware: distinct(use),
            place: registration.place,
            expressPath,
            isConditional: countedConditions(registration).length > 0,
          })
        }
      }
    }
  }

  /** The pattern as Express takes it: a last slash is forgiven, unless routing is strict. */
  #written(path: TranslatedPath, { router, name }: PlannedFile, isRegex: boolean): string[] {
    const isMounted = name !== ''
    if (path.pattern === '/') return [isMounted ? '/?' : '/']
    // Below a mount, `*` takes the mount's own path as well.
    if (path.acceptsNothing && isMounted) return ['/?', path.pattern]
    if (path.takesLastSlash || (router.isStrict && !isRegex)) return [path.pattern]
    return [`${path.pattern.replace(/\/$/, '')}/?`]
  }

  /** Handlers that ask for `req.params[0]`, or for a list of segments, find them still. */
  #parameterNames({ renamed, lists }: TranslatedPath, { handlers, place }: Registration): string[] {
    const texts = handlers.map((handler) => {
      const { node, scope } = handler.type === 'function' ? handler : {}
      return node === undefined || scope === undefined
        ? ''
        : scope.module.source.text.slice(node.start, node.end)
    })
    const numbered = renamed.filter(([, name]) =>
      texts.some((text) => new RegExp(`params(\\.|\\[['"]?)${name}\\b`).test(text)),
    )
    const listed = lists.filter((name) =>
      texts.some((text) =>
        new RegExp(
          `\\b${name}\\s*(\\[|\\.(join|map|slice|at|length|forEach|filter|pop|shift|every|some)\\b)|\\.\\.\\.[\\w.]*\\b${name}\\b`,
        ).test(text),
      ),
    )
    return [
      ...numbered.map(([variable, name]) =>
        this.#names.made(
          camelCase(`param ${name} is ${variable}`),
          place,
          () =>
            `(request, response, next) => { request.params[${quoted(name)}] = request.params.${variable}; next() }`,
        ),
      ),
      ...listed.map((name) =>
        this.#names.made(
          camelCase(`split ${name}`),
          place,
          () =>
            `(request, response, next) => { request.params.${name} = request.params.${name}.split('/'); next() }`,
        ),
      ),
    ]
  }

  #conditionNames(registration: Registration): string[] {
    const counted = countedConditions(registration)
    return counted.length === 0 ? [] : [this.#names.condition(counted, registration.place)]
  }

  #activeFor(active: readonly ActiveMiddleware[], pattern: string): string[] {
    return active.flatMap(({ prefix, name, guarded }) => {
      const cover = prefix === undefined ? 'all' : comparePrefix(prefix, pattern)
      return cover === 'none' ? [] : [cover === 'all' ? name : guarded()]
    })
  }

  /** For a mounted router, middleware of a path below its own concerns some of its requests. */
  #activeForMount(active: readonly ActiveMiddleware[], mount: string): string[] {
    return active.flatMap((each) => {
      const own = this.#activeFor([each], mount)
      if (own.length > 0 || each.prefix === undefined || comparePrefix(mount, each.prefix) === 'none')
        return own
      return [each.guarded()]
    })
  }

  #planUse(
    file: PlannedFile,
    registration: Registration,
    active: ActiveMiddleware[],
    hooks: ReadonlyMap<string, readonly string[]>,
    mount: string,
    index: number,
  ): void {
    const prefixes = this.#prefixes(file, registration)
    if (prefixes === undefined) return
    const later = file.router.registrations.slice(index + 1)
    for (const [position, handler] of registration.handlers.entries()) {
      const expression = registration.expressions[position]
      for (const prefix of prefixes) {
        if (handler.type === 'router')
          this.#planMount(file, registration, handler.router, prefix, active, hooks, mount)
        else if (handler.type === 'staticFiles') this.#planStatic(file, registration, handler, prefix, active)
        else if (isErrorHandler(handler)) {
          this.#report(file, {
            place: registration.place,
            reason: `${this.#sourceText(registration)} is an error handler of one router`,
            suggestion: `register it behind the mapping: app.use(${JSON.stringify(mount || '/')}, handler)`,
          })
          break
        } else {
          const reaches = this.#reachesLater(prefix, later, registration.handlers.slice(position + 1))
          if (isTerminal(handler) || !reaches || this.#answersItself(handler))
            this.#planPassing(file, registration, handler, expression, prefix, active, mount)
          if (reaches && !isTerminal(handler) && !this.#answersItself(handler))
            active.push(this.#activate(registration, handler, expression, prefix, mount))
        }
      }
    }
    if (registration.isOpen || registration.handlers.length === 0)
      this.#report(file, {
        place: registration.place,
        reason: `What ${this.#sourceText(registration)} registers is known at run time only`,
        suggestion: 'write the handlers out in the call, or keep it in Express',
      })
  }

  #prefixes(file: PlannedFile, registration: Registration): string[] | undefined {
    if (registration.paths.length === 0) return ['/']
    try {
      return registration.paths.flatMap((path) =>
        translatePath(path, this.#express).map(({ pattern }) => pattern.replace(/\/$/, '') || '/'),
      )
    } catch (error) {
      if (!(error instanceof UntranslatablePathException)) throw error
      const routers = registration.handlers.filter(({ type }) => type === 'router')
      const reason =
        routers.length === 0
          ? error.message
          : `${error.message}: the routes of the router below it are not imported`
      this.#report(file, { place: registration.place, reason, suggestion: error.suggestion })
      for (const each of routers) if (each.type === 'router') this.#reportAll(file, each.router, error)
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
        this.#report(file, {
          place: each.place,
          reason: `${message} (where its router is mounted)`,
          suggestion,
        })
      for (const handler of each.handlers)
        if (handler.type === 'router') this.#reportAll(file, handler.router, { message, suggestion })
    }
  }

  #reachesLater(prefix: string, later: readonly Registration[], behind: readonly Value[]): boolean {
    if (behind.some(({ type }) => type === 'router')) return true
    return later.some((each) => {
      if (each.type === 'param') return false
      if (each.type === 'use' && !each.handlers.some(({ type }) => type === 'router')) return false
      if (prefix === '/' || each.paths.length === 0) return true
      return each.paths.some((path) => {
        if (path.type === 'unknown') return true
        try {
          return translatePath(path, this.#express).some(
            ({ pattern }) =>
              comparePrefix(prefix, pattern) !== 'none' ||
              (each.type === 'use' && comparePrefix(pattern, prefix) !== 'none'),
          )
        } catch {
          return true
        }
      })
    })
  }

  #answersItself(handler: Value): boolean {
    const text = handler.type === 'unknown' ? [handler.packagePath?.specifier, madeBy(handler)].join(' ') : ''
    return /swagger-ui-express|serve-index|serve-favicon|http-proxy|express-http-proxy|graphql|@apollo|bull-board|webpack-dev-middleware|express-status-monitor|redoc/.test(
      text,
    )
  }

  #activate(
    registration: Registration,
    handler: Value,
    expression: Origin | undefined,
    prefix: string,
    mount: string,
  ): ActiveMiddleware {
    const name = this.#names.useName(handler, expression, registration)
    const path = expressPathOf(`${mount}${prefix === '/' ? '' : prefix}` || '/')
    const conditions = countedConditions(registration)
    const wrap = (writer: ModuleWriter, code: string): string => {
      if (conditions.length === 0) return code
      const condition = conditions
        .map((each) => `${each.isNegated ? '!' : ''}(${writer.code(each.node, each.scope)})`)
        .join(' && ')
      return `(request, response, next) => (${condition} ? ${code}(request, response, next) : next())`
    }
    const guarded = (): string =>
      this.#names.made(`${name}Below`, registration.place, (writer) =>
        wrap(writer, `${writer.express()}.Router().use(${quoted(path)}, ${writer.expression(handler)})`),
      )
    const own =
      conditions.length === 0
        ? name
        : this.#names.made(`${name}Conditionally`, registration.place, (writer) =>
            wrap(writer, writer.expression(handler)),
          )
    return { name: own, prefix: prefix === '/' ? undefined : prefix, guarded }
  }

  /** A line of its own for a handler that answers every request below a path, or passes it on. */
  #planPassing(
    file: PlannedFile,
    registration: Registration,
    handler: Value,
    expression: Origin | undefined,
    prefix: string,
    active: readonly ActiveMiddleware[],
    mount: string,
  ): void {
    const base = prefix === '/' ? '' : prefix
    const full = `${mount}${base}`
    const action = this.#names.action(handler, expression, registration, `${full}/all`, (writer, code) => {
      const path = full === '' ? '' : `${quoted(expressPathOf(full))}, `
      // Below a path, Express takes the path away from the request's URL.
      return path === '' && handler.type === 'function'
        ? code
        : `${writer.express()}.Router().use(${path}${code})`
    })
    for (const pattern of [`${base}/?`, `${base}/{<.+>path}`])
      file.entries.push({
        type: 'line',
        kind: 'use',
        method: '*',
        pattern: pattern === '/?' && file.name === '' ? '/' : pattern,
        target: action,
        middleware: distinct([...this.#activeFor(active, pattern), ...this.#conditionNames(registration)]),
        place: registration.place,
        expressPath: full,
        isConditional: countedConditions(registration).length > 0,
      })
  }

  #planMount(
    file: PlannedFile,
    registration: Registration,
    router: ExpressRouter,
    prefix: string,
    active: readonly ActiveMiddleware[],
    hooks: ReadonlyMap<string, readonly string[]>,
    mount: string,
  ): void {
    if (this.#planning.includes(router)) {
      this.#report(file, {
        place: registration.place,
        reason: 'The router is mounted below itself',
        suggestion: 'keep it in Express',
      })
      return
    }
    if (!hasRoutes(router) && !router.registrations.some((each) => each.type === 'use')) return
    const variables = [...prefix.matchAll(/\{(?:<.*?>)?(\w+)\}/g)].map((match) => match[1] ?? '')
    const clashing = variables.filter((name) => variablesBelow(router).has(name))
    const written = clashing.reduce((text, name) => renameVariable(text, name, `${name}Above`), prefix)
    let included = this.#files.get(router)
    if (included === undefined) {
      included = { name: this.#fileName(router), router, entries: [] }
      this.#files.set(router, included)
      this.#planFile(included, `${mount}${prefix === '/' ? '' : prefix}`)
    }
    file.entries.push({
      type: 'include',
      prefix: written,
      file: included,
      middleware: distinct([
        ...this.#activeForMount(active, prefix),
        ...variables.flatMap((variable) => hooks.get(variable) ?? []),
        ...this.#conditionNames(registration),
      ]),
      place: registration.place,
      isConditional: countedConditions(registration).length > 0,
    })
  }

  #fileName({ place }: ExpressRouter): string {
    const stem = camelCase(fileStem(place.file))
    const taken = new Set([...this.#files.values()].map(({ name }) => name))
    let name = `${stem}.routes`
    for (let number = 2; taken.has(name); number++) name = `${stem}${number}.routes`
    return name
  }

  #planStatic(
    file: PlannedFile,
    registration: Registration,
    handler: Value & { type: 'staticFiles' },
    prefix: string,
    active: readonly ActiveMiddleware[],
  ): void {
    if (handler.directory === undefined) {
      this.#report(file, {
        place: registration.place,
        reason: `The folder of ${this.#sourceText(registration)} is known at run time only`,
        suggestion: 'write the line by hand, as in GET /assets/ staticDir:public, or keep it in Express',
      })
      return
    }
    const directory = relative(this.#cwd, handler.directory) || '.'
    if (/\s|#/.test(directory)) {
      this.#report(file, {
        place: registration.place,
        reason: `A route file cannot name the folder "${directory}"`,
        suggestion: 'keep it in Express, or rename the folder',
      })
      return
    }
    const pattern = prefix === '/' ? '/' : `${prefix}/`
    if (handler.hasOptions)
      file.entries.push({
        type: 'comment',
        text: `the options of ${this.#sourceText(registration)} are not taken along (${this.#where(registration.place)})`,
      })
    file.entries.push({
      type: 'line',
      kind: 'static',
      method: 'GET',
      pattern,
      target: `staticDir:${directory}`,
      middleware: distinct([...this.#activeFor(active, pattern), ...this.#conditionNames(registration)]),
      place: registration.place,
      expressPath: prefix,
      isConditional: countedConditions(registration).length > 0,
    })
  }

  /** `redirect:/login` for a handler that does nothing else. */
  #redirectOf(handler: Value): string | undefined {
    if (handler.type !== 'function' || handler.origin === undefined) return undefined
    const body = nodeIn(handler.node, 'body')
    if (body === undefined) return undefined
    const statements = body.type === 'BlockStatement' ? nodesIn(body, 'body') : [body]
    const [only, ...others] = statements
    if (only === undefined || others.length > 0) return undefined
    const call =
      only.type === 'ExpressionStatement'
        ? nodeIn(only, 'expression')
        : only.type === 'ReturnStatement'
          ? nodeIn(only, 'argument')
          : only
    const callee = call?.type === 'CallExpression' ? nodeIn(call, 'callee') : undefined
    const response = nodesIn(handler.node, 'params')[1]
    const object = callee && nodeIn(callee, 'object')
    if (call === undefined || callee === undefined || object?.type !== 'Identifier' || response === undefined)
      return undefined
    if (textIn(object, 'name') !== textIn(response, 'name')) return undefined
    const property = nodeIn(callee, 'property')
    if (property === undefined || textIn(property, 'name') !== 'redirect') return undefined
    const args = nodesIn(call, 'arguments')
    if (args.some((each) => !/Literal$|^Identifier$|^MemberExpression$|^BinaryExpression$/.test(each.type)))
      return undefined
    const values = args.map((each) => this.#evaluator.evaluate(each, handler.scope))
    const url = textOf(values.at(-1))
    if (url === undefined || !/^(\/(?![/\\])|https?:\/\/)[^\s#]*$/.test(url) || values.length > 2)
      return undefined
    if (values.length === 1) return `redirect:${url}`
    const [status] = values
    if (status?.type !== 'constant' || !/^30[12378]$/.test(String(status.constant))) return undefined
    return `redirect:${String(status.constant)}:${url}`
  }
}

/** Whether a router, or one that is mounted below it, has a route. */
export function hasRoutes(router: ExpressRouter, seen: readonly ExpressRouter[] = []): boolean {
  if (seen.includes(router)) return false
  return router.registrations.some(
    (each) =>
      each.type === 'route' ||
      each.handlers.some((value) => value.type === 'router' && hasRoutes(value.router, [...seen, router])),
  )
}

function variablesBelow(router: ExpressRouter, seen: readonly ExpressRouter[] = []): Set<string> {
  const names = new Set<string>()
  if (seen.includes(router)) return names
  for (const { paths, handlers } of router.registrations) {
    for (const path of paths)
      if (path.type === 'text')
        for (const match of path.text.matchAll(/[:*](\w+)/g)) names.add(match[1] ?? '')
    for (const handler of handlers)
      if (handler.type === 'router')
        for (const name of variablesBelow(handler.router, [...seen, router])) names.add(name)
  }
  return names
}

function renameVariable(pattern: string, from: string, to: string): string {
  return pattern.replaceAll(`{${from}}`, `{${to}}`).replaceAll(`>${from}}`, `>${to}}`)
}

function isErrorHandler(handler: Value | undefined): boolean {
  return handler !== undefined && parameterCount(handler) === 4
}

/** A function of ours that is not given `next` answers every request. */
function isTerminal(handler: Value): boolean {
  if (handler.type !== 'function' || handler.origin?.node !== handler.node) return false
  const parameters = nodesIn(handler.node, 'params')
  return parameters.length <= 2 && !parameters.some(({ type }) => type === 'RestElement')
}

function madeBy(value: Value): string {
  if (value.type !== 'unknown' || value.made === undefined) return ''
  const { callee } = value.made
  if (callee.type === 'unknown') return callee.packagePath?.specifier ?? madeBy(callee)
  return ''
}

/** A pattern in Express's words, for a new router: variables without constraints only. */
function expressPathOf(pattern: string): string {
  return pattern.replaceAll(/\{(?:<.*?>)?(\w+)\}/g, ':$1')
}

function parameterHook(writer: ModuleWriter, handler: Value, name: string): string {
  const code = writer.expression(handler)
  return `(request, response, next) => ${code}(request, response, next, request.params.${name}, '${name}')`
}

/** The conditions of a registration, without `if (error) return`: who has an error has no application. */
function countedConditions({ conditions }: Registration): RouteCondition[] {
  return conditions.filter(({ text }) => !/^(err|error|e|ex)$/.test(text))
}

function makesLines(each: Registration): boolean {
  return (
    each.type === 'route' ||
    (each.type === 'use' && each.handlers.some((value) => value.type === 'router' && hasRoutes(value.router)))
  )
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}
