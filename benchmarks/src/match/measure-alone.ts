import type { RequestKind } from '../requests.js'
import type { RouteSetName } from '../route-sets.js'
import { matchPeers } from './match-peers.js'
import { measureMatching } from './measure-matching.js'

// One peer in a process of its own: prints the median, in nanoseconds. node measure-alone.js PEER SET REQUESTS
const [peer, set, requests] = process.argv.slice(2)
const [timing] = measureMatching(
  matchPeers.filter(({ name }) => name === peer),
  { set: set as RouteSetName, requests: requests as RequestKind },
  { rounds: 80, warmUp: 150 },
)
console.log(timing?.median ?? Number.NaN)
