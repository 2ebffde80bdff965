import { measure, type Candidate, type MeasureOptions } from '../measure.js'
import { fresh } from '../random.js'
import type { PeerTiming } from '../report/compare-with-peers.js'
import { sampleRequests, type RequestKind, type SampleRequest } from '../requests.js'
import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { checkAnswers } from './check-answers.js'
import { loadMatchPeer } from './match-peers.js'
import type { Matcher, MatchPeer } from './match-peer.js'

export interface MatchTask {
  readonly set: RouteSetName
  readonly requests: RequestKind
}

/** Times the peers that can register the set, in turns. */
export async function measureMatching(
  names: readonly string[],
  { set: setName, requests: kind }: MatchTask,
  options: MeasureOptions,
): Promise<PeerTiming[]> {
  const set = readRouteSet(setName)
  const requests = sampleRequests(set, kind)
  const able: { candidate: Candidate; rightAnswers: number; note: string }[] = []
  for (const name of names) {
    const peer = await loadMatchPeer(name)
    const matcher = peer.create(set)
    if (matcher === undefined) continue
    const rightAnswers = checkAnswers(matcher, requests)
    const candidate = toCandidate(name, peer, matcher, requests)
    able.push({ candidate, rightAnswers, note: peer.note })
  }
  const timings = measure(
    able.map(({ candidate }) => candidate),
    options,
  )
  return timings.map((timing, index) => ({
    ...timing,
    rightAnswers: able[index]?.rightAnswers ?? 0,
    note: able[index]?.note ?? '',
  }))
}

function toCandidate(
  name: string,
  { generatesCode = false }: MatchPeer,
  matcher: Matcher,
  requests: readonly SampleRequest[],
): Candidate {
  const methods = requests.map(({ method }) => method)
  let paths: string[] = []
  return {
    name,
    generatesCode,
    operations: requests.length,
    prepare() {
      paths = requests.map(({ path }) => fresh(path))
    },
    run: () => matcher.run(methods, paths),
  }
}
