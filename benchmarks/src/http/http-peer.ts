import type { Server, ServerResponse } from 'node:http'
import type { RouteSet } from '../route-sets.js'

/** What is answered: a line of text, or an object that the framework writes as JSON in its own way. */
export type AnswerKind = 'text' | 'JSON'

/** A web framework to compare with. */
export interface HttpPeer {
  readonly name: string
  /** A server whose routes all answer with `describe` or `describeAsObject`; not listening yet. */
  create(set: RouteSet, kind: AnswerKind): Promise<Server>
}

/**
 * The plainest answer, for those that answer through Node's response themselves. The name of the header is in lower
 * case: one with capitals costs `setHeader` 2 to 3 µs as long as the process sets no other header, which is true of no
 * real site. Fastify and Hono give their headers to `writeHead`, which has no such cost.
 */
export function answer(response: ServerResponse, text: string, type = 'text/plain'): void {
  response.setHeader('content-type', `${type}; charset=utf-8`)
  response.end(text)
}

/** What every candidate answers, so that nobody may forget to match or to decode. */
export function describe(route: number, params: Readonly<Record<string, unknown>>): string {
  let text = String(route)
  for (const name in params) text += ` ${String(params[name])}`
  return text
}

/** The same with what an answer of an API has besides: some 300 bytes of JSON. */
export function describeAsObject(route: number, params: Readonly<Record<string, unknown>>): object {
  return {
    id: route,
    description: describe(route, params),
    title: 'Effective Java, third edition',
    author: { id: 4711, name: 'Joshua Bloch', url: '/authors/4711' },
    isbn: '978-0134685991',
    pages: 412,
    year: 2018,
    available: true,
    rating: 4.7,
    tags: ['java', 'programming', 'best practices'],
    review: 'Essential reading for everybody who writes code',
    publisher: null,
  }
}
