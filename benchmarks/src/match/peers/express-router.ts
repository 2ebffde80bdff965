import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { isConstrained, toColonPath, type Found, type Matcher, type MatchPeer } from '../match-peer.js'

let last: unknown
const missed: Next = () => undefined

type Next = (error?: unknown) => void
interface ExpressRouter {
  (request: IncomingMessage, response: ServerResponse, next: Next): void
  [method: string]: (path: string, handler: (request: { params: Record<string, string> }) => void) => void
}
const createExpressRouter = createRequire(import.meta.url)('router') as () => ExpressRouter

/** Express 5's router, without Express. It is the one other router here that keeps the order of the routes. */
export const expressRouter: MatchPeer = {
  note: 'in order; no constraints since version 5',
  create(set): Matcher | undefined {
    if (isConstrained(set)) return undefined
    const router = createExpressRouter()
    let found: Found | undefined
    for (const [route, { method }] of set.routes.entries()) {
      const path = toColonPath(set.routes[route] as (typeof set.routes)[number], String)
      router[method.toLowerCase()]?.(path, ({ params }) => {
        found = { route, params }
      })
    }
    const response = {} as ServerResponse
    return {
      find(method, path) {
        found = undefined
        router({ method, url: path } as IncomingMessage, response, missed)
        return copyOf(found)
      },
      run(methods, paths) {
        let count = 0
        for (let index = 0; index < paths.length; index++) {
          found = undefined
          router({ method: methods[index], url: paths[index] } as IncomingMessage, response, missed)
          if (found !== undefined) {
            last = found
            count++
          }
        }
        return count + (last === undefined ? 0 : 1)
      },
    }
  },
}

function copyOf(found: Found | undefined): Found | undefined {
  return found && { route: found.route, params: { ...found.params } }
}
