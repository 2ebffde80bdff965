import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { matchPeers } from './match-peers.js'

// Measures a cold load in a process of its own, and prints it as JSON. node --expose-gc load-once.js PEER SET
export interface LoadResult {
  /** From the text to the answer of the first match. */
  readonly milliseconds: number
  readonly firstMatchMicroseconds: number
  /** Kept in the heap and in array buffers, after a collection. */
  readonly bytesPerRoute: number
}

const [name = '', setName = 'github'] = process.argv.slice(2)
const peer = matchPeers.get(name)
if (peer === undefined) throw new Error(`No such peer: ${name}`)
const set = readRouteSet(setName as RouteSetName)
const lines = set.text.match(/^[A-Z]+ .*$/gm) ?? []
// Ours has parsed nothing yet; the package of another one is loaded, and its patterns are parsed.
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
