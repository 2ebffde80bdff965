import { createRequire } from 'node:module'
import { isConstrained, toColonPath, type Matcher, type MatchPeer } from '../match-peer.js'

let last: unknown

interface Trek {
  add(method: string, path: string, handler: number): void
  find(method: string, path: string): [handler: number | undefined, params: { name: string; value: string }[]]
}
const TrekRouter = createRequire(import.meta.url)('trek-router') as new () => Trek

export const trekRouter: MatchPeer = {
  note: 'static before variable; no constraints, no decoding',
  create(set): Matcher | undefined {
    if (isConstrained(set)) return undefined
    const router = new TrekRouter()
    for (const [index, route] of set.routes.entries())
      router.add(route.method, toColonPath(route, String), index)
    return {
      find(method, path) {
        const [route, params] = router.find(method, path)
        if (route === undefined) return undefined
        return { route, params: Object.fromEntries(params.map(({ name, value }) => [name, value])) }
      },
      run(methods, paths) {
        let count = 0
        for (let index = 0; index < paths.length; index++) {
          const [route, params] = router.find(methods[index] as string, paths[index] as string)
          if (route === undefined) continue
          const named: Record<string, string> = {}
          for (const { name, value } of params) named[name] = value
          last = named
          count++
        }
        return count + (last === undefined ? 0 : 1)
      },
    }
  },
}
