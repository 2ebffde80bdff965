import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { MemoryRepository, RequestMapping, type RestMethod } from '@mvc-router/rest'
import { Router } from '@mvc-router/router-core'
import type { Answer, RunningServer } from './http-client.js'
import { startUsers, User, UserController } from './user-server.js'

@RequestMapping('/readers')
class ReaderController extends UserController {
  override readonly methods: readonly RestMethod[] = ['findAll', 'findById']
}

@RequestMapping('/drafts')
class DraftController extends UserController {
  override readonly deleteAll = true
}

@RequestMapping('/inbox')
class InboxController extends UserController {
  override readonly methods: readonly RestMethod[] = ['create']
}

@RequestMapping('/named')
class NamedController extends UserController {
  // Returns undefined for an unknown name, although the type does not allow it.
  override async findById(name: string): Promise<User> {
    return (await this.repository.findOneBy({ name })) as User
  }
  override identifierOf({ name }: User): string {
    return name
  }
}

@RequestMapping('/few')
class FewController extends UserController {
  override readonly maxSize = 5
  override readonly ignoredParameters = ['tag', '__proto__', 'blank']
}

let server: RunningServer

beforeEach(async () => {
  server = await startUsers({
    controllers: {
      readerController: new ReaderController(new MemoryRepository(User)),
      draftController: new DraftController(new MemoryRepository(User)),
      inboxController: new InboxController(new MemoryRepository(User)),
      namedController: new NamedController(new MemoryRepository(User)),
      fewController: new FewController(new MemoryRepository(User)),
    },
  })
})
afterEach(() => server.close())

async function createUsers(count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1)
    await server.post('/users', { name: `user ${index}`, age: index % 3 })
}

function parse({ status, text }: Answer): unknown {
  expect([status, text]).toEqual([200, text])
  return JSON.parse(text)
}

function linksOf({ headers }: Answer): Readonly<Record<string, string>> {
  const links = String(headers['link']).matchAll(/<([^>]*)>; rel="(\w+)"/g)
  return Object.fromEntries(Array.from(links, ([, url = '', relation = '']) => [relation, url]))
}

function patch(path: string, body: unknown, headers = {}): Promise<Answer> {
  return server.call({
    method: 'PATCH',
    path,
    headers: { 'content-type': 'application/merge-patch+json', ...headers },
    body,
  })
}

function put(path: string, body: unknown): Promise<Answer> {
  return server.call({ method: 'PUT', path, headers: { 'content-type': 'application/json' }, body })
}

describe('lists', () => {
  test('a list is a page with links to the first, previous, next and last page', async () => {
    await createUsers(25)
    const second = await server.get('/users?page=2&size=5&direction=desc&properties=age,name')
    expect(parse(second)).toMatchObject({
      number: 1,
      size: 5,
      totalPages: 5,
      totalElements: 25,
      numberOfElements: 5,
    })
    const others = 'page=PAGE&size=5&direction=desc&properties=age,name'
    expect(linksOf(second)).toEqual({
      first: `/users?${others.replace('PAGE', '1')}`,
      prev: `/users?${others.replace('PAGE', '1')}`,
      next: `/users?${others.replace('PAGE', '3')}`,
      last: `/users?${others.replace('PAGE', '5')}`,
    })
  })

  test('a page has at most maxSize elements, even if the query has no size', async () => {
    expect(parse(await server.get('/few'))).toMatchObject({ size: 5 })
    expect((await server.get('/few?size=6')).status).toBe(400)
  })

  test('the links of a page keep ignored parameters, even if they are repeated or empty', async () => {
    const answer = await server.get('/few?tag=a&page=1&tag=b&__proto__=c&blank=&size=')
    expect(linksOf(answer)['first']).toBe('/few?tag=a&page=1&tag=b&__proto__=c&blank=&size=')
  })

  test('the pages reached through next links contain each element once', async () => {
    await createUsers(12)
    const names: string[] = []
    for (let path: string | undefined = '/users?size=5'; path !== undefined;) {
      const page = await server.get(path)
      const { content } = parse(page) as { content: readonly User[] }
      names.push(...content.map(({ name }) => name))
      path = linksOf(page)['next']
    }
    expect(names).toEqual(Array.from({ length: 12 }, (_item, index) => `user ${index + 1}`))
  })

  test('a page after the last page is empty and links to the last page', async () => {
    await createUsers(3)
    const answer = await server.get('/users?page=7&size=2')
    expect(parse(answer)).toEqual({
      content: [],
      totalPages: 2,
      totalElements: 3,
      size: 2,
      number: 6,
      numberOfElements: 0,
    })
    expect(linksOf(answer)).toEqual({
      first: '/users?page=1&size=2',
      prev: '/users?page=2&size=2',
      last: '/users?page=2&size=2',
    })
  })

  test('a list without elements is an empty page that links only to itself', async () => {
    const answer = await server.get('/users')
    expect(parse(answer)).toEqual({
      content: [],
      totalPages: 0,
      totalElements: 0,
      size: 10,
      number: 0,
      numberOfElements: 0,
    })
    expect(linksOf(answer)).toEqual({ first: '/users?page=1', last: '/users?page=1' })
  })

  test('a list without pages has no links', async () => {
    await createUsers(2)
    const all = await server.get('/users?page=no')
    expect([parse(all), all.headers['link']]).toEqual([[expect.anything(), expect.anything()], undefined])
    expect(parse(await server.get('/users?ids[]=2&ids[]=99&page=no'))).toMatchObject([{ id: 2 }])
  })

  test('a list with an invalid query is answered with 400', async () => {
    for (const query of [
      'page=-1',
      'page=1.5',
      'page=1000000000',
      'size=101',
      'size=x',
      'direction=asc',
      'direction=asc&properties=',
      'direction=asc&properties=name,,age',
      'direction=asc&properties=extra',
      'page=%zz',
      'name[]=1',
      `ids[]=${Array.from({ length: 201 }, (_item, index) => index + 1).join('&ids[]=')}`,
    ]) {
      expect([query, (await server.get(`/users?${query}`)).status]).toEqual([query, 400])
    }
  })

  test('a direction may be in upper case, and empty parameters are ignored', async () => {
    await createUsers(2)
    expect(parse(await server.get('/users?direction=DESC&properties=id&page=no'))).toMatchObject([
      { id: 2 },
      { id: 1 },
    ])
    expect(parse(await server.get('/users?direction=&properties=&page=&size='))).toMatchObject({
      size: 10,
      number: 0,
    })
  })
})

describe('single entities', () => {
  test('a created entity is found at its Location', async () => {
    const created = await server.post('/users', { name: 'Ann' })
    expect([created.status, created.headers.location]).toEqual([201, '/users/1'])
    expect((await server.get('/users/1')).text).toBe(created.text)
  })

  test('PUT replaces all fields of an entity', async () => {
    await server.post('/users', { name: 'Ann', age: 5, email: 'a@b.c' })
    expect(parse(await put('/users/1', { name: 'Bob' }))).toMatchObject({
      id: 1,
      name: 'Bob',
      age: null,
      email: null,
    })
    expect((await put('/users/1', { id: 2, name: 'Bob' })).status).toBe(400)
    expect((await put('/users/9', { name: 'Bob' })).status).toBe(404)
    expect(parse(await server.get('/users'))).toMatchObject({ totalElements: 1 })
  })

  test('PATCH changes an entity with a merge patch', async () => {
    await server.post('/users', { name: 'Ann', age: 5, extra: { a: { b: 1, c: 2 }, d: [1, 2] } })
    const patched = await patch('/users/1', { age: null, extra: { a: { b: null, e: 3 }, d: [3] } })
    expect(parse(patched)).toMatchObject({ name: 'Ann', age: null, extra: { a: { c: 2, e: 3 }, d: [3] } })
    expect((await patch('/users/1', { name: null })).status).toBe(400)
    expect((await patch('/users/1', [])).status).toBe(400)
    expect((await patch('/users/2', {})).status).toBe(404)
    expect(parse(await server.get('/users/1'))).toMatchObject({ name: 'Ann' })
  })

  test('a second row with the same unique value is answered with 409, and nothing is written', async () => {
    await server.post('/users', { name: 'Ann', email: 'a@b.c' })
    const refused = await server.post('/users', { name: 'Bob', email: 'a@b.c' })
    expect(refused.status).toBe(409)
    expect(parse(await server.get('/users'))).toMatchObject({ totalElements: 1 })
  })

  test('HEAD sends the headers of GET without a body', async () => {
    await createUsers(1)
    const [get, head] = [
      await server.get('/users/1'),
      await server.call({ method: 'HEAD', path: '/users/1' }),
    ]
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'etag', 'vary'] as const)
      expect(head.headers[name]).toBe(get.headers[name])
    expect((await server.call({ method: 'HEAD', path: '/users/9' })).status).toBe(404)
  })
})

async function allowOf(path: string, method: string): Promise<readonly [number, string | undefined]> {
  const { status, headers } = await server.call({ method, path })
  return [status, headers.allow]
}

describe('methods of resources', () => {
  test('the Allow header of OPTIONS and 405 lists the methods of a resource', async () => {
    expect(await allowOf('/users', 'OPTIONS')).toEqual([204, 'GET, HEAD, POST'])
    expect(await allowOf('/users/1', 'OPTIONS')).toEqual([204, 'DELETE, GET, HEAD, PATCH, PUT'])
    expect(await allowOf('/users', 'PUT')).toEqual([405, 'GET, HEAD, POST'])
    expect(await allowOf('/users/1', 'POST')).toEqual([405, 'DELETE, GET, HEAD, PATCH, PUT'])
  })

  test('a controller answers methods that it does not have with 405', async () => {
    expect(await allowOf('/readers', 'POST')).toEqual([405, 'GET, HEAD'])
    expect(await allowOf('/readers/1', 'DELETE')).toEqual([405, 'GET, HEAD'])
  })

  test('DELETE of a collection is answered with 405 if the controller does not have deleteAll', async () => {
    await server.post('/drafts', { name: 'Ann' })
    expect(await allowOf('/users', 'DELETE')).toEqual([405, 'GET, HEAD, POST'])
    expect((await server.call({ method: 'DELETE', path: '/drafts' })).status).toBe(204)
    expect(parse(await server.get('/drafts'))).toMatchObject({ totalElements: 0 })
  })

  test('the endpoints of a generic controller can be reversed', async () => {
    expect(Router.reverse('userController.findById', { id: 1 }).url).toBe('/users/1')
    expect(Router.reverse('userController.findAll', { page: 2 }).url).toBe('/users?page=2')
  })

  test('a created entity has no Location if the controller has no findById endpoint', async () => {
    const { status, headers } = await server.post('/inbox', { name: 'Ann' })
    expect([status, headers.location]).toEqual([201, undefined])
    const hal = await server.post('/inbox', { name: 'Ann' }, { accept: 'application/hal+json' })
    expect(JSON.parse(hal.text)).toMatchObject({ _links: {} })
  })
})

describe('controllers that find by a slug', () => {
  test('a request is answered with 404 if findById returns undefined', async () => {
    await server.post('/named', { name: 'ann' })
    expect((await server.get('/named/ann')).status).toBe(200)
    const { status, text } = await server.get('/named/nobody')
    expect([status, JSON.parse(text)]).toEqual([404, expect.objectContaining({ code: 404 })])
  })

  test.each(['', '.', '..', 'a\nb', 'x'.repeat(300)])(
    'an entity with the slug %j is refused, because no URL can contain it',
    async (name) => {
      const { status, text } = await server.post('/named', { name })
      expect([status, JSON.parse(text).message]).toEqual([400, expect.stringContaining('No URL can contain')])
    },
  )
})
