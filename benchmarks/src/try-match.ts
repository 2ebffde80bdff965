import { matchPeers } from './match/match-peers.js'
import { measureMatching } from './match/measure-matching.js'
import type { RequestKind } from './requests.js'
import type { RouteSetName } from './route-sets.js'

const [set = 'github', kind = 'all', names = '', rounds = '100'] = process.argv.slice(2)
const peers = matchPeers.filter(
  ({ name }) => names === '' || names.split(',').some((part) => name.includes(part)),
)
const timings = measureMatching(
  peers,
  { set: set as RouteSetName, requests: kind as RequestKind },
  { rounds: Number(rounds), warmUp: 200 },
)
for (const { name, median, p10, ratio, rightAnswers } of timings)
  console.log(
    name.padEnd(30),
    median.toFixed(0).padStart(8),
    p10.toFixed(0).padStart(8),
    ratio.toFixed(2).padStart(8),
    rightAnswers.toFixed(3),
  )
