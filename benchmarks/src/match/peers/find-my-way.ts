import FindMyWay, { type HTTPMethod } from 'find-my-way'
import type { RouteSet } from '../../route-sets.js'
import { inParentheses, toColonPath, type Matcher, type MatchPeer } from '../match-peer.js'

let last: unknown

function register({ routes }: RouteSet): FindMyWay.Instance<FindMyWay.HTTPVersion.V1> {
  const router = FindMyWay({ maxParamLength: 255 })
  for (const [index, route] of routes.entries()) {
    router.on(route.method as HTTPMethod, toColonPath(route, inParentheses), () => undefined, { index })
  }
  return router
}

export const findMyWay: MatchPeer = {
  note: 'static before variable, whatever the order',
  create(set): Matcher {
    const router = register(set)
    return {
      find(method, path) {
        const found = router.find(method as HTTPMethod, path)
        return found === null
          ? undefined
          : {
              route: (found.store as { index: number }).index,
              params: found.params as Record<string, string>,
            }
      },
      run(methods, paths) {
        let count = 0
        for (let index = 0; index < paths.length; index++) {
          const found = router.find(methods[index] as HTTPMethod, paths[index] as string)
          if (found !== null) {
            last = found
            count++
          }
        }
        return count + (last === undefined ? 0 : 1)
      },
    }
  },
}

/** The same router after `compile()`, which generates a function from the routes. */
export const findMyWayCompiled: MatchPeer = {
  note: 'generates code; static before variable',
  generatesCode: true,
  create(set): Matcher {
    const router = register(set) as FindMyWay.Instance<FindMyWay.HTTPVersion.V1> & { compile(): unknown }
    router.compile()
    return {
      find(method, path) {
        const found = router.find(method as HTTPMethod, path)
        return found === null
          ? undefined
          : {
              route: (found.store as { index: number }).index,
              params: found.params as Record<string, string>,
            }
      },
      run(methods, paths) {
        let count = 0
        for (let index = 0; index < paths.length; index++) {
          const found = router.find(methods[index] as HTTPMethod, paths[index] as string)
          if (found !== null) {
            last = found
            count++
          }
        }
        return count + (last === undefined ? 0 : 1)
      },
    }
  },
}
