import { afterEach, describe, expect, test } from '@jest/globals'
import type { Request, Response } from 'express'
import fc from 'fast-check'
import type { ModelAttribute } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { Router } from '@mvc-router/router-core'
import { RouterModelAttribute } from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 1000)

afterEach(closeAll)

const router = Router.parse('GET /books/{<.*>rest} bookController.list')

/** The URL that route.with(changes) returns on the page `url`. */
function withQuery(url: string, changes?: unknown): string {
  return createModelAttribute(router, () => ({ action: 'bookController.list', args: {}, url })).with(changes)
}

describe('route.with', () => {
  test.each([
    ['/books', { page: 2 }, '/books?page=2'],
    ['/books?page=1', { page: 2 }, '/books?page=2'],
    ['/books?page=1&q=dune', { q: null }, '/books?page=1'],
    ['/books?page=1', { page: undefined }, '/books'],
    ['/books?a=1&page=1&b=2', { page: 2 }, '/books?a=1&page=2&b=2'],
    ['/books?a=1&a=2&b=3', { a: 9 }, '/books?a=9&b=3'],
    ['/books?b=3', { tag: ['x', 'y'] }, '/books?b=3&tag=x&tag=y'],
    ['/books?tag=x&tag=y', { tag: [] }, '/books'],
    ['/books?b=%41&c=+', { z: 1, d: 'a b' }, '/books?b=%41&c=+&d=a+b&z=1'],
    ['/books?q=&r', {}, '/books?q=&r'],
    ['/books?p%61ge=1', { page: 2 }, '/books?page=2'],
    ['/books?page=1#top', { page: 2 }, '/books?page=2'],
    ['http://other.example/books?page=1', { page: 2 }, '/books?page=2'],
    ['//other.example/books', { page: 2 }, '/.//other.example/books?page=2'],
    ['/books?__proto__=1', { page: 2 }, '/books?__proto__=1&page=2'],
    ['/books?%zz="<', {}, '/books?%25zz=%22%3C'],
    ['/books/\u00c3\u00a9', {}, '/books/%C3%A9'],
    ['/books?a=1', undefined, '/books?a=1'],
    ['/books?a=1', { __keywords: true, a: 2 }, '/books?a=2'],
    ['/books?a=1', new Map([['a', 2]]), '/books?a=2'],
  ])('on the page %s, route.with(%j) is %s', (url, changes, expected) => {
    expect(withQuery(url, changes)).toBe(expected)
  })

  test('route.with refuses a value without a text, and names its parameter', () => {
    for (const value of [{}, NaN, () => 1, '\ud800', Symbol('a')])
      expect(() => withQuery('/books', { page: value })).toThrow(/route\.with.*"page"/s)
    expect(() => withQuery('/books', { '\ud800': 1 })).toThrow(/lone surrogate/)
    expect(() => withQuery('/books', 5)).toThrow(/object of names and values/)
  })

  test('route.with throws if no line answers the page', () => {
    expect(() => createModelAttribute(router).with({ page: 2 })).toThrow(/no line answers this page/)
  })

  test('route.with stays on this host, keeps other parameters, and writes only characters that URLs allow', () => {
    const target = fc.oneof(
      fc.webUrl({ withQueryParameters: true }),
      fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `/${text}`),
      fc
        .array(
          fc.constantFrom(
            '/',
            '\\',
            '?',
            '&',
            '=',
            'page',
            '%2F',
            '%',
            '..',
            '"',
            '<',
            '\u00e9',
            ' ',
            '#',
            '+',
            "'",
          ),
        )
        .map((pieces) => `/${pieces.join('')}`),
    )
    fc.assert(
      fc.property(target, fc.string({ unit: 'binary' }), (url, value) => {
        fc.pre(value.isWellFormed() && !/[\r\n]/.test(url))
        const written = withQuery(url, { page: value })
        expect(written).toMatch(/^\/(?![/\\])[\w\-.~!$&'()*+,;=:@|[\]/?%]*$/)
        const read = new URL(written, 'http://shop.example')
        expect([read.host, read.searchParams.getAll('page'), read.hash]).toEqual([
          'shop.example',
          [value],
          '',
        ])
        const others = (text: string): [string, string][] =>
          [...new URL(text, 'http://shop.example').searchParams].filter(([name]) => name !== 'page')
        expect(others(written)).toEqual(others(withQuery(url)))
        expect(withQuery(written, { page: value })).toBe(written)
      }),
      { numRuns: runs },
    )
  })
})

describe.each(expressVersions)('route.with on %s', (_name, express) => {
  test('route.with keeps the mount path, and route.current has the URL and the query', async () => {
    const show = (_request: Request, response: Response): void => {
      const { current, isCurrent, with: thisPage } = response.locals['route'] as ModelAttribute
      response.json([
        thisPage({ page: 2 }),
        current?.url,
        { ...current?.query },
        isCurrent('book', { id: 7 }),
      ])
    }
    const mapping = await loadMapping('+ name=book\nGET /books/{id} bookController.show', {
      controllers: { bookController: { show } },
    })
    const app = express()
    const shop = express()
    shop.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    app.use('/shop', shop)
    const server = await serve(app)
    const { body } = await server.ask('GET /shop/books/7?q=a+b&tag=1&tag=2')
    expect(JSON.parse(body)).toEqual([
      '/shop/books/7?q=a+b&tag=1&tag=2&page=2',
      '/shop/books/7?q=a+b&tag=1&tag=2',
      { q: 'a b', tag: ['1', '2'] },
      true,
    ])
  })

  test('route.with and route.current have the base path that a proxy removed', async () => {
    const show = (_request: Request, response: Response): void => {
      const { current, with: thisPage } = response.locals['route'] as ModelAttribute
      response.json([current?.url, thisPage({ page: 2 })])
    }
    const mapping = await loadMapping('GET /books bookController.show', {
      controllers: { bookController: { show } },
      basePath: '/shop',
    })
    const app = express()
    app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    const { body } = await (await serve(app)).ask('GET /books?q=1')
    expect(JSON.parse(body)).toEqual(['/shop/books?q=1', '/shop/books?q=1&page=2'])
  })
})
