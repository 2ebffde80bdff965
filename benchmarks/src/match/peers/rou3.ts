import { addRoute, createRouter, type RouterContext } from 'rou3'
import { compileRouter } from 'rou3/compiler'
import type { RouteSet } from '../../route-sets.js'
import { inParentheses, toColonPath, type Matcher, type MatchPeer } from '../match-peer.js'

let last: unknown

function register({ routes }: RouteSet): RouterContext<number> {
  const router = createRouter<number>()
  for (const [index, route] of routes.entries())
    addRoute(router, route.method, toColonPath(route, inParentheses), index)
  return router
}

export const rou3: MatchPeer = {
  note: 'generates code; most specific first; ignores a trailing slash; no decoding',
  generatesCode: true,
  create(set): Matcher {
    const match = compileRouter(register(set))
    return {
      find(method, path) {
        const found = match(method, path)
        return found && { route: found.data, params: { ...found.params } }
      },
      run(methods, paths) {
        let count = 0
        for (let index = 0; index < paths.length; index++) {
          const found = match(methods[index] as string, paths[index] as string)
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
