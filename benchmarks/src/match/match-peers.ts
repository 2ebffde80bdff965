import type { MatchPeer } from './match-peer.js'

/** Ours comes first. Each is loaded when it is measured: alone in a process means that no other one was loaded. */
export const matchPeers: ReadonlyMap<string, () => Promise<MatchPeer>> = new Map([
  ['mvc-router', async () => (await import('./peers/mvc-router.js')).mvcRouter],
  ['memoirist', async () => (await import('./peers/memoirist.js')).memoirist],
  ['koa-tree-router', async () => (await import('./peers/koa-tree-router.js')).koaTreeRouter],
  ['find-my-way', async () => (await import('./peers/find-my-way.js')).findMyWay],
  ['find-my-way compiled', async () => (await import('./peers/find-my-way.js')).findMyWayCompiled],
  ['rou3 compiled', async () => (await import('./peers/rou3.js')).rou3],
  ['trek-router', async () => (await import('./peers/trek-router.js')).trekRouter],
  ['hono RegExpRouter', async () => (await import('./peers/hono.js')).honoRegExpRouter],
  ['list of regular expressions', async () => (await import('./peers/regex-list.js')).regexList],
])

export async function loadMatchPeer(name: string): Promise<MatchPeer> {
  const load = matchPeers.get(name)
  if (load === undefined) throw new Error(`No such peer: ${name}`)
  return load()
}
