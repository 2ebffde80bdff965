import { route as ziggyRoute, type Config } from 'ziggy-js'
import { toBracePath, type Builder, type ReversePeer } from '../reverse-peer.js'

let last: unknown

export const ziggy: ReversePeer = {
  note: 'by name',
  create(routes): Builder {
    const config = {
      url: 'http://localhost',
      port: null,
      defaults: {},
      routes: Object.fromEntries(
        routes.map((route) => [
          route.name,
          {
            uri: toBracePath(route).slice(1),
            methods: ['GET' as const],
            parameters: route.segments.flatMap((segment) =>
              typeof segment === 'string' ? [] : [segment.variable],
            ),
          },
        ]),
      ),
    } as unknown as Config
    const route = ziggyRoute as (name: string, params: unknown, absolute: boolean, config: Config) => string
    return {
      url: (name, params) => route(name, params, false, config),
      run(names, params) {
        let length = 0
        for (let index = 0; index < names.length; index++) {
          const url = route(names[index] as string, params[index], false, config)
          last = url
          length += url.length
        }
        return length + (last === undefined ? 0 : 1)
      },
    }
  },
}
