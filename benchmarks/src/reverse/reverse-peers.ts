import type { ReversePeer } from './reverse-peer.js'

/** Ours comes first. Each is loaded when it is measured: alone in a process means that no other one was loaded. */
export const reversePeers: ReadonlyMap<string, () => Promise<ReversePeer>> = new Map([
  ['mvc-router href()', async () => (await import('./peers/mvc-router-href.js')).mvcRouterHref],
  ['mvc-router reverse()', async () => (await import('./peers/mvc-router-reverse.js')).mvcRouterReverse],
  ['URL written by hand', async () => (await import('./peers/by-hand.js')).writtenByHand],
  ['path-to-regexp compile()', async () => (await import('./peers/path-to-regexp.js')).pathToRegexp],
  ['Adonis makeUrl()', async () => (await import('./peers/adonis.js')).adonis],
  ['regexparam inject()', async () => (await import('./peers/regexparam.js')).regexparam],
  ['typesafe-routes renderPath()', async () => (await import('./peers/typesafe-routes.js')).typesafeRoutes],
  ['react-router generatePath()', async () => (await import('./peers/react-router.js')).reactRouter],
  ['url-pattern', async () => (await import('./peers/url-pattern.js')).urlPattern],
  ['@koa/router url()', async () => (await import('./peers/koa-router.js')).koaRouter],
])

export async function loadReversePeer(name: string): Promise<ReversePeer> {
  const load = reversePeers.get(name)
  if (load === undefined) throw new Error(`No such peer: ${name}`)
  return load()
}
