import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  type EntityOf,
  jsonViews,
  MemoryRepository,
  RepositoryBasedRestController,
} from '@mvc-router/rest'
import { Random } from '../random.js'
import { type RunningServer, start } from './http-client.js'

class ShortView {}

const Thing = defineEntity({
  name: 'Thing',
  key: { id: 'integer' },
  fields: {
    title: 'string',
    text: 'string?',
    count: 'integer?',
    big: 'bigint?',
    ratio: 'number?',
    price: 'decimal?',
    active: 'boolean?',
    day: 'date?',
    at: 'datetime?',
    bytes: 'bytes?',
    data: 'json?',
    secret: { type: 'string?', hidden: true },
    password: { type: 'string?', writeOnly: true },
    made: { type: 'integer?', readOnly: true },
  },
  views: { title: ShortView, data: ShortView },
})
type Thing = EntityOf<typeof Thing>

const writable = [
  'a',
  ' ',
  '\t',
  '\n',
  '\r',
  '&',
  '<',
  ']]>',
  '"',
  "'",
  '\\',
  '\u0085',
  '\u2028',
  '😀',
  '\uFEFF',
  '%',
]
/** XML cannot contain the last three characters. */
const pieces = [...writable, '\u0001', '\u001B', '\uFFFE']

function randomText(random: Random): string {
  return Array.from({ length: random.integer(0, 4) }, () => random.pick(pieces)).join('')
}

function randomData(random: Random, depth = 0): unknown {
  switch (random.integer(0, depth > 2 ? 4 : 6)) {
    case 0:
      return random.pick([null, true, 0, -1.5, 1e21, 5e-324])
    case 1:
      return random.pick(['1', 'true', 'null', ''])
    case 5:
      return Array.from({ length: random.integer(0, 3) }, () => randomData(random, depth + 1))
    case 6:
      return Object.fromEntries(
        Array.from({ length: random.integer(0, 3) }, () => [
          random.pick(['a', 'b c', '1', '', 'item', 'toString']),
          randomData(random, depth + 1),
        ]),
      )
    default:
      return randomText(random)
  }
}

function randomValues(random: Random): Record<string, unknown> {
  const orNull = (values: readonly unknown[]): unknown => random.pick([null, ...values])
  return {
    title: randomText(random),
    text: orNull([randomText(random), randomText(random)]),
    count: orNull([0, Number.MAX_SAFE_INTEGER]),
    big: orNull([0n, -(2n ** 63n)]),
    ratio: orNull([0.1, -1e300, 5e-324]),
    price: orNull(['12.5', '-0.000001']),
    active: orNull([true, false]),
    day: orNull(['2024-02-29', '1000-01-01']),
    at: orNull([new Date('1969-12-31T23:59:59.999Z')]),
    bytes: orNull([new Uint8Array(), new Uint8Array([0, 255])]),
    data: orNull([randomData(random), randomData(random)]),
    secret: 'secret',
    password: 'password',
    made: 7,
  }
}

const things = new MemoryRepository<Thing, number>(Thing)
let server: RunningServer

beforeAll(async () => {
  class ThingController extends RepositoryBasedRestController<Thing, number> {
    readonly requestMapping: string = '/things'
  }
  class ShortThingController extends ThingController {
    override readonly requestMapping = '/short-things'
  }
  jsonViews(ShortThingController, { type: ShortView })
  server = await start(
    await createWebServer({ controllers: [new ThingController(things), new ShortThingController(things)] }),
  )
})
afterAll(() => server.close())

test('a PUT with the body of a GET changes nothing, in each format and view, for random values', async () => {
  const random = new Random(Number(process.env['FUZZ_SEED'] ?? 0))
  for (let run = 0; run < 40; run++) {
    const { id } = await things.insert(Thing.create(randomValues(random)))
    const before = await things.findOne(id)
    for (const path of [`/things/${id}`, `/short-things/${id}`])
      for (const type of ['application/json', 'application/xml', 'application/hal+json']) {
        const what = [random.seed, run, path, type]
        const { text, headers } = await server.get(path, { accept: type })
        const put = await server.call({
          method: 'PUT',
          path,
          headers: { 'content-type': type, accept: type, 'if-match': String(headers.etag) },
          body: text,
        })
        expect([what, put.status, put.text]).toEqual([what, 200, text])
        expect([what, await things.findOne(id)]).toEqual([what, before])
        const { status } = await server.get(path, { accept: type, 'if-none-match': String(put.headers.etag) })
        expect([what, status]).toEqual([what, 304])
      }
  }
})

test('a PUT in XML keeps an unchanged text with characters that XML cannot contain, and replaces these characters in a changed text', async () => {
  const { id } = await things.insert(Thing.create({ title: 'a\u0001', text: 'b\u0001' }))
  const headers = { 'content-type': 'application/xml' }
  const body = '<Thing><title>a\uFFFD!</title><text>b\uFFFD</text></Thing>'
  expect((await server.call({ method: 'PUT', path: `/things/${id}`, headers, body })).status).toBe(200)
  expect(await things.findOne(id)).toMatchObject({ title: 'a\uFFFD!', text: 'b\u0001' })
})

test('a PUT or PATCH does not change fields that the view of GET omits', async () => {
  const shown = new MemoryRepository<Thing, number>(Thing)
  class ShortController extends RepositoryBasedRestController<Thing, number> {
    readonly requestMapping = '/short'
  }
  jsonViews(ShortController, { type: ShortView })
  const short = await start(await createWebServer({ controllers: [new ShortController(shown)] }))
  const { id } = await shown.insert(
    Thing.create({ title: 'a', text: 'kept', count: 1, secret: 's', password: 'p' }),
  )
  const body = { title: 'b', text: 'other', count: null, secret: 'other' }
  for (const [method, type] of [
    ['PUT', 'application/json'],
    ['PATCH', 'application/merge-patch+json'],
  ] as const) {
    const headers = { 'content-type': type }
    expect((await short.call({ method, path: `/short/${id}`, headers, body })).status).toBe(200)
    expect(await shown.findOne(id)).toMatchObject({
      title: 'b',
      text: 'kept',
      count: 1,
      secret: 's',
      password: 'p',
    })
  }
  await short.close()
})

test('a field that a PUT omits or sets to null gets its default', async () => {
  const Member = defineEntity({
    name: 'Member',
    key: { id: 'integer' },
    fields: { name: 'string', level: { type: 'string', default: 'reader' } },
  })
  type Member = EntityOf<typeof Member>
  class MemberController extends RepositoryBasedRestController<Member, number> {
    readonly requestMapping = '/members'
  }
  const controllers = [new MemberController(new MemoryRepository<Member, number>(Member))]
  const members = await start(await createWebServer({ controllers }))
  await members.post('/members', { name: 'Ann', level: 'writer' })
  const put = async (body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const { text } = await members.call({ method: 'PUT', path: '/members/1', headers, body })
    return JSON.parse(text)
  }
  expect(await put({ name: 'Bea' })).toEqual({ id: 1, name: 'Bea', level: 'reader' })
  expect(await put({ name: 'Cid', level: null })).toEqual({ id: 1, name: 'Cid', level: 'reader' })
  await members.close()
})
