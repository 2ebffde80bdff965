import { isDeepStrictEqual } from 'node:util'
import type { MeasureOptions } from '../measure.js'
import { fresh } from '../random.js'
import { measurePeers, type AblePeer, type PeerTiming } from '../report/compare-with-peers.js'
import { sampleRequests, type RequestKind, type SampleRequest } from '../requests.js'
import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { timedLoop } from '../timed-loop.js'
import { matchPeers } from './match-peers.js'
import type { Matcher } from './match-peer.js'

export interface MatchTask {
  readonly set: RouteSetName
  readonly requests: RequestKind
}

/** Times the peers that can register the set. The peers take turns. */
export async function measureMatching(
  names: readonly string[],
  { set: setName, requests: kind }: MatchTask,
  options: MeasureOptions,
): Promise<PeerTiming[]> {
  const set = readRouteSet(setName)
  const requests = sampleRequests(set, kind)
  const methods = requests.map(({ method }) => method)
  const able: AblePeer[] = []
  for (const name of names) {
    const peer = matchPeers.get(name)
    if (peer === undefined) throw new Error(`No such peer: ${name}`)
    const matcher = await peer.create(set)
    if (matcher === undefined) continue
    const loop = timedLoop(matcher.match)
    let paths: string[] = []
    able.push({
      name,
      note: peer.note,
      generatesCode: peer.generatesCode ?? false,
      rightAnswers: shareOfRightAnswers(matcher, requests),
      operations: requests.length,
      prepare() {
        paths = requests.map(({ path }) => fresh(path))
      },
      run: () => loop(methods, paths),
    })
  }
  return measurePeers(able, options)
}

/** The share of requests for which a router finds the first line that matches, and its values. */
function shareOfRightAnswers({ match, read }: Matcher, requests: readonly SampleRequest[]): number {
  const right = requests.filter(({ method, path, route, params }) => {
    const result = match(method, path)
    if (result === undefined || result === null) return route === undefined
    const found = read(result)
    return found.route === route && isDeepStrictEqual({ ...found.params }, { ...params })
  })
  return right.length / requests.length
}
