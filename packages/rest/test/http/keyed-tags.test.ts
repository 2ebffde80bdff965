import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { createHash, getHashes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  createWebServer,
  defineEntity,
  type EntityOf,
  MemoryRepository,
  RepositoryBasedRestController,
  RequestMapping,
  type WebServerOptions,
} from '@mvc-router/rest'
import fc from 'fast-check'
import { type RunningServer, start } from './http-client.js'

class ShownView {}

const Invoice = defineEntity({
  name: 'Invoice',
  key: { id: 'integer' },
  fields: {
    tenant: { type: 'string', readOnly: true },
    subject: 'string',
    margin: 'integer?',
    pin: { type: 'string?', writeOnly: true },
  },
  views: { id: ShownView, subject: ShownView },
})
type Invoice = EntityOf<typeof Invoice>

@RequestMapping('/invoices')
class InvoiceController extends RepositoryBasedRestController<Invoice, number> {
  override readonly deleteAll = true
}

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)]
let invoices: MemoryRepository<Invoice, number>
let servers: RunningServer[]

beforeEach(async () => {
  servers = []
  invoices = new MemoryRepository<Invoice, number>(Invoice)
  await invoices.insert(Invoice.create({ tenant: 'a', subject: 'for a', margin: 31_337, pin: '4711' }))
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
})

async function startWith(options: WebServerOptions): Promise<RunningServer> {
  const controller = new InvoiceController(invoices)
  const server = await start(await createWebServer({ controllers: [controller], ...options }))
  servers.push(server)
  return server
}

async function tagAt(server: RunningServer, path = '/invoices/1'): Promise<string> {
  return String((await server.get(path)).headers.etag)
}

async function putWith(server: RunningServer, ifMatch: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'if-match': ifMatch }
  const body = { subject: 'changed', margin: 1 }
  return (await server.call({ method: 'PUT', path: '/invoices/1', headers, body })).status
}

/** The parts of a tag: state and representation. */
function partsOf(tag: string): string[] {
  return tag.replaceAll('"', '').split('.')
}

test('servers with different secrets have different tags for the same rows', async () => {
  const own = await startWith({ secretKey: older })
  const other = await startWith({ secretKey: newer })
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.option(fc.integer()), fc.option(fc.string()), async (...values) => {
      const [subject, margin, pin] = values
      await invoices.save(Invoice.create({ id: 1, tenant: 'a', subject, margin, pin }))
      for (const path of ['/invoices/1', '/invoices']) {
        const known = partsOf(await tagAt(other, path))
        for (const part of partsOf(await tagAt(own, path))) expect(known).not.toContain(part)
      }
    }),
    { numRuns: 50 },
  )
})

test('a tag contains no digest of the values or the text of a row', async () => {
  const server = await startWith({})
  const values = ['1', '"a"', '"for a"', '31337', '"4711"'].join()
  const { text } = await server.get('/invoices/1')
  const texts = [values, `row Invoice ${values}`, text, `text ${text}`, `[${values}]`]
  const algorithms = getHashes().filter((name) => !name.toLowerCase().includes('shake'))
  const digests = texts.flatMap((known) =>
    algorithms.flatMap((name) => {
      const digest = createHash(name).update(known).digest()
      return [digest.toString('base64url'), digest.toString('hex'), digest.toString('base64')]
    }),
  )
  for (const path of ['/invoices/1', '/invoices'])
    for (const part of partsOf(await tagAt(server, path)))
      expect(digests.filter((digest) => digest.startsWith(part.slice(0, 16)))).toEqual([])
})

test('processes with the same secret send and accept the same tags', async () => {
  const [first, second] = [await startWith({ secretKey: older }), await startWith({ secretKey: [older] })]
  const tag = await tagAt(first)
  expect([await tagAt(second), await tagAt(second, '/invoices')]).toEqual([
    tag,
    await tagAt(first, '/invoices'),
  ])
  expect(await putWith(second, tag)).toBe(200)
  expect(await putWith(second, tag)).toBe(412)
})

test('a server accepts tags of an older secret in secretKey, and sends tags of the first secret', async () => {
  const before = await startWith({ secretKey: older })
  const rotated = await startWith({ secretKey: [newer, older] })
  const after = await startWith({ secretKey: newer })
  const tag = await tagAt(before)
  expect(await tagAt(rotated)).toBe(await tagAt(after))
  const statusesOf = async (server: RunningServer): Promise<number[]> => [
    (await server.get('/invoices/1', { 'if-match': tag })).status,
    (await server.get('/invoices/1', { 'if-none-match': tag })).status,
    (await server.get('/invoices', { 'if-match': await tagAt(before, '/invoices') })).status,
    await putWith(server, tag),
  ]
  expect(await statusesOf(after)).toEqual([412, 200, 412, 412])
  expect(await statusesOf(rotated)).toEqual([200, 304, 200, 200])
  const whole = await tagAt(before, '/invoices')
  const deleteAll = { method: 'DELETE', path: '/invoices', headers: { 'if-match': whole } }
  expect((await after.call(deleteAll)).status).toBe(412)
  expect((await rotated.call(deleteAll)).status).toBe(204)
})

test('rows with equal fields have different tags, within an entity and across entities', async () => {
  const Bill = defineEntity({ name: 'Bill', key: { id: 'integer' }, fields: { subject: 'string' } })
  const Note = defineEntity({ name: 'Note', key: { id: 'integer' }, fields: { subject: 'string' } })
  class BillController extends RepositoryBasedRestController<EntityOf<typeof Bill>, number> {
    readonly requestMapping = '/bills'
  }
  class NoteController extends RepositoryBasedRestController<EntityOf<typeof Note>, number> {
    readonly requestMapping = '/notes'
  }
  const server = await startWith({
    controllers: [
      new BillController(new MemoryRepository(Bill)),
      new NoteController(new MemoryRepository(Note)),
    ],
  })
  const paths = ['/bills', '/bills', '/notes', '/notes']
  const states = []
  for (const path of paths)
    states.push(partsOf(String((await server.post(path, { subject: 'x' })).headers.etag))[0])
  expect(new Set(states).size).toBe(4)
})

test.each<[string, unknown, string]>([
  ['a short secret', 'short', 'secretKey: expected at least 32 characters, got 5'],
  ['a list with a short secret', [older, 'x'], 'secretKey: expected at least 32 characters, got 1'],
  ['an empty list', [], 'secretKey: expected a secret, got an empty list'],
  ['a number', 5, 'secretKey: expected a text or bytes, got a value of the type number'],
])('a server does not start with a secretKey that is %s', async (_name, secretKey, message) => {
  await expect(startWith({ secretKey: secretKey as string })).rejects.toThrow(message)
})

test('a worker of a cluster without a secretKey warns once', async () => {
  const folder = await mkdtemp(join(import.meta.dirname, 'cluster-'))
  const program = `
    import cluster from 'node:cluster'
    import { RestModule } from '@mvc-router/rest'
    if (cluster.isPrimary) {
      cluster.fork({ SECRET: '' })
      cluster.fork({ SECRET: 'x'.repeat(32) })
    } else {
      process.on('warning', ({ code, message }) => console.log(code, message))
      const secretKey = process.env.SECRET || undefined
      for (let count = 0; count < 3; count++) new RestModule(secretKey === undefined ? {} : { secretKey })
      setImmediate(() => process.disconnect())
    }`
  const file = join(folder, 'cluster.mjs')
  await writeFile(file, program)
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', file])
  await rm(folder, { recursive: true })
  expect(stdout.match(/MVC_ROUTER_SECRET_KEY/g)).toHaveLength(1)
  expect(stdout).toContain('set the same secretKey in all of them')
})
