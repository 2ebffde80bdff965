import KoaTreeRouter from 'koa-tree-router'
import { isConstrained, toColonPath, type Matcher, type MatchPeer } from '../match-peer.js'

let last: unknown

interface TreeRouter {
  on(method: string, path: string, ...handlers: unknown[]): void
  find(method: string, path: string): { handle: unknown[] | null; params: { key: string; value: string }[] }
}

export const koaTreeRouter: MatchPeer = {
  note: 'no overlapping routes, no constraints; decodes nothing',
  create(set): Matcher | undefined {
    if (isConstrained(set)) return undefined
    const router = new KoaTreeRouter() as unknown as TreeRouter
    try {
      for (const [index, route] of set.routes.entries())
        router.on(route.method, toColonPath(route, String), index)
    } catch {
      return undefined
    }
    return {
      find(method, path) {
        const { handle, params } = router.find(method, path)
        if (handle === null) return undefined
        return {
          route: handle[0] as number,
          params: Object.fromEntries(params.map(({ key, value }) => [key, value])),
        }
      },
      run(methods, paths) {
        let count = 0
        for (let index = 0; index < paths.length; index++) {
          const { handle, params } = router.find(methods[index] as string, paths[index] as string)
          if (handle === null) continue
          const named: Record<string, string> = {}
          for (const { key, value } of params) named[key] = value
          last = named
          count++
        }
        return count + (last === undefined ? 0 : 1)
      },
    }
  },
}
