import { compile, type ParamData, type PathFunction } from 'path-to-regexp'
import { toColonPath, type Builder, type ReversePeer } from '../reverse-peer.js'

let last: unknown

/** It takes strings only. One route is called without a lookup by name, several by a Map. */
export const pathToRegexp: ReversePeer = {
  note: 'a function per route; strings only',
  create(routes): Builder {
    const functions = new Map(routes.map((route) => [route.name, compile(toColonPath(route))]))
    const [first] = functions.values()
    const only = functions.size === 1 ? first : undefined
    return {
      url: (name, params) => functions.get(name)?.(params as ParamData) ?? '',
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const build = (only ?? functions.get(names[index] as string)) as PathFunction<ParamData>
          const url = build(params[index] as ParamData)
          last = url
          length += url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
