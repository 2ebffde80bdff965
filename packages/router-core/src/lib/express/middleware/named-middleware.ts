import { wrongOption } from '../../exceptions.js'
import type { RegisteredMiddleware } from '../../routes/registered-middleware.js'
import type { ExpressRequest, ExpressResponse, NextFunction } from '../request/express-request.js'
import { isObject } from '../../is-object.js'

/** A middleware of Express, which may return a promise. A method, so that handlers with Express's own types fit. */
interface MiddlewareMethod {
  run(request: ExpressRequest, response: ExpressResponse, next: NextFunction): unknown
}

/** A middleware of Express, an Express router among them; what it returns may be a promise. */
export type NamedMiddleware = MiddlewareMethod['run']

/** One middleware, or several in their order. */
type MiddlewareList = NamedMiddleware | readonly NamedMiddleware[]

/** What `+ use=name` in a route file runs, by name; all of the names, where `mvc-router types` has registered them. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- the interface is filled by applications
export type MiddlewareMap = Readonly<Record<keyof RegisteredMiddleware, MiddlewareList>> & NamedLists

type NamedLists = Readonly<Record<string, MiddlewareList>>

/** The middleware of an application by the names that route files use. */
export class MiddlewareRegistry {
  readonly #byName: ReadonlyMap<string, readonly NamedMiddleware[]>

  /** @throws ConfigurationException for what is no middleware */
  constructor(middleware: NamedLists = {}) {
    if (!isObject(middleware) || Array.isArray(middleware))
      throw wrongOption('middleware', 'expected { name: function }')
    this.#byName = new Map(
      Object.entries(middleware).map(([name, value]) => [name, toList(name, value)] as const),
    )
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()]
  }

  /** What runs before a route, in order. The names were checked when the route files were loaded. */
  resolve(names: readonly string[]): readonly NamedMiddleware[] {
    return names.length === 0 ? none : names.flatMap((name) => this.#byName.get(name) ?? [])
  }
}

const none: readonly NamedMiddleware[] = []

function toList(name: string, value: unknown): readonly NamedMiddleware[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  for (const middleware of list) {
    if (typeof middleware !== 'function')
      throw wrongOption('middleware', `"${name}" is neither a function nor a list of functions`)
    if (middleware.length > 3)
      throw wrongOption(
        'middleware',
        `"${name}" takes four parameters, so it handles errors: put it behind the mapping with app.use`,
      )
  }
  return list as readonly NamedMiddleware[]
}
