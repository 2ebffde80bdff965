import type { ExpressResponse, Middleware, ParameterBinding } from '@mvc-router/router-core/express'
import { parse as parseCookies, serialize as serializeCookie } from 'cookie'
import { randomUUID } from 'node:crypto'
import { isEngine, type EngineName } from './engines.js'

/** A visitor of the shop. Visitors are in memory until the process ends. */
export class Visitor {
  readonly session: string
  #customer: string | undefined
  #engine: EngineName = 'nunjucks'

  constructor(session: string) {
    this.session = session
  }

  get customer(): string | undefined {
    return this.#customer
  }

  get engine(): EngineName {
    return this.#engine
  }

  signIn(customer: string): void {
    this.#customer = customer
  }

  signOut(): void {
    this.#customer = undefined
  }

  /** Ignores an unknown engine. */
  chooseEngine(name: string): void {
    if (isEngine(name)) this.#engine = name
  }
}

const cookieName = 'session'
const maxVisitors = 10_000
const visitors = new Map<string, Visitor>()
const visitorKey = Symbol('visitor')

/** Finds the visitor by a cookie, or creates a new visitor. `?engine=eta` chooses the template engine. */
export const recognizeVisitor: Middleware = (request, response, next) => {
  const session = parseCookies(request.headers.cookie ?? '')[cookieName]
  const found = (session === undefined ? undefined : visitors.get(session)) ?? welcome(response)
  const [, query = ''] = request.url.split('?')
  found.chooseEngine(new URLSearchParams(query).get('engine') ?? '')
  Object.assign(request, { [visitorKey]: found })
  next()
}

function welcome(response: ExpressResponse): Visitor {
  if (visitors.size >= maxVisitors) visitors.clear()
  const guest = new Visitor(randomUUID())
  visitors.set(guest.session, guest)
  const cookie = serializeCookie(cookieName, guest.session, { path: '/', httpOnly: true, sameSite: 'lax' })
  response.appendHeader('Set-Cookie', cookie)
  return guest
}

/** Returns the visitor of a request that has passed `recognizeVisitor`. */
export function visitorOf(request: object): Visitor {
  const { [visitorKey]: found } = request as { [visitorKey]?: Visitor }
  if (found === undefined)
    throw new Error('recognizeVisitor comes before everything that asks for the visitor')
  return found
}

/** Binds the visitor to a parameter of an action, as an example of an application's own binding. */
export function visitor(): ParameterBinding<Visitor> {
  return { source: 'request', name: 'visitor', resolve: ({ request }) => visitorOf(request) }
}
