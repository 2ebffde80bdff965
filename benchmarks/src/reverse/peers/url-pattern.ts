import { createRequire } from 'node:module'
import { toColonPath, type Builder, type Params, type ReversePeer } from '../reverse-peer.js'

interface Pattern {
  stringify(params: Params): string
}
const UrlPattern = createRequire(import.meta.url)('url-pattern') as new (pattern: string) => Pattern

let last: unknown

export const urlPattern: ReversePeer = {
  note: 'an object per route; encodes nothing',
  create(routes): Builder {
    const patterns = new Map(routes.map((route) => [route.name, new UrlPattern(toColonPath(route))]))
    return {
      url: (name, params) => patterns.get(name)?.stringify(params) ?? '',
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const url = (patterns.get(names[index] as string) as Pattern).stringify(params[index] as Params)
          last = url
          length += url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
