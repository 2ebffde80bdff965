import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { SaxesParser } from 'saxes'
import { Random } from '../random.js'
import {
  createFuzzedApi,
  fillStores,
  foreignText,
  type FuzzedStores,
  hiddenText,
  internalText,
} from './fuzzed-api.js'
import { type Answer, type Call, type RunningServer, start } from './http-client.js'
import { randomRequest, type Seen } from './random-request.js'

/** The number of concurrent requests. */
const atOnce = 6
const kept = 60

/** Matches texts that no answer may contain: from a database, a program or another tenant. */
const leaks = new RegExp(
  `${hiddenText}|${foreignText}|${internalText}|fuzz_[0-9a-f]|row_token|parent_id|SQLITE|libsql|node:internal|node_modules|ER_[A-Z]|errno|pg_|sqlState|at .*\\.[jt]s:\\d`,
)

/** The statuses that any request may get. Stores cause 501 and 503. */
const expectedStatuses: ReadonlySet<number> = new Set([
  200, 201, 204, 304, 400, 403, 404, 405, 406, 409, 412, 413, 415, 417, 428, 501, 503,
])

/** Sends random requests, and checks that no answer contains a forbidden text. */
export function testFuzzedRequests(open: () => Promise<FuzzedStores>, count: number): void {
  let stores: FuzzedStores
  let server: RunningServer
  const logged: unknown[] = []
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown): void => void unhandled.push(error)

  beforeAll(async () => {
    process.on('unhandledRejection', onUnhandled)
    stores = await open()
    await fillStores(stores)
    server = await start(await createFuzzedApi(stores, (error) => logged.push(error)), {
      keepAliveTimeout: 0,
    })
  })
  afterAll(async () => {
    process.off('unhandledRejection', onUnhandled)
    await server.close()
  })

  test(
    `${count} requests cause no unhandled rejection, leak no forbidden text, and get 500 only from the failing action`,
    async () => {
      const random = new Random(Number(process.env['FUZZ_SEED'] ?? 0))
      const rowsOfB = async (): Promise<unknown> => {
        const all = [
          ...(await stores.things.findAll({ unshown: ['parent'] })),
          ...(await stores.notes.findAll()),
        ]
        return all.filter(({ tenant }) => tenant === 'b')
      }
      const before = await rowsOfB()
      const seen: Seen = { tags: [], paths: [], cursors: [], bodies: [] }
      const statuses: Record<number, number> = {}
      let sent = 0
      const send = async (): Promise<void> => {
        while (sent < count) {
          const index = sent++
          const call = randomRequest(random, seen)
          const what = `seed ${random.seed}, request ${index}: ${described(call)}`
          const answer = await answerTo(server, call, what)
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
          judge(call, answer, what, logged)
          remember(call, answer, seen)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, send))
      console.info(`seed ${random.seed}: ${JSON.stringify(statuses)}`)
      expect(await rowsOfB()).toEqual(before)
      expect(unhandled).toEqual([])
      // If each of these statuses occurs, the requests have reached the rows.
      for (const status of [200, 201, 204, 400, 404, 409, 412])
        expect([status, (statuses[status] ?? 0) > 0]).toEqual([status, true])
    },
    60_000 + count * 100,
  )
}

function described({ body, ...call }: Call): string {
  const text = body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : String(body)
  return `${JSON.stringify(call)} ${text.slice(0, 2000)}`
}

/** Sends a call again if the server closed the connection after a long body. */
async function answerTo(server: RunningServer, call: Call, what: string): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await server.call(call)
    } catch (error) {
      const code = String(Reflect.get(Object(error) as object, 'code'))
      if (attempt > 4 || !['EPIPE', 'ECONNRESET'].includes(code)) throw new Error(what, { cause: error })
    }
  }
}

function judge(
  { method, path }: Call,
  { status, headers, text }: Answer,
  what: string,
  logged: unknown[],
): void {
  const errors = logged.splice(0)
  if (!expectedStatuses.has(status) && !(status === 500 && path.startsWith('/failing/')))
    throw new Error(`${what}: ${status} ${text}`, { cause: errors })
  // Tags and cursors are random, so they might contain a forbidden text by chance.
  const { etag: _, ...others } = headers
  const whole = (JSON.stringify(others) + text).replaceAll(/[\w-]{40,}/g, '')
  const leak = leaks.exec(path === '/api/openapi.json' ? '' : whole)
  if (leak !== null) throw new Error(`${what}: ${status} leaks ${leak[0]} in ${whole.slice(0, 4000)}`)
  if (String(headers['link'] ?? '').length > 4096) throw new Error(`${what}: a Link of more than 4 kB`)
  const type = String(headers['content-type'])
  if (method === 'HEAD' || text === '') return
  if (/[/+]json/.test(type)) JSON.parse(text)
  if (/[/+]xml/.test(type)) new SaxesParser().write(text).close()
}

function remember({ path }: Call, { status, headers, text }: Answer, seen: Seen): void {
  const { etag, location } = headers
  if (etag !== undefined) keep(seen.tags, etag)
  if (location !== undefined) keep(seen.paths, location)
  else if (status === 200 && /^\/[a-z-]+\/[^/?]+$/.test(path)) keep(seen.paths, path)
  const cursor = /"next":"([\w-]+)"/.exec(text)?.[1]
  if (cursor !== undefined) keep(seen.cursors, cursor)
  if (status === 200 && text.startsWith('{"id"')) keep(seen.bodies, text)
}

function keep(list: string[], item: string): void {
  list.push(item)
  if (list.length > kept) list.shift()
}
