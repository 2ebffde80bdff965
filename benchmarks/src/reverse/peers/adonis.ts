import { RouterFactory } from '@adonisjs/http-server/factories'
import { toColonPath, type Builder, type ReversePeer } from '../reverse-peer.js'

let last: unknown

export const adonis: ReversePeer = {
  note: 'by name; encodes nothing',
  create(routes): Builder {
    const router = new RouterFactory().create()
    for (const route of routes) router.get(toColonPath(route), 'Controller.method').as(route.name)
    router.commit()
    return {
      url: (name, params) => router.makeUrl(name, params),
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const url = router.makeUrl(names[index] as string, params[index])
          last = url
          length += url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
