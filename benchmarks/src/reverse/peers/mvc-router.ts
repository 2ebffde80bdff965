import { Router } from '@mvc-router/router-core'
import { toBracePath, type Builder, type ReversePeer } from '../reverse-peer.js'

let last: unknown

export const mvcRouter: ReversePeer = {
  note: 'by action; checks values and that the URL routes back',
  create(routes): Builder {
    const router = Router.parse(routes.map((route) => `GET ${toBracePath(route)} ${route.name}`).join('\n'))
    return {
      url: (name, params) => router.reverse(name, params).url,
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const definition = router.reverse(names[index] as string, params[index])
          last = definition
          length += definition.url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
