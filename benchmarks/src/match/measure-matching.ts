import { measure, type Candidate, type MeasureOptions, type Timing } from '../measure.js'
import { fresh } from '../random.js'
import { sampleRequests, type RequestKind, type SampleRequest } from '../requests.js'
import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { checkAnswers } from './check-answers.js'
import type { Matcher, MatchPeer } from './match-peer.js'

export interface MatchTask {
  readonly set: RouteSetName
  readonly requests: RequestKind
}

export interface MatchTiming extends Timing {
  /** From 0 to 1; below 1 the router answers some requests of the set differently. */
  readonly rightAnswers: number
}

/** Times the peers that can register the set, in turns. */
export function measureMatching(
  peers: readonly MatchPeer[],
  { set: setName, requests: kind }: MatchTask,
  options: MeasureOptions,
): MatchTiming[] {
  const set = readRouteSet(setName)
  const requests = sampleRequests(set, kind)
  const able = peers.flatMap((peer) => {
    const matcher = peer.create(set)
    return matcher === undefined ? [] : [{ peer, matcher, rightAnswers: checkAnswers(matcher, requests) }]
  })
  const timings = measure(
    able.map(({ peer, matcher }) => toCandidate(peer.name, matcher, requests)),
    options,
  )
  return timings.map((timing, index) => ({ ...timing, rightAnswers: able[index]?.rightAnswers ?? 0 }))
}

function toCandidate(name: string, matcher: Matcher, requests: readonly SampleRequest[]): Candidate {
  const methods = requests.map(({ method }) => method)
  let paths: string[] = []
  return {
    name,
    operations: requests.length,
    prepare() {
      paths = requests.map(({ path }) => fresh(path))
    },
    run: () => matcher.run(methods, paths),
  }
}
