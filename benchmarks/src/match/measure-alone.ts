import type { RequestKind } from '../requests.js'
import type { RouteSetName } from '../route-sets.js'
import { spreadOf } from '../statistics.js'
import { measureMatching } from './measure-matching.js'

// One peer in a process of its own: prints the median, in nanoseconds. node measure-alone.js PEER SET REQUESTS [spoilt]
const [peer = '', set, requests, spoilt] = process.argv.slice(2)

/** As nunjucks has one: from the first on, methods of all strings are called more slowly. */
if (spoilt !== undefined) {
  class Markup extends String {}
  console.assert(new Markup('a').charCodeAt(0) === 97)
}

const [timing] = await measureMatching(
  [peer],
  { set: set as RouteSetName, requests: requests as RequestKind },
  { rounds: 200, warmUp: 250, budget: 250 },
)
console.log(JSON.stringify(spreadOf(timing?.times ?? []).median))
