import { createRoutes, renderPath, str } from 'typesafe-routes'
import type { Builder, Params, ReversePeer } from '../reverse-peer.js'

let last: unknown

type RenderPath = (route: unknown, params: Params) => string

export const typesafeRoutes: ReversePeer = {
  note: 'by route object; encodes nothing',
  create(routes): Builder {
    const objects = new Map<string, unknown>(
      routes.map((route) => {
        const path = route.segments.map((segment) =>
          typeof segment === 'string' ? segment : str(segment.variable),
        )
        return [route.name, createRoutes({ route: { path } }).route]
      }),
    )
    const render = renderPath as unknown as RenderPath
    return {
      url: (name, params) => render(objects.get(name), params),
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const url = render(objects.get(names[index] as string), params[index] as Params)
          last = url
          length += url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
