import { Router, type Route, type RouteMatch } from '@mvc-router/router-core'
import type { Matcher, MatchPeer } from '../match-peer.js'

let last: RouteMatch | undefined

export const mvcRouter: MatchPeer = {
  note: 'file order, constraints, hosts, decoding',
  create({ text }): Matcher {
    const router = Router.parse(text)
    const indexes = new Map<Route, number>(router.routes.map((route, index) => [route, index]))
    return {
      find(method, path) {
        const match = router.match({ method, path })
        return match && { route: indexes.get(match.route) ?? -1, params: match.args }
      },
      run(methods, paths) {
        let found = 0
        for (let index = 0; index < paths.length; index++) {
          const match = router.match({ method: methods[index] as string, path: paths[index] as string })
          if (match !== undefined) {
            last = match
            found++
          }
        }
        return found + (last === undefined ? 0 : 1)
      },
    }
  },
}
