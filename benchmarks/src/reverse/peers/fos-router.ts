import { createRequire } from 'node:module'
import type { Builder, NamedRoute, ReversePeer } from '../reverse-peer.js'

interface FosRouting {
  setRoutingData(data: {
    base_url: string
    host: string
    scheme: string
    routes: Record<string, unknown>
  }): void
  generate(name: string, params: unknown): string
}
const routing = createRequire(import.meta.url)('fos-router') as FosRouting & {
  constructor: new () => FosRouting
}

let last: unknown

export const fosRouter: ReversePeer = {
  note: 'by name',
  create(routes): Builder {
    const router = new routing.constructor()
    router.setRoutingData({
      base_url: '',
      host: 'localhost',
      scheme: 'http',
      routes: Object.fromEntries(routes.map((route) => [route.name, toFosRoute(route)])),
    })
    return {
      url: (name, params) => router.generate(name, { ...params }),
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const url = router.generate(names[index] as string, params[index])
          last = url
          length += url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}

/** Symfony's compiled form: the tokens from the end of the path to its start. */
function toFosRoute({ segments }: NamedRoute): unknown {
  const tokens = segments.map((segment) =>
    typeof segment === 'string'
      ? ['text', `/${segment}`]
      : ['variable', '/', '[^/]++', segment.variable, true],
  )
  return {
    tokens: tokens.toReversed(),
    defaults: [],
    requirements: [],
    hosttokens: [],
    methods: ['GET'],
    schemes: [],
  }
}
