import { RegExpRouter } from 'hono/router/reg-exp-router'
import type { Matcher, MatchPeer } from '../match-peer.js'
import { toColonPath } from '../match-peer.js'

let last: unknown

export const honoRegExpRouter: MatchPeer = {
  note: 'one regular expression; no decoding',
  generatesCode: true,
  create({ routes }): Matcher | undefined {
    const router = new RegExpRouter<number>()
    try {
      for (const [index, route] of routes.entries()) {
        router.add(
          route.method,
          toColonPath(route, (name, source) => `:${name}{${source}}`),
          index,
        )
      }
      router.match('GET', '/')
    } catch {
      return undefined
    }
    return {
      find(method, path) {
        const [handlers, stash] = router.match(method, path)
        const [first] = handlers
        if (first === undefined) return undefined
        const params: Record<string, string> = {}
        for (const [name, index] of Object.entries(first[1])) {
          params[name] = stash === undefined ? String(index) : (stash[index as number] ?? '')
        }
        return { route: first[0], params }
      },
      run(methods, paths) {
        let count = 0
        for (let index = 0; index < paths.length; index++) {
          const [handlers, stash] = router.match(methods[index] as string, paths[index] as string)
          const first = handlers[0]
          if (first === undefined) continue
          const params: Record<string, string> = {}
          for (const name in first[1]) params[name] = (stash as string[])[first[1][name] as number] as string
          last = params
          count++
        }
        return count + (last === undefined ? 0 : 1)
      },
    }
  },
}
