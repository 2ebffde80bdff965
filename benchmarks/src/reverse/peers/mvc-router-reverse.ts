import { Router } from '@mvc-router/router-core'
import { toBracePath, type Builder, type ReversePeer } from '../reverse-peer.js'

let last: unknown

/** What a program gets: a definition that it can add arguments to, make absolute, and keep. */
export const mvcRouterReverse: ReversePeer = {
  note: 'the same checks; gives a frozen definition with a copy of the arguments, not a string',
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
