import { Router } from '@mvc-router/router-core'
import { toBracePath, type Builder, type ReversePeer } from '../reverse-peer.js'

let last: unknown

/** What tags print: a string, like that of all others. */
export const mvcRouterHref: ReversePeer = {
  note: 'by action; checks values and that the URL routes back',
  create(routes): Builder {
    const router = Router.parse(routes.map((route) => `GET ${toBracePath(route)} ${route.name}`).join('\n'))
    return {
      url: (name, params) => router.href(name, params),
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const url = router.href(names[index] as string, params[index])
          last = url
          length += url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
