import { Router } from '@koa/router'
import { toColonPath, type Builder, type ReversePeer } from '../reverse-peer.js'

let last: unknown

export const koaRouter: ReversePeer = {
  note: 'by name',
  create(routes): Builder {
    const router = new Router()
    for (const route of routes) router.get(route.name, toColonPath(route), () => undefined)
    return {
      url: (name, params) => String(router.url(name, params)),
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const url = router.url(names[index] as string, params[index]) as string
          last = url
          length += url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
