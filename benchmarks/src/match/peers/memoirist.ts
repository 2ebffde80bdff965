import { Memoirist } from 'memoirist'
import { isConstrained, toColonPath, type Matcher, type MatchPeer } from '../match-peer.js'

let last: unknown

export const memoirist: MatchPeer = {
  note: 'static before variable; no constraints, no decoding',
  create(set): Matcher | undefined {
    if (isConstrained(set)) return undefined
    const router = new Memoirist<number>()
    for (const [index, route] of set.routes.entries())
      router.add(route.method, toColonPath(route, String), index)
    return {
      find(method, path) {
        const found = router.find(method, path)
        return found === null ? undefined : { route: found.store, params: found.params }
      },
      run(methods, paths) {
        let count = 0
        for (let index = 0; index < paths.length; index++) {
          const found = router.find(methods[index] as string, paths[index] as string)
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
