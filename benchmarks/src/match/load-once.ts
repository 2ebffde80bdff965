import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { matchPeers } from './match-peers.js'

// Measures the first load of routes in a process and prints it as JSON. node --expose-gc load-once.js PEER SET
export interface LoadResult {
  /** The time from the text of the routes to the result of the first match. */
  readonly milliseconds: number
  readonly firstMatchMicroseconds: number
  /** Bytes in the heap and in array buffers after a garbage collection. */
  readonly bytesPerRoute: number
}

const [name = '', setName = 'github'] = process.argv.slice(2)
const peer = matchPeers.get(name)
if (peer === undefined) throw new Error(`No such peer: ${name}`)
const set = readRouteSet(setName as RouteSetName)
const lines = set.text.match(/^[A-Z]+ .*$/gm) ?? []
// Before the measurement, the package of a peer is loaded and its patterns are parsed. mvc-router has parsed nothing.
if (name !== 'mvc-router') await peer.create({ ...set, routes: set.routes.slice(0, 0) })
const [method = '', path = ''] = lines[Math.floor(lines.length / 2)]?.split(/\s+/) ?? []
const asked = path.replaceAll(/\{\w+\}/g, '42')

const before = heldBytes()
const started = process.hrtime.bigint()
const matcher = await peer.create(set)
const loaded = process.hrtime.bigint()
const found = matcher?.match(method, asked)
const answered = process.hrtime.bigint()
if (found === undefined || found === null) throw new Error(`${name} does not find ${method} ${asked}`)
const bytes = heldBytes() - before
console.log(
  JSON.stringify({
    milliseconds: Number(answered - started) / 1e6,
    firstMatchMicroseconds: Number(answered - loaded) / 1e3,
    bytesPerRoute: bytes / lines.length,
  } satisfies LoadResult),
)
// The router must live until the heap has been measured.
matcher?.match(method, asked)

function heldBytes(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
