import type { Builder, ReversePeer } from '../reverse-peer.js'

let last: unknown

/** What somebody writes where no router helps: a template and `encodeURIComponent`. It has one route. */
export const writtenByHand: ReversePeer = {
  note: 'a template; checks nothing',
  create([route, ...others]): Builder | undefined {
    const [base, variable, ...rest] = route?.segments ?? []
    const isSimple = typeof base === 'string' && typeof variable === 'object' && variable.variable === 'id'
    if (!isSimple || rest.length > 0 || others.length > 0) return undefined
    return {
      url: (_name, params) => `/users/${encodeURIComponent(params['id'] as string)}`,
      run(_names, params) {
        let length = 0
        for (let index = 0; index < params.length; index++) {
          const url = `/users/${encodeURIComponent(params[index]?.['id'] as string)}`
          last = url
          length += url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
