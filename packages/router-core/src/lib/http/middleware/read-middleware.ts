import { wrongOption } from '../../exceptions.js'
import type { HostRequest, HostResponse, NextFunction } from '../../hosts/host.js'
import { isObject } from '../../is-object.js'

/** Declared as a method, so handlers with the host's own types are compatible. */
interface MiddlewareMethod {
  run(request: HostRequest, response: HostResponse, next: NextFunction): unknown
}

/** A middleware `(request, response, next)`, such as a router of the host. It may return a promise. */
export type NamedMiddleware = MiddlewareMethod['run']

type MiddlewareList = NamedMiddleware | readonly NamedMiddleware[]

/**
 * The middleware that route files name with `use=`. `mvc-router types` writes a declaration that fills this interface.
 * The compiler then reports names that the option `middleware` lacks.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the interface is filled by applications
export interface RegisteredMiddleware {}

/** Middleware by the names in `+ use=name`. Names that `mvc-router types` has registered are required. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- the interface is filled by applications
export type MiddlewareMap = Readonly<Record<keyof RegisteredMiddleware, MiddlewareList>> & NamedLists

type NamedLists = Readonly<Record<string, MiddlewareList>>

export type MiddlewareByName = ReadonlyMap<string, readonly NamedMiddleware[]>

/** @throws ConfigurationException for a value that is no middleware */
export function readMiddleware(middleware: NamedLists = {}): MiddlewareByName {
  if (!isObject(middleware) || Array.isArray(middleware))
    throw wrongOption('middleware', 'expected { name: function }')
  return new Map(Object.entries(middleware).map(([name, value]) => [name, toList(name, value)] as const))
}

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
