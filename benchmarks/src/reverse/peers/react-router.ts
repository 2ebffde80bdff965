import { generatePath } from 'react-router'
import { toColonPath, type Builder, type ReversePeer } from '../reverse-peer.js'

let last: unknown

export const reactRouter: ReversePeer = {
  note: 'by pattern',
  create(routes): Builder {
    const patterns = new Map(routes.map((route) => [route.name, toColonPath(route)]))
    return {
      url: (name, params) => generatePath(patterns.get(name) ?? '', params as Record<string, string>),
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const url = generatePath(
            patterns.get(names[index] as string) as string,
            params[index] as Record<string, string>,
          )
          last = url
          length += url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
