import type { Server } from 'node:http'
import type { RouteSet } from '../route-sets.js'

/** A web framework to compare with. */
export interface HttpPeer {
  readonly name: string
  /** A server whose routes all answer with `describe`; not listening yet. */
  create(set: RouteSet): Promise<Server>
}

export const contentType = 'text/plain; charset=utf-8'

/** What every candidate answers, so that nobody may forget to match or to decode. */
export function describe(route: number, params: Readonly<Record<string, unknown>>): string {
  let text = String(route)
  for (const name in params) text += ` ${String(params[name])}`
  return text
}
