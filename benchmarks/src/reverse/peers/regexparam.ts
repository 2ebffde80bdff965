import { inject } from 'regexparam'
import { toColonPath, type Builder, type Params, type ReversePeer } from '../reverse-peer.js'

let last: unknown

export const regexparam: ReversePeer = {
  note: 'by pattern; encodes nothing',
  create(routes): Builder {
    const patterns = new Map(routes.map((route) => [route.name, toColonPath(route)]))
    return {
      url: (name, params) => inject(patterns.get(name) ?? '', params),
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const url = inject(patterns.get(names[index] as string) as string, params[index] as Params)
          last = url
          length += url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
