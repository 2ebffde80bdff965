import type { HTTPMethod } from 'find-my-way'
import type { RouteSet } from '../route-sets.js'
import { matcher, toColonPath, type Matcher, type MatchPeer } from './match-peer.js'

const inParentheses = (name: string, source: string): string => `:${name}(${source})`

/** The first router is ours. */
export const matchPeers: ReadonlyMap<string, MatchPeer> = new Map(
  Object.entries<MatchPeer>({
    'mvc-router': {
      note: 'file order, constraints, hosts, decoding',
      async create({ text }) {
        const { Router } = await import('@mvc-router/router-core')
        const router = Router.parse(text)
        return matcher(
          (method, path) => router.match({ method, path }),
          ({ route, args }) => ({ route: router.routes.indexOf(route), params: args }),
        )
      },
    },
    memoirist: {
      note: 'static before variable; no constraints, no decoding',
      async create(set) {
        if (isConstrained(set)) return undefined
        const { Memoirist } = await import('memoirist')
        const router = new Memoirist<number>()
        for (const [index, route] of set.routes.entries()) router.add(route.method, toColonPath(route), index)
        return matcher(
          (method, path) => router.find(method, path),
          ({ store, params }) => ({ route: store, params }),
        )
      },
    },
    'find-my-way': {
      note: 'static before variable, whatever the order',
      create: async (set) => createFindMyWay(set, false),
    },
    'find-my-way compiled': {
      note: 'generates code; static before variable',
      generatesCode: true,
      create: async (set) => createFindMyWay(set, true),
    },
    'rou3 compiled': {
      note: 'generates code; most specific first; ignores a trailing slash; no decoding',
      generatesCode: true,
      async create({ routes }) {
        const [{ addRoute, createRouter }, { compileRouter }] = [
          await import('rou3'),
          await import('rou3/compiler'),
        ]
        const router = createRouter<number>()
        for (const [index, route] of routes.entries())
          addRoute(router, route.method, toColonPath(route, inParentheses), index)
        const match = compileRouter(router)
        return matcher(match, ({ data, params }) => ({ route: data, params: { ...params } }))
      },
    },
    'hono RegExpRouter': {
      note: 'one regular expression; no decoding',
      generatesCode: true,
      async create({ routes }) {
        const { RegExpRouter } = await import('hono/router/reg-exp-router')
        const router = new RegExpRouter<number>()
        try {
          for (const [index, route] of routes.entries())
            router.add(
              route.method,
              toColonPath(route, (name, source) => `:${name}{${source}}`),
              index,
            )
          router.match('GET', '/')
        } catch {
          return undefined
        }
        return matcher(
          (method, path) => {
            const [[first], stash] = router.match(method, path)
            if (first === undefined) return undefined
            const params: Record<string, string> = {}
            for (const name in first[1])
              params[name] = (stash as string[])[first[1][name] as number] as string
            return { route: first[0], params }
          },
          (found) => found,
        )
      },
    },
    'list of regular expressions': {
      note: 'in order, as Express does it; no decoding',
      async create({ routes }) {
        const entries = routes.map(({ method, pattern }, route) => {
          const source = pattern.parts.map((part) =>
            part.type === 'literal'
              ? part.text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
              : `(?<${part.name}>${part.constraint?.source ?? '[^/]+'})`,
          )
          return { method, route, regExp: new RegExp(`^${source.join('') || '/'}$`) }
        })
        return matcher(
          (method, path) => {
            for (const entry of entries) {
              if (entry.method !== method) continue
              const found = entry.regExp.exec(path)
              if (found !== null) return { route: entry.route, params: found.groups }
            }
            return undefined
          },
          ({ route, params = {} }) => ({ route, params }),
        )
      },
    },
  }),
)

async function createFindMyWay({ routes }: RouteSet, isCompiled: boolean): Promise<Matcher> {
  const { default: findMyWay } = await import('find-my-way')
  const router = findMyWay({ maxParamLength: 255 })
  for (const [route, each] of routes.entries())
    router.on(each.method as HTTPMethod, toColonPath(each, inParentheses), () => undefined, { route })
  if (isCompiled) (router as typeof router & { compile(): unknown }).compile()
  return matcher(
    (method, path) => router.find(method as HTTPMethod, path),
    ({ store, params }) => ({ ...(store as { route: number }), params: params as Record<string, string> }),
  )
}

function isConstrained({ routes }: RouteSet): boolean {
  return routes.some(({ pattern }) =>
    pattern.parts.some((part) => part.type === 'variable' && part.constraint),
  )
}
