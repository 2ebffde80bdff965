import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  type EntityOf,
  JsonView,
  jsonViews,
  MemoryRepository,
  RepositoryBasedRestController,
  RequestMapping,
} from '@mvc-router/rest'
import { type Answer, type RunningServer, start } from './http-client.js'
import { User, UserController } from './user-server.js'

class ShortView {}

const Note = defineEntity({
  name: 'Note',
  key: { id: 'integer' },
  fields: { text: 'string', secret: 'string?' },
  version: 'version',
  views: { id: ShortView, text: ShortView },
})
type Note = EntityOf<typeof Note>

@RequestMapping('/notes')
class NoteController extends RepositoryBasedRestController<Note, number> {}

@RequestMapping('/strict-notes')
class StrictNoteController extends RepositoryBasedRestController<Note, number> {
  override readonly requireIfMatch = true
}

@JsonView(ShortView)
@RequestMapping('/short-notes')
class ShortNoteController extends RepositoryBasedRestController<Note, number> {}

let server: RunningServer

beforeEach(async () => {
  const notes = new MemoryRepository(Note)
  const app = await createWebServer({
    controllers: [
      new NoteController(notes),
      new StrictNoteController(notes),
      new ShortNoteController(notes),
      new UserController(new MemoryRepository(User)),
    ],
  })
  server = await start(app)
  await server.post('/notes', { text: 'first' })
  await server.post('/users', { name: 'Ann' })
})
afterEach(() => server.close())

function put(path: string, body: unknown, headers = {}): Promise<Answer> {
  return server.call({
    method: 'PUT',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}

async function tagOf(path: string, accept = 'application/json'): Promise<string> {
  const { headers } = await server.get(path, { accept })
  return String(headers.etag)
}

describe.each([
  ['with a version', '/notes/1', { text: 'second' }],
  ['without a version', '/users/1', { name: 'Bob' }],
])('conditional requests for an entity %s', (_name, path, body) => {
  test('a GET with the current tag in If-None-Match is answered with 304', async () => {
    const tag = await tagOf(path)
    for (const ifNoneMatch of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, text, headers } = await server.get(path, { 'if-none-match': ifNoneMatch })
      expect([status, text, headers.etag, headers.vary]).toEqual([304, '', tag, 'Accept'])
    }
    expect((await server.get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await server.get(path, { 'if-none-match': tag.replaceAll('"', '') })).status).toBe(200)
  })

  test('each format has its own tag, and a PUT accepts the tag of any format', async () => {
    const formats = ['application/json', 'application/xml', 'application/hal+json']
    for (const format of formats) {
      const tags = await Promise.all(formats.map((accept) => tagOf(path, accept)))
      expect(new Set(tags).size).toBe(3)
      const tag = await tagOf(path, format)
      expect((await put(path, { ...body, extra: format }, { 'if-match': tag })).status).toBe(200)
    }
  })

  test('a PUT with an old or unreadable tag is answered with 412 and writes nothing', async () => {
    const tag = await tagOf(path)
    const written = await put(path, body, { 'if-match': tag })
    expect([written.status, written.headers.etag]).toEqual([200, await tagOf(path)])
    const current = String(written.headers.etag)
    const unreadable = [
      `${current}x`,
      `x${current}`,
      `${current} ${current}`,
      `*, ${current}`,
      current.slice(1),
      'garbage',
    ]
    for (const ifMatch of [tag, `W/${current}`, '"x"', '', ...unreadable]) {
      expect([ifMatch, (await put(path, { name: 'x', text: 'x' }, { 'if-match': ifMatch })).status]).toEqual([
        ifMatch,
        412,
      ])
    }
    for (const ifNoneMatch of [current, `"x", ${current}`, '*', ...unreadable])
      expect([
        ifNoneMatch,
        (await put(path, { name: 'x', text: 'x' }, { 'if-none-match': ifNoneMatch })).status,
      ]).toEqual([ifNoneMatch, 412])
    expect((await server.get(path)).text).toBe(written.text)
    for (const ifNoneMatch of unreadable)
      expect((await server.get(path, { 'if-none-match': ifNoneMatch })).status).toBe(200)
    expect((await server.get(path, { 'if-none-match': ` , "x" ,, W/${current},` })).status).toBe(304)
  })

  test('a DELETE or PATCH with an old tag is answered with 412', async () => {
    const patch = (ifMatch: string): Promise<Answer> =>
      server.call({
        method: 'PATCH',
        path,
        headers: { 'content-type': 'application/merge-patch+json', 'if-match': ifMatch },
        body,
      })
    const tag = await tagOf(path)
    expect((await patch('"x"')).status).toBe(412)
    expect((await patch(tag)).status).toBe(200)
    expect((await server.call({ method: 'DELETE', path, headers: { 'if-match': tag } })).status).toBe(412)
    expect(
      (await server.call({ method: 'DELETE', path, headers: { 'if-match': await tagOf(path) } })).status,
    ).toBe(204)
    expect((await server.call({ method: 'DELETE', path, headers: { 'if-match': tag } })).status).toBe(404)
  })

  test('a POST with a tag in If-Match, or with If-None-Match: *, is answered with 412', async () => {
    const collection = path.slice(0, -2)
    const { text } = await server.get(collection)
    for (const ifMatch of ['"bogus"', await tagOf(path), 'garbage', ''])
      expect((await server.post(collection, body, { 'if-match': ifMatch })).status).toBe(412)
    expect((await server.post(collection, body, { 'if-none-match': '*' })).status).toBe(412)
    expect((await server.get(collection)).text).toBe(text)
    expect((await server.post(collection, body, { 'if-match': '*' })).status).toBe(201)
    expect((await server.post(collection, body, { 'if-none-match': '"x"' })).status).toBe(201)
  })

  test('only the first hundred tags of If-None-Match are compared', async () => {
    const tag = await tagOf(path)
    const others = Array.from({ length: 99 }, (_, index) => `"${index}"`)
    const statusOf = async (tags: readonly string[]): Promise<number> =>
      (await server.get(path, { 'if-none-match': tags.join(', ') })).status
    expect(await statusOf([...others, tag])).toBe(304)
    expect(await statusOf([...others, '"x"', tag])).toBe(200)
  })

  test('a PUT of an existing row is answered with 200 for If-Match: *, and with 412 for If-None-Match: *', async () => {
    expect((await put(path, body, { 'if-match': '*' })).status).toBe(200)
    expect((await put(path, body, { 'if-none-match': '*' })).status).toBe(412)
    expect((await put(path, body, { 'if-none-match': '"x"' })).status).toBe(200)
  })

  test('only one of a hundred concurrent PUTs with the same tag succeeds, and all other PUTs get 412', async () => {
    const tag = await tagOf(path)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_item, index) =>
        put(path, { name: `n${index}`, text: `t${index}` }, { 'if-match': tag }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 412).length,
    ]).toEqual([1, 99])
  })
})

test('the tag of a list changes when a row is added', async () => {
  const tag = await tagOf('/notes')
  expect((await server.get('/notes', { 'if-none-match': tag })).status).toBe(304)
  await server.post('/notes', { text: 'more' })
  expect((await server.get('/notes', { 'if-none-match': tag })).status).toBe(200)
})

test('an old version in a body is answered with 409, or with 412 if the request has If-Match', async () => {
  const current: Note = JSON.parse((await server.get('/notes/1')).text)
  expect((await put('/notes/1', { ...current, text: 'second' })).status).toBe(200)
  expect((await put('/notes/1', { ...current, text: 'third' })).status).toBe(409)
  expect((await put('/notes/1', { ...current, text: 'third' }, { 'if-match': '*' })).status).toBe(412)
})

test('a version or id that is null in a body is ignored', async () => {
  const body = { id: null, version: null, text: 'without' }
  expect((await server.post('/notes', body)).status).toBe(201)
  expect((await put('/notes/1', body)).status).toBe(200)
  const patched = await server.call({
    method: 'PATCH',
    path: '/notes/1',
    headers: { 'content-type': 'application/merge-patch+json' },
    body,
  })
  expect([patched.status, patched.text]).toEqual([200, patched.text])
})

test('a PUT or DELETE without If-Match is answered with 428 if the controller has requireIfMatch', async () => {
  const { status, text } = await put('/strict-notes/1', { text: 'second' })
  expect([status, text]).toEqual([428, text])
  expect((await server.call({ method: 'DELETE', path: '/strict-notes/1' })).status).toBe(428)
  expect(
    (await put('/strict-notes/1', { text: 'second' }, { 'if-match': await tagOf('/strict-notes/1') })).status,
  ).toBe(200)
})

test('a view of a controller class applies to every endpoint', async () => {
  expect(JSON.parse((await server.get('/short-notes/1')).text)).toEqual({ id: 1, text: 'first' })
  const created = await server.post('/short-notes', { text: 'new', secret: 'x' })
  expect(JSON.parse(created.text)).toEqual({ id: 2, text: 'new' })
  expect(JSON.parse((await server.get('/short-notes?page=no')).text)).toEqual([
    { id: 1, text: 'first' },
    { id: 2, text: 'new' },
  ])
})

test('a POST and a later GET have the same tag in each format, even if the POST shows fewer fields', async () => {
  @RequestMapping('/notes')
  class BriefController extends RepositoryBasedRestController<Note, number> {}
  jsonViews(BriefController, { methods: { create: ShortView } })
  const controller = new BriefController(new MemoryRepository(Note))
  const brief = await start(await createWebServer({ controllers: [controller] }))
  for (const accept of ['application/json', 'application/xml', 'application/hal+json']) {
    const created = await brief.post('/notes', { text: 'a', secret: 'b' }, { accept })
    expect([created.status, created.text]).toEqual([201, expect.not.stringContaining('secret')])
    const found = await brief.get(String(created.headers.location), { accept })
    expect([found.headers.etag, found.text]).toEqual([
      created.headers.etag,
      expect.stringContaining('secret'),
    ])
  }
  await brief.close()
})

class TextView {}

const Draft = defineEntity({
  name: 'Draft',
  key: { id: { type: 'string', generated: false } },
  fields: { text: 'string', data: 'json?', secret: { type: 'string?', hidden: true } },
  version: 'version',
  views: { text: TextView },
})
type Draft = EntityOf<typeof Draft>

/** The view shows only the text, and hides the version. */
@JsonView(TextView)
@RequestMapping('/drafts')
class DraftController extends RepositoryBasedRestController<Draft, string> {}

@RequestMapping('/boxes')
class BoxController extends RepositoryBasedRestController<Draft, string> {
  override readonly deleteAll = true
}

@RequestMapping('/strict-boxes')
class StrictBoxController extends BoxController {
  override readonly requireIfMatch = true
}

describe('tags of rows and collections', () => {
  let drafts: MemoryRepository<Draft, string>
  let other: RunningServer

  beforeEach(async () => {
    drafts = new MemoryRepository(Draft)
    const controllers = [
      new DraftController(drafts),
      new BoxController(drafts),
      new StrictBoxController(drafts),
    ]
    other = await start(await createWebServer({ controllers }))
    await drafts.insert(Draft.create({ id: 'a', text: 'first' }))
  })
  afterEach(() => other.close())

  const tagAt = async (path: string, headers = {}): Promise<string> =>
    String((await other.get(path, headers)).headers.etag)
  const putAt = async (path: string, ifMatch: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'if-match': ifMatch }
    return (await other.call({ method: 'PUT', path, headers, body: { text: 'mine' } })).status
  }
  const deleteAt = async (path: string, ifMatch?: string): Promise<number> =>
    (
      await other.call({
        method: 'DELETE',
        path,
        headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
      })
    ).status

  test('a tag changes with a hidden field', async () => {
    const tag = await tagAt('/drafts/a')
    await drafts.save(Draft.create({ id: 'a', text: 'first', secret: 'changed' }))
    expect(await tagAt('/drafts/a')).not.toBe(tag)
    expect(await putAt('/drafts/a', tag)).toBe(412)
    expect(await putAt('/drafts/a', await tagAt('/drafts/a'))).toBe(200)
  })

  test('the tag of a deleted row does not match a new row with the same key', async () => {
    const tag = await tagAt('/drafts/a')
    await drafts.delete('a')
    await drafts.insert(Draft.create({ id: 'a', text: 'second' }))
    expect([await putAt('/drafts/a', tag), await deleteAt('/drafts/a', tag)]).toEqual([412, 412])
  })

  test('an old tag is answered with 412 even if a new row or a later version has the same key and fields', async () => {
    const before = await tagAt('/boxes/a')
    const { text } = await other.get('/boxes/a')
    await deleteAt('/boxes/a')
    await drafts.insert(Draft.create({ id: 'a', text: 'first' }))
    expect((await other.get('/boxes/a')).text).toBe(text)
    expect([await putAt('/boxes/a', before), await deleteAt('/boxes/a', before)]).toEqual([412, 412])
    const headers = { 'content-type': 'application/json' }
    const whole = await tagAt('/boxes')
    for (const body of [{ text: 'second' }, { text: 'first' }])
      await other.call({ method: 'PUT', path: '/boxes/a', headers, body })
    expect(await deleteAt('/boxes', whole)).toBe(412)
  })

  test('a PUT accepts the tag of the row from any format, view or choice of fields', async () => {
    for (const [path, accept] of [
      ['/drafts/a', 'application/xml'],
      ['/boxes/a', 'application/json'],
      ['/boxes/a?fields=text', 'application/hal+json'],
    ] as const)
      expect(await putAt('/drafts/a', await tagAt(path, { accept }))).toBe(200)
  })

  test('a GET or HEAD with an old tag in If-Match is answered with 412', async () => {
    const tag = await tagAt('/drafts/a')
    for (const method of ['GET', 'HEAD'])
      for (const [path, ifMatch, status] of [
        ['/drafts/a', tag, 200],
        ['/drafts/a', `"x", ${tag}`, 200],
        ['/drafts/a', '*', 200],
        ['/drafts/a', '"x"', 412],
        ['/drafts/a', `W/${tag}`, 412],
        ['/drafts', '"x"', 412],
        ['/drafts', await tagAt('/drafts'), 200],
        ['/drafts/none', '"x"', 404],
      ] as const) {
        const answer = await other.call({ method, path, headers: { 'if-match': ifMatch } })
        expect([method, path, ifMatch, answer.status]).toEqual([method, path, ifMatch, status])
      }
    const both = { 'if-match': '"x"', 'if-none-match': tag }
    expect((await other.get('/drafts/a', both)).status).toBe(412)
  })

  test('DELETE of a collection refuses every parameter', async () => {
    for (const query of ['?ids[]=a', '?text=first', '?page=1', '?x', '?utm_source=x'])
      expect([query, await deleteAt(`/boxes${query}`)]).toEqual([query, 400])
    expect(await drafts.count()).toBe(1)
    expect([await deleteAt('/boxes'), await drafts.count()]).toEqual([204, 0])
  })

  test('DELETE of a collection accepts only the current tag of a list of all rows', async () => {
    expect(await deleteAt('/boxes', '"nope"')).toBe(412)
    const [whole, unpaged, sorted] = [
      await tagAt('/boxes'),
      await tagAt('/boxes?page=no'),
      await tagAt('/boxes?sort=-text'),
    ]
    await drafts.save(Draft.create({ id: 'a', text: 'first', secret: 'changed' }))
    for (const tag of [whole, unpaged, sorted]) expect(await deleteAt('/boxes', tag)).toBe(412)
    await drafts.insert(Draft.create({ id: 'b', text: 'second' }))
    for (const part of ['/boxes?size=1', '/boxes?ids[]=a', '/boxes?page=2'])
      expect([part, await deleteAt('/boxes', await tagAt(part))]).toEqual([part, 412])
    expect(await drafts.count()).toBe(2)
    expect(await deleteAt('/boxes', await tagAt('/boxes?page=no&sort=-text'))).toBe(204)
    expect(await drafts.count()).toBe(0)
    expect(await deleteAt('/boxes', await tagAt('/boxes'))).toBe(204)
  })

  test('DELETE of a collection without If-Match is answered with 428 if the controller has requireIfMatch', async () => {
    expect([await deleteAt('/strict-boxes'), await drafts.count()]).toEqual([428, 1])
    expect(await deleteAt('/strict-boxes', await tagAt('/strict-boxes'))).toBe(204)
    expect(await deleteAt('/strict-boxes', '*')).toBe(204)
  })
})

const Sample = defineEntity({ name: 'Sample', key: { id: 'integer' }, fields: { data: 'json?' } })
type Sample = EntityOf<typeof Sample>

test('different json values have different tags and count as different requests of an Idempotency-Key; property order is ignored', async () => {
  @RequestMapping('/samples')
  class SampleController extends RepositoryBasedRestController<Sample, number> {}
  const samples = await start(
    await createWebServer({ controllers: [new SampleController(new MemoryRepository(Sample))] }),
  )
  const states = [{}, [], { a: 1 }, [['a', 1]], { '0': 1 }, [1], '1', 1, 'null', [null], [[]], { '': [] }]
  const stateOf = async (data: unknown): Promise<string | undefined> => {
    const body = { data }
    const { headers } = await samples.call({
      method: 'PUT',
      path: '/samples/1',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return String(headers.etag).split('.')[0]
  }
  await samples.post('/samples', {})
  const tags = await Promise.all(states.map(stateOf))
  expect(new Set(tags).size).toBe(states.length)
  expect(await stateOf({ b: [{ d: 1, c: 2 }], a: 1 })).toBe(await stateOf({ a: 1, b: [{ c: 2, d: 1 }] }))
  const statuses: number[] = []
  for (const data of [{}, [], {}])
    statuses.push((await samples.post('/samples', { data }, { 'idempotency-key': 'k' })).status)
  expect(statuses).toEqual([201, 409, 201])
  await samples.close()
})
