import { koaRouter } from '../reverse/peers/koa-router.js'
import type { NamedRoute, ReversePeer } from '../reverse/reverse-peer.js'
import type { LinkHelper } from './view-engine.js'

const routes: readonly NamedRoute[] = [
  { name: 'userController.listAll', segments: ['user'] },
  { name: 'userController.showUser', segments: ['user', { variable: 'id' }] },
]

export const constantUrl = '/user/4711471'

/** No engine has a package of a peer; what their users do is to call the peer in a helper. */
export const linkHelpers: Readonly<Record<string, LinkHelper>> = {
  constant: () => constantUrl,
  koaRouter: toHelper(koaRouter),
}

function toHelper(peer: ReversePeer): LinkHelper {
  const builder = peer.create(routes)
  return (action, params) => builder?.url(action, params) ?? ''
}
