import type { Server, ServerResponse } from 'node:http'
import type { RouteSet } from '../route-sets.js'

/** A web framework to compare with. */
export interface HttpPeer {
  readonly name: string
  /** A server whose routes all answer with `describe`; not listening yet. */
  create(set: RouteSet): Promise<Server>
}

/**
 * The plainest answer, for those that answer through Node's response themselves. The name of the header is in lower
 * case: one with capitals costs `setHeader` 2 to 3 µs as long as the process sets no other header, which is true of no
 * real site. Fastify and Hono give their headers to `writeHead`, which has no such cost.
 */
export function answer(response: ServerResponse, text: string): void {
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(text)
}

/** What every candidate answers, so that nobody may forget to match or to decode. */
export function describe(route: number, params: Readonly<Record<string, unknown>>): string {
  let text = String(route)
  for (const name in params) text += ` ${String(params[name])}`
  return text
}
