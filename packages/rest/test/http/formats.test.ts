import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { MemoryRepository, RequestMapping } from '@mvc-router/rest'
import { negotiateResponseFormat } from '../../dist/lib/http/negotiation/response-format.js'
import type { RunningServer } from './http-client.js'
import { startUsers, User, UserController } from './user-server.js'

@RequestMapping('/named-users')
class NamedUserController extends UserController {
  override async findById(name: string): Promise<User> {
    return (await this.repository.findOneBy({ name })) ?? super.findById('0')
  }

  override identifierOf({ name }: User): string {
    return name
  }
}

let server: RunningServer

beforeAll(async () => {
  server = await startUsers({
    controllers: { namedUserController: new NamedUserController(new MemoryRepository(User)) },
  })
  for (const name of ['Ann', 'Bob', 'Eve']) await server.post('/users', { name })
  await server.post('/named-users', { name: 'a/b c' })
})
afterAll(() => server.close())

describe('formats of answers', () => {
  test.each([
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json;charset=utf-8', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/xml', 'application/xml'],
    ['text/xml', 'text/xml'],
    ['text/*', 'text/xml'],
    ['application/json;q=0, */*', 'application/xml'],
    ['application/json;q=0.5, application/xml;q=0.9', 'application/xml'],
    ['garbage, application/xml', 'application/xml'],
    ['application/xml;title=";q=0", application/json;q=0.5', 'application/xml'],
    ['application/vnd.foo+xml', 'application/vnd.foo+xml'],
    ['application/vnd.FOO+json;q=0.9, application/xml;q=0.1', 'application/vnd.foo+json'],
    ['application/hal+json', 'application/hal+json'],
    [
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
      'application/json',
    ],
    ['image/avif,image/webp,image/svg+xml,image/*;q=0.8,*/*;q=0.5', 'application/json'],
  ])('a request with Accept: %s is answered with %s', async (accept, contentType) => {
    const { status, headers } = await server.get('/users/1', { accept })
    expect([status, headers['content-type']]).toEqual([200, `${contentType}; charset=utf-8`])
    expect(headers.vary).toBe('Accept')
  })

  test.each([
    'garbage',
    'text/html',
    'image/png',
    '*/*;q=0',
    'application/xhtml+xml',
    'application/x"y+json',
    'application/problem+json',
    ', ,',
    'application/json;profile="a,b";q=0',
  ])('a request with Accept: %s is answered with 406', async (accept) => {
    const { status, headers, text } = await server.get('/users/1', { accept })
    expect([status, JSON.parse(text)]).toEqual([
      406,
      expect.objectContaining({ status: accept === 'application/problem+json' ? 406 : 'Not Acceptable' }),
    ])
    expect(headers.vary).toBe('Accept')
  })

  test('the format for an Accept header is cached, but not after hundreds of other headers', () => {
    const format = negotiateResponseFormat('application/vnd.foo+json')
    expect(negotiateResponseFormat('application/vnd.foo+json')).toBe(format)
    for (let index = 0; index < 300; index++) negotiateResponseFormat(`application/vnd.${index}+json`)
    const again = negotiateResponseFormat('application/vnd.foo+json')
    expect(again).toEqual(format)
    expect(again).not.toBe(format)
  })

  test('the format for a long Accept header is not cached', () => {
    const long = `application/vnd.foo+json, ${'x'.repeat(600)}`
    expect(negotiateResponseFormat(long)).not.toBe(negotiateResponseFormat(long))
  })

  test('a write with an unacceptable Accept header is answered with 406 and writes nothing', async () => {
    const headers = { accept: 'text/html', 'content-type': 'application/json' }
    expect((await server.call({ method: 'POST', path: '/users', headers, body: { name: 'x' } })).status).toBe(
      406,
    )
    expect(
      (await server.call({ method: 'PUT', path: '/users/1', headers, body: { name: 'x' } })).status,
    ).toBe(406)
    expect(JSON.parse((await server.get('/users?page=no')).text)).toMatchObject([
      { name: 'Ann' },
      { name: 'Bob' },
      { name: 'Eve' },
    ])
  })

  test('an error keeps its status if the Accept header is unacceptable', async () => {
    const headers = { accept: 'garbage', 'content-type': 'application/json' }
    expect((await server.get('/users/99', headers)).status).toBe(404)
    expect(
      (await server.call({ method: 'PUT', path: '/users/99', headers, body: { name: 'x' } })).status,
    ).toBe(404)
    expect((await server.call({ method: 'POST', path: '/users', headers, body: '{' })).status).toBe(400)
    expect((await server.call({ method: 'DELETE', path: '/users/99', headers })).status).toBe(404)
  })
})

describe('formats of errors', () => {
  test('an error is written in the format that the client accepts', async () => {
    const xml = await server.get('/users/99', { accept: 'text/xml' })
    expect([xml.status, xml.headers['content-type']]).toEqual([404, 'text/xml; charset=utf-8'])
    expect(xml.text).toContain('<RestError><status>Not Found</status><code>404</code><message>')
    for (const accept of ['application/problem+json', 'application/json, application/problem+json;q=0.5']) {
      const problem = await server.get('/users/99', { accept })
      expect([problem.status, problem.headers['content-type']]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ])
      expect(JSON.parse(problem.text)).toEqual({
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: expect.any(String),
      })
    }
    for (const accept of ['text/html', 'application/vnd.foo+json', 'application/hal+json']) {
      const { status, headers } = await server.get('/users/99', { accept })
      expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    }
  })

  test('with problemDetails, errors are written as problem+json unless the client wants XML', async () => {
    const other = await startUsers({ problemDetails: true })
    const [json, xml] = [
      await other.get('/users/9'),
      await other.get('/users/9', { accept: 'application/xml' }),
    ]
    await other.close()
    expect(json.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(xml.headers['content-type']).toBe('application/xml; charset=utf-8')
  })
})

describe('HAL', () => {
  const accept = { accept: 'application/hal+json' }

  test('HAL links a resource to itself and its collection', async () => {
    expect(JSON.parse((await server.get('/users/1', accept)).text)).toMatchObject({
      id: 1,
      name: 'Ann',
      _links: { self: { href: '/users/1' }, collection: { href: '/users' } },
    })
    expect(JSON.parse((await server.get('/named-users/a%2Fb%20c', accept)).text)).toMatchObject({
      _links: { self: { href: '/named-users/a%2Fb%20c' } },
    })
  })

  test('HAL links a page to the first, previous, next and last page', async () => {
    const page = JSON.parse((await server.get('/users?page=2&size=1', accept)).text)
    expect(page).toMatchObject({
      _links: {
        self: { href: '/users?page=2&size=1' },
        first: { href: '/users?page=1&size=1' },
        prev: { href: '/users?page=1&size=1' },
        next: { href: '/users?page=3&size=1' },
        last: { href: '/users?page=3&size=1' },
      },
      _embedded: { item: [{ id: 2, _links: { self: { href: '/users/2' } } }] },
      totalElements: 3,
      number: 1,
    })
    expect(page).not.toHaveProperty('content')
  })

  test('HAL embeds a list without pages', async () => {
    expect(JSON.parse((await server.get('/users?ids[]=1&ids[]=3', accept)).text)).toMatchObject({
      _links: { self: { href: '/users?ids[]=1&ids[]=3' } },
      _embedded: { item: [{ id: 1 }, { id: 3 }] },
    })
  })
})

test('pages and lists can be written as XML', async () => {
  const { text } = await server.get('/users?size=1', { accept: 'application/xml' })
  expect(text).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><Page><content><id>1</id><name>Ann</name></content><totalPages>3</totalPages><totalElements>3</totalElements><size>1</size><number>0</number><numberOfElements>1</numberOfElements></Page>',
  )
  const list = await server.get('/users?ids[]=2', { accept: 'application/xml' })
  expect(list.text).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><List><item><id>2</id><name>Bob</name></item></List>',
  )
})

test('the Location of an entity with a slug is encoded, and a GET of this URL finds the entity', async () => {
  const { headers } = await server.post('/named-users', { name: 'é?#' })
  expect(headers.location).toBe('/named-users/%C3%A9%3F%23')
  expect((await server.get(String(headers.location))).status).toBe(200)
})
