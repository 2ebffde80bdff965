import { createMemoryHistory, createRouter } from 'vue-router'
import { toColonPath, type Builder, type Params, type ReversePeer } from '../reverse-peer.js'

let last: unknown

export const vueRouter: ReversePeer = {
  note: 'by name; a location object',
  create(routes): Builder {
    const router = createRouter({
      history: createMemoryHistory(),
      routes: routes.map((route) => ({ path: toColonPath(route), name: route.name, component: {} })),
    })
    return {
      url: (name, params) => router.resolve({ name, params }).href,
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const location = router.resolve({ name: names[index] as string, params: params[index] as Params })
          last = location
          length += location.href.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
