import { toPath, type NamedRoute, type ReversePeer } from './reverse-peer.js'

const toColonPath = (route: NamedRoute): string => toPath(route, (name) => `:${name}`)

/** The first two are ours. */
export const reversePeers: ReadonlyMap<string, ReversePeer> = new Map(
  Object.entries<ReversePeer>({
    'mvc-router href()': {
      note: 'by action; checks the values, and that the URL matches',
      async create(routes) {
        const router = await parse(routes)
        return (name, params) => router.href(name, params)
      },
    },
    'mvc-router reverse()': {
      note: 'the same checks; returns a frozen definition, not a string',
      async create(routes) {
        const router = await parse(routes)
        return (name, params) => router.reverse(name, params)
      },
    },
    'URL written by hand': {
      note: 'a template for one route; checks nothing',
      async create([route, ...others]) {
        if (others.length > 0 || route?.segments[0] !== 'users') return undefined
        return (_name, params) => `/users/${encodeURIComponent(params['id'] as string)}`
      },
    },
    'path-to-regexp compile()': {
      note: 'a function per route; strings only',
      async create(routes) {
        const { compile } = await import('path-to-regexp')
        const functions = new Map(routes.map((route) => [route.name, compile(toColonPath(route))]))
        const [only] = functions.values()
        if (functions.size === 1 && only !== undefined)
          return (_name, params) => only(params as Record<string, string>)
        return (name, params) => functions.get(name)?.(params as Record<string, string>) ?? ''
      },
    },
    'Adonis makeUrl()': {
      note: 'by name; encodes nothing',
      async create(routes) {
        const { RouterFactory } = await import('@adonisjs/http-server/factories')
        const router = new RouterFactory().create()
        for (const route of routes) router.get(toColonPath(route), 'Controller.method').as(route.name)
        router.commit()
        return (name, params) => router.makeUrl(name, params)
      },
    },
    '@koa/router url()': {
      note: 'by name',
      async create(routes) {
        const { Router } = await import('@koa/router')
        const router = new Router()
        for (const route of routes) router.get(route.name, toColonPath(route), () => undefined)
        return (name, params) => router.url(name, params)
      },
    },
  }),
)

async function parse(routes: readonly NamedRoute[]) {
  const { Router } = await import('@mvc-router/router-core')
  return Router.parse(
    routes.map((route) => `GET ${toPath(route, (name) => `{${name}}`)} ${route.name}`).join('\n'),
  )
}
