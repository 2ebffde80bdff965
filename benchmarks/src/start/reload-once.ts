import { existsSync, readFileSync } from 'node:fs'
import { toText } from '../route-sets.js'
import { createRequests, loadMapping } from './mapping.js'

// One reload of 10,000 lines in a process of its own, as JSON. node reload-once.js usual|expressions
export interface ReloadResult {
  /** The longest pause of the event loop during the first and the second reload, in milliseconds of CPU. */
  readonly firstPause: number
  readonly laterPause: number
  /** Microseconds of the two requests that follow a reload. */
  readonly firstRequest: number
  readonly secondRequest: number
}

/** Of the thread that reads it. */
const account = '/proc/thread-self/schedstat'

const text = process.argv[2] === 'expressions' ? expressions() : toText('routes10000')
const lines = text.trimEnd().split('\n')
const asked = lines.map((line) => {
  const [method = '', path = ''] = line.split(' ')
  return { method, path: path.replaceAll(/\{[^}]*\}/g, '42') }
})
const { mapping, answered } = await loadMapping(text)
// A server that reloads has answered requests before.
const requests = createRequests(asked)
for (const request of requests.slice(2)) mapping.middleware(...request)
// Those requests are alive still, as they would not be in a server: they are no garbage of the reload.
globalThis.gc?.()
const firstPause = await pauseOf(() => mapping.reload())
const laterPause = await pauseOf(() => mapping.reload())
const [firstRequest = Number.NaN, secondRequest = Number.NaN] = requests.slice(0, 2).map((request) => {
  const start = process.hrtime.bigint()
  mapping.middleware(...request)
  return Number(process.hrtime.bigint() - start) / 1000
})
if (answered() !== requests.length)
  throw new Error(`${answered()} of ${requests.length} requests were answered`)
console.log(JSON.stringify({ firstPause, laterPause, firstRequest, secondRequest } satisfies ReloadResult))

/** As many regular expressions as lines, each of its own. */
function expressions(): string {
  const all = Array.from(
    { length: 10_000 },
    (_, index) => `GET /page${index}/{<[a-z]+-${index}|[0-9]+>id} c${index}.show`,
  )
  return `${all.join('\n')}\n`
}

/** What one turn of the event loop takes at most while `work` goes on. */
async function pauseOf(work: () => Promise<boolean>): Promise<number> {
  let longest = 0
  let last = cpuTime()
  let isDone = false
  const turn = (): void => {
    const now = cpuTime()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  if (!(await work())) throw new Error(`The reload was refused: ${mapping.reloadError?.message}`)
  isDone = true
  turn()
  return longest / 1000
}

/** In microseconds: of the main thread alone where Node or Linux tells it, else of V8's other threads as well. */
function cpuTime(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage }
  // To ask brings the account of the system up to date.
  const { user, system } = threadCpuUsage?.() ?? process.cpuUsage()
  if (threadCpuUsage !== undefined || !existsSync(account)) return user + system
  const [nanoseconds] = readFileSync(account, 'utf8').split(' ', 1)
  return Number(nanoseconds) / 1000
}
