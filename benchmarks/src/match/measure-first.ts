import { fresh } from '../random.js'
import { sampleRequests } from '../requests.js'
import { readRouteSet } from '../route-sets.js'
import { loadMatchPeer } from './match-peers.js'

// The first matches of a process: prints the microseconds of the first 1,000 and the first 10,000. node measure-first.js PEER
export type FirstMatches = readonly [first1000: number, first10000: number]

const [peer = ''] = process.argv.slice(2)
const set = readRouteSet('github')
const requests = sampleRequests(set, 'all', 10_000)
const methods = requests.map(({ method }) => method)
const paths = requests.map(({ path }) => fresh(path))
const matcher = (await loadMatchPeer(peer)).create(set)
if (matcher === undefined) throw new Error(`${peer} cannot register the routes`)

const started = process.hrtime.bigint()
let found = matcher.run(methods.slice(0, 1000), paths.slice(0, 1000))
const first1000 = Number(process.hrtime.bigint() - started) / 1000
found += matcher.run(methods.slice(1000), paths.slice(1000))
const first10000 = Number(process.hrtime.bigint() - started) / 1000
// Each of the two runs adds one.
if (found !== requests.length + 2) throw new Error(`${peer} finds ${found - 2} of ${requests.length}`)
console.log(JSON.stringify([first1000, first10000] satisfies FirstMatches))
