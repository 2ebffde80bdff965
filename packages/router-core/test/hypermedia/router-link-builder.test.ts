import { afterEach, describe, expect, test } from '@jest/globals'
import { createRequire } from 'node:module'
import {
  ConfigurationException,
  NoHandlerFoundException,
  Router,
  type Reverser,
} from '@mvc-router/router-core'
import { Controller, RouterHandlerMapping, RouterModelAttribute } from '@mvc-router/router-core/express'
import {
  halLinks,
  Link,
  linkHeader,
  linkTo,
  type RouterLinkBuilder,
} from '@mvc-router/router-core/hypermedia'
import express from 'express'
import { closeAll, serve } from '../express/serve.js'

afterEach(closeAll)

interface HalResource {
  link(link: Link): HalResource
  link(rel: string, link: Link): HalResource
  toJSON(): object
  toXML(): string
}
const hal = createRequire(import.meta.url)('hal') as {
  Resource: new (object: object, uri: string) => HalResource
}

@Controller()
class UserController {
  listAll(): void {}
  showUser(): void {}
}

const router = Router.parse(
  `
GET  /user/?                          userController.listAll
GET  /user/{<[0-9]+>id}               userController.showUser
GET  /user/{<[0-9]+>id}/{tab}         userController.showTab
GET  /tab/{tab}                       userController.showTab
GET  /{lang}/file/{<.+>path}          fileController.get
GET  {client}.example.org/home        clientController.home
GET  {client}.example.org/home/{id}   clientController.show
GET  /fixed                           pageController.show(id:'home')
GET  /page/{id}                       pageController.show
GET  /{controller}/do/{id}            {controller}.run
`,
  { baseUrl: 'https://example.org', basePath: '/app' },
)
const link = (target: string | typeof UserController): RouterLinkBuilder => linkTo(target, router)

describe('linkTo', () => {
  test('linkTo accepts an action, the name of a controller or its class', () => {
    expect(link('userController.showUser').slash(42).toUri()).toBe('/app/user/42')
    expect(link('userController').action('showUser').slash(42).toUri()).toBe('/app/user/42')
    expect(link(UserController).action('showUser').slash(42).toUri()).toBe('/app/user/42')
    expect(`${link(UserController).action('listAll')}`).toBe('/app/user/')
    expect(() => link(UserController).toUri()).toThrow(/Add \.action\('name'\)/)
  })

  test('slash(value) fills the path from left to right, and slash(name, value) fills variables and the query', () => {
    expect(link('userController.showTab').slash(42).slash('posts').toUri()).toBe('/app/user/42/posts')
    expect(link('userController.showTab').slash('tab', 'posts').slash(42).toUri()).toBe('/app/user/42/posts')
    expect(link('userController.showTab').slash('posts').toUri()).toBe('/app/tab/posts')
    expect(link('userController.showUser').slash(42).slash('page', 2).slash('q', ['a', 'b']).toUri()).toBe(
      '/app/user/42?page=2&q=a&q=b',
    )
    expect(link('pageController.show').slash('about').toUri()).toBe('/app/page/about')
    expect(link('shop.run').slash(7).toUri()).toBe('/app/shop/do/7')
    expect(() => link('userController.showUser').slash(1).slash(2).toUri()).toThrow(
      /has 2 values without a name, but its path takes only 1;/,
    )
    expect(() => link('userController.showTab').slash(1).slash(2).slash(3).toUri()).toThrow(
      /has 3 values without a name, but its path takes only 2;/,
    )
  })

  test('linkTo refuses values that are no action, controller name or class', () => {
    for (const target of ['', '.showUser', 5, null, undefined, {}])
      expect(() => linkTo(target as string)).toThrow(/an action, the name of a controller or its class/)
  })

  test('an error of a link has a code, and the option or the action', () => {
    const reverser: Reverser = { reverse: (action, args) => router.reverse(action, args) }
    for (const mistake of [
      () => linkTo(''),
      () => linkTo('userController', router).toUri(),
      () => linkTo('userController.showUser', reverser).slash(3).toUri(),
    ])
      expect(mistake).toThrow(expect.objectContaining({ code: 'E_CONFIG', option: 'linkTo' }))
    const template = link('userController.showUser').withRel('user')
    expect(() => linkHeader(template)).toThrow(expect.objectContaining({ option: 'links' }))
    expect(() => new Link('a b', '/')).toThrow(expect.objectContaining({ option: 'rel' }))
    expect(() => link('userController.showUser').slash(1).slash(2).toUri()).toThrow(
      expect.objectContaining({ code: 'E_REVERSE_BAD_ARGS', action: 'userController.showUser' }),
    )
  })

  test('slash(entity) takes the id of the entity', () => {
    expect(link('userController.showUser').slash({ id: 5 }).toUri()).toBe('/app/user/5')
  })

  test('slash returns a new builder', () => {
    const start = link('userController.showUser')
    expect(start.slash(1).toUri()).toBe('/app/user/1')
    expect(start.slash(2).toUri()).toBe('/app/user/2')
  })

  test('absolute() uses baseUrl or the given base, and a link to another host is always absolute', () => {
    expect(link('userController.showUser').slash(1).absolute().toUri()).toBe('https://example.org/app/user/1')
    expect(link('userController.showUser').slash(1).absolute('http://other.test').toUri()).toBe(
      'http://other.test/app/user/1',
    )
    expect(link('clientController.home').slash('client', 'acme').toUri()).toMatch(
      /^https?:\/\/acme\.example\.org\/app\/home$/,
    )
  })

  test('a link without all its variables is a template', () => {
    expect(link('userController.showUser').withRel('user')).toMatchObject({
      href: '/app/user/{id}',
      templated: true,
    })
    expect(link('userController.showTab').slash('tab', 'a b').withRel('tab').href).toBe('/app/tab/a%20b')
    expect(link('userController.showTab').slash('id', 7).withRel('tab').href).toBe('/app/user/7/{tab}')
    expect(link('fileController.get').slash('lang', 'a{b}').withRel('file').href).toBe(
      '/app/a%7Bb%7D/file/{path}',
    )
    expect(link('userController.showUser').absolute().withRel('user').href).toBe(
      'https://example.org/app/user/{id}',
    )
    expect(`${link('userController.showUser')}`).toBe('/app/user/{id}')
    expect(() => link('userController.showUser').toUri()).toThrow(NoHandlerFoundException)
    expect(() => link('clientController.show').withRel('x')).toThrow('the host argument "client" is missing')
  })

  test('a wrong argument or an unknown action is an error, not a template', () => {
    expect(() => link('userController.showUser').slash('x').withSelfRel()).toThrow(NoHandlerFoundException)
    for (const unknown of [link('userController.unknown'), link('userController.unknown').slash(1)])
      expect(() => unknown.withSelfRel()).toThrow('No route has the action "userController.unknown"')
    const broken = { toRouteParam: () => Symbol('no text') }
    expect(() => link('userController.showUser').slash(broken).withSelfRel()).toThrow('a symbol has no text')
    expect(() => link('userController').withSelfRel()).toThrow(ConfigurationException)
  })

  test('slash(value) does not fill a variable that has a fixed argument', () => {
    const hidden = Router.parse("GET /v/{id}/{tab} v.show(id:'1')", { onWarning: () => {} })
    expect(linkTo('v.show', hidden).slash('posts').withSelfRel().href).toBe('/v/{id}/posts')
  })

  test('slash(value) is an error if the Reverser is not a router', () => {
    const source: Reverser = { reverse: (action, args) => router.reverse(action, args) }
    expect(linkTo('userController.showUser', source).slash('id', 3).toUri()).toBe('/app/user/3')
    expect(() => linkTo('userController.showUser', source).slash(3).toUri()).toThrow(
      'only a router can name values without a name',
    )
  })

  test('linkTo without a router uses the router of Router.use, or throws', () => {
    expect(() => linkTo('userController.listAll').toUri()).toThrow(/Router\.use/)
    Router.use(router)
    try {
      expect(linkTo('userController.showUser').slash(3).toUri()).toBe('/app/user/3')
    } finally {
      Router.use(undefined)
    }
  })

  test('linkTo in an action uses the router of the request, and the registered name of a class', async () => {
    class People {
      show(): object {
        return halLinks(
          linkTo(People).action('show').slash(9).withSelfRel(),
          linkTo(People).action('show').withRel('person'),
        )
      }
    }
    const mapping = new RouterHandlerMapping({
      routeFiles: () => 'GET /people/{id} people.show',
      controllers: { people: People },
    })
    await mapping.load()
    const app = express()
    app.use('/mounted', new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    const server = await serve(app)
    expect(JSON.parse((await server.ask('GET /mounted/people/1')).body)).toEqual({
      self: { href: '/mounted/people/9' },
      person: { href: '/mounted/people/{id}', templated: true },
    })
  })
})

describe('links', () => {
  test('halLinks writes one link as an object, and several links of a relation as a list', () => {
    const self = link('userController.listAll').withSelfRel({ title: 'Users' })
    const items = [1, 2].map((id) => link('userController.showUser').slash(id).withRel('item'))
    expect(JSON.parse(JSON.stringify({ _links: halLinks(self, ...items) }))).toEqual({
      _links: {
        self: { href: '/app/user/', title: 'Users' },
        item: [{ href: '/app/user/1' }, { href: '/app/user/2' }],
      },
    })
  })

  test('a link has each attribute of HAL', () => {
    const attributes = {
      title: 'Users',
      name: 'users',
      type: 'text/html',
      hreflang: 'de',
      profile: 'https://example.org/profile',
      deprecation: 'https://example.org/deprecation',
    }
    const self = link('userController.listAll').withSelfRel(attributes)
    expect(JSON.parse(JSON.stringify(halLinks(self)))).toEqual({
      self: { href: '/app/user/', ...attributes },
    })
  })

  test('linkHeader writes links with quoted and encoded parameters, and refuses a template', () => {
    const next = link('userController.showUser')
      .slash(1)
      .slash('q', 'a,b;c"')
      .withRel('next', { title: 'A "quoted" title', type: 'text/html', hreflang: 'de', name: 'n' })
    const other = link('userController.listAll').withRel('https://example.org/rels/all', {
      title: 'Bücher (neu)',
    })
    expect(linkHeader(next, other)).toBe(
      '</app/user/1?q=a%2Cb%3Bc%22>; rel="next"; title="A \\"quoted\\" title"; type="text/html"; hreflang="de", ' +
        '</app/user/>; rel="https://example.org/rels/all"; title*=UTF-8\'\'B%C3%BCcher%20%28neu%29',
    )
    expect(() => linkHeader(link('userController.showUser').withRel('user'))).toThrow(/template/)
  })

  test.each([
    '',
    'a b',
    'x"; rel="y',
    'a\r\nSet-Cookie: x',
    '<x>',
    ' http://x.org/r',
    'http://x.org/r ',
    ' a:b',
    'é:b',
    undefined,
    null,
  ])('Link refuses the relation %j', (rel) => {
    expect(() => new Link(rel as string, '/')).toThrow(/rel/)
  })

  test.each([5, null, { toString: () => 'x' }])('Link refuses the title %j', (title) => {
    expect(() => new Link('next', '/', { title: title as unknown as string })).toThrow(
      'title: expected a text',
    )
  })

  test('a title with a line break is encoded in the header', () => {
    expect(new Link('next', '/', { title: 'a\r\nSet-Cookie: x' }).toString()).toBe(
      '</>; rel="next"; title*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20x',
    )
  })

  test('a URL with quotes, commas and spaces is encoded in the header', () => {
    expect(new Link('next', '/ü b>; rel="evil", <x?a=%20&b').toString()).toBe(
      '</%C3%BC%20b%3E;%20rel=%22evil%22,%20%3Cx?a=%20&b>; rel="next"',
    )
  })

  test('the package hal accepts our links', () => {
    const user = link('userController.showUser').slash(1)
    const resource = new hal.Resource({ name: 'A' }, user.toUri())
    resource
      .link(link('userController.listAll').withRel('all'))
      .link('user', link('userController.showUser').withRel('user'))
    expect(JSON.parse(JSON.stringify(resource))).toEqual({
      name: 'A',
      _links: {
        self: { href: '/app/user/1' },
        all: { href: '/app/user/' },
        user: { href: '/app/user/{id}', templated: true },
      },
    })
  })
})

test('linkTo refuses an action as its second argument, and shows the correct call', () => {
  expect(() => linkTo('userController', 'showUser' as never)).toThrow("linkTo('userController.showUser')")
})
