import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createTables, type Database } from '@mvc-router/rest-kysely'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { createApi as createLibrary } from '../../../examples/api/dist/create-api.js'
import { Counter, createApi as createCounters, Event } from '../../../examples/cluster/dist/create-api.js'

interface Operation {
  readonly responses: Readonly<Record<string, object>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** The part of a request that differs from a correct request and causes a certain status. */
interface Attempt {
  readonly id?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Example {
  readonly open: () => Promise<{
    readonly app: Parameters<typeof createServer>[1]
    readonly database: Database
  }>
  /** Functions that return a new valid body, by the path of the resource. */
  readonly bodies: Readonly<Record<string, (call: Call) => Promise<object>>>
  /** Functions that return a request that is answered with 409, by its method and path. */
  readonly conflicts: Readonly<Record<string, (call: Call) => Promise<Attempt>>>
  /** Ids that no row has. */
  readonly unknownIds: Readonly<Record<string, string>>
}

type Call = (method: string, path: string, attempt?: Attempt) => Promise<Response>

let count = 0
const fresh = (): string => `fresh ${++count}`

const library: Example = {
  open: async () => createLibrary(':memory:'),
  bodies: {
    authors: async () => ({ name: fresh() }),
    books: async () => ({ title: fresh(), authorId: 1 }),
    loans: async (call) => {
      await call('POST', '/books', { body: { title: fresh(), authorId: 1 } })
      return { bookId: 3 + ++lent, reader: 'Ada' }
    },
  },
  conflicts: {
    'POST /authors': async () => ({ body: { name: 'Joshua Bloch' } }),
    'PUT /authors/{id}': async () => ({ id: '2', body: { name: 'Joshua Bloch' } }),
    'PATCH /authors/{id}': async () => ({ id: '2', body: { name: 'Joshua Bloch' } }),
    'DELETE /authors/{id}': async () => ({ id: '1' }),
    'POST /books': async () => ({ body: { id: 1, title: fresh(), authorId: 1 } }),
    'PUT /books/{id}': async () => ({ body: { title: fresh(), authorId: 1, version: 77 } }),
    'PATCH /books/{id}': async () => ({ body: { version: 77 } }),
    'DELETE /books/{id}': async () => ({ id: 'effective-java' }),
    'POST /loans': async () => ({ body: { bookId: 1, reader: 'Bea' } }),
  },
  unknownIds: { authors: '4711', books: 'nobody-wrote-it', loans: '00000000-0000-4000-8000-000000000000' },
}
let lent = 0

const counters: Example = {
  open: async () => {
    const api = await createCounters([':memory:'])
    await createTables(api.database, [Event, Counter])
    return api
  },
  bodies: {
    events: async () => ({ token: fresh() }),
    counters: async () => ({ id: fresh(), value: 1 }),
  },
  conflicts: {
    'POST /events': async (call) => {
      await call('POST', '/events', { body: { token: fresh() } })
      return { body: { id: 1, token: fresh() } }
    },
    'POST /counters': async (call) => {
      const body = { id: fresh(), value: 1 }
      await call('POST', '/counters', { body })
      return { body }
    },
    'PUT /counters/{id}': async () => ({ body: { value: 2, version: 77 } }),
    'PATCH /counters/{id}': async () => ({ body: { value: 2, version: 77 } }),
  },
  unknownIds: { events: '4711', counters: 'nobody' },
}

/** The changes to a correct request, by the status that they cause. */
const attempts: Readonly<Record<string, Attempt>> = {
  400: { query: '?unknown=1' },
  406: { headers: { accept: 'image/png' } },
  412: { headers: { 'if-match': '"another"' } },
  413: { body: 'x'.repeat(2_000_000) },
  415: { body: 'x', headers: { 'content-type': 'text/plain' } },
}

describe.each([
  ['the library', library],
  ['the counters of the cluster', counters],
])('the OpenAPI document of %s', (_name, { open, bodies, conflicts, unknownIds }) => {
  let server: Server
  let database: Database
  let text: string
  let paths: Paths

  beforeAll(async () => {
    const api = await open()
    database = api.database
    server = createServer(api.app).listen(0)
    await once(server, 'listening')
    text = await (await call('GET', '/api/openapi.json')).text()
    paths = (JSON.parse(text) as { paths: Paths }).paths
  })
  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await database.close()
  })

  const call: Call = async (method, path, { query = '', headers = {}, body } = {}) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return fetch(origin + path + query, {
      method,
      redirect: 'manual',
      headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  /** Sends a request that should be answered with the status. */
  async function provoke(method: string, template: string, status: string): Promise<Response> {
    const base = template.split('/')[1] ?? ''
    const what = `${method} ${template}`
    const isLog = base === 'api'
    const takesBody = ['POST', 'PUT', 'PATCH'].includes(method) && !template.endsWith('/return')
    const record = { level: 'warn', message: 'm', time: '2024-02-29T12:00:00Z' }
    const right = isLog ? (template.endsWith('logs') ? [record] : record) : await bodyOf(base, method)
    const attempt: Attempt = {
      ...(takesBody && { body: right }),
      ...(status === '409' ? await conflicts[what]?.(call) : attempts[status]),
      ...(isLog && (status === '400' || status === '429') && { query: '', body: { level: 'loud' } }),
    }
    const id = template.includes('{') ? (attempt.id ?? (await idOf(base, status))) : ''
    const path = template.replace(/\{\w+\}/, id)
    if (status === '304') {
      const tag = (await call('GET', path)).headers.get('etag') ?? ''
      return call(method, path, { headers: { 'if-none-match': tag } })
    }
    if (status === '429') for (let sent = 0; sent < 301; sent++) await call(method, path, attempt)
    return call(method, path, attempt)
  }

  /** Returns a body. Only the body of POST has an id. Other requests have the id in the path. */
  async function bodyOf(base: string, method: string): Promise<object> {
    const { id, ...body } = ((await bodies[base]?.(call)) ?? {}) as { readonly id?: string }
    return method === 'POST' && id !== undefined ? { id, ...body } : body
  }

  async function idOf(base: string, status: string): Promise<string> {
    if (status === '404' || status === '4XX') return unknownIds[base] ?? ''
    const created = await call('POST', `/${base}`, { body: await bodies[base]?.(call) })
    expect([base, created.status]).toEqual([base, 201])
    return created.headers.get('location')?.split('/').at(-1) ?? ''
  }

  test('a linter of OpenAPI documents finds no error', async () => {
    const problems = await lintFromString({
      source: text,
      config: await createConfig({ extends: ['recommended'] }),
    })
    const errors = problems.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
    // These warnings are allowed: the application writes the texts of tags and the license, and the document describes
    // even entities without a view.
    const warnings = new Set(problems.map(({ ruleId }) => ruleId))
    expect(
      Array.from(warnings).filter(
        (rule) => !rule.startsWith('tag-') && !['info-license', 'no-unused-components'].includes(rule),
      ),
    ).toEqual([])
  })

  test('the API answers with each documented status, and with no other status', async () => {
    const unseen: string[] = []
    const undocumented: string[] = []
    const all = Object.entries(paths).flatMap(([template, item]) =>
      Object.entries(item).flatMap(([method, { responses }]) => {
        const documented = Object.keys(responses).filter((status) => status !== 'default')
        return documented.map((status) => ({
          what: [method.toUpperCase(), template] as const,
          status,
          documented,
        }))
      }),
    )
    // Requests for 429 come last, because all later requests are answered with 429.
    const isLast = ({ status }: { readonly status: string }): number => (status === '429' ? 1 : 0)
    for (const { what, status, documented } of all.toSorted((left, right) => isLast(left) - isLast(right))) {
      const answer = await provoke(...what, status)
      await answer.arrayBuffer()
      const isError = answer.status >= 400 && answer.status < 500
      const seen = String(answer.status)
      // Every action of an application has 4XX in the document, even if it never answers with such a status.
      if (status === '4XX' ? !isError && !answer.ok : seen !== status)
        unseen.push(`${what.join(' ')}: ${status}, got ${seen}`)
      if (!documented.includes(seen) && !(isError && documented.includes('4XX')))
        undocumented.push(`${what.join(' ')}: ${seen}`)
    }
    expect({ unseen, undocumented }).toEqual({ unseen: [], undocumented: [] })
  })
})
