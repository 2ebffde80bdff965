import { Router } from '@mvc-router/router-core'
import createFindMyWay from 'find-my-way'
import { Memoirist } from 'memoirist'
import { toText, type RouteSetName } from '../route-sets.js'

// One cold load in a process of its own, as JSON. node --expose-gc load-once.js PEER SET
export interface LoadResult {
  /** From the text to the answer of the first match. */
  readonly milliseconds: number
  readonly firstMatchMicroseconds: number
  /** Of the heap and of array buffers, after a collection. */
  readonly bytesPerRoute: number
}

type Match = (method: string, path: string) => unknown
type Line = readonly [method: string, path: string]

const loaders: ReadonlyMap<string, (text: string, lines: readonly Line[]) => Match> = new Map<
  string,
  (text: string, lines: readonly Line[]) => Match
>([
  [
    'mvc-router',
    (text): Match => {
      const router = Router.parse(text)
      return (method, path) => router.match({ method, path })
    },
  ],
  [
    'find-my-way',
    (_, lines): Match => {
      const router = createFindMyWay()
      for (const [method, path] of lines) router.on(method as 'GET', path, () => undefined)
      return (method, path) => router.find(method as 'GET', path)
    },
  ],
  [
    'memoirist',
    (_, lines): Match => {
      const router = new Memoirist<string>()
      for (const [method, path] of lines) router.add(method, path, path)
      return (method, path) => router.find(method, path)
    },
  ],
])

const [peer = '', set = 'github'] = process.argv.slice(2)
const load = loaders.get(peer)
if (load === undefined) throw new Error(`No such peer: ${peer}`)
const text = toText(set as RouteSetName)
const lines = text
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line): Line => {
    const [method = '', path = ''] = line.split(/\s+/)
    return [method, path.replaceAll(/\{(\w+)\}/g, ':$1')]
  })
const [method, path] = lines[Math.floor(lines.length / 2)] ?? ['GET', '/']
const asked = path.replaceAll(/:\w+/g, '42')

const before = heldBytes()
const started = process.hrtime.bigint()
const match = load(text, lines)
const loaded = process.hrtime.bigint()
const found = match(method, asked)
const answered = process.hrtime.bigint()
if (found === undefined || found === null) throw new Error(`${peer} does not find ${method} ${asked}`)
const bytes = heldBytes() - before
console.log(
  JSON.stringify({
    milliseconds: Number(answered - started) / 1e6,
    firstMatchMicroseconds: Number(answered - loaded) / 1e3,
    bytesPerRoute: bytes / lines.length,
  } satisfies LoadResult),
)
// What was loaded must live until the heap has been measured.
match(method, asked)

function heldBytes(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
