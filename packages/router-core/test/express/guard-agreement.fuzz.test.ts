import { afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import fc from 'fast-check'
import { loadMapping } from './load-mapping.js'
import { RawClient } from './raw-client.js'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

/** Literal prefixes that an application guards. Each prefix has lines with literals and variables. */
const prefixes = [
  '/admin',
  '/admin/users',
  '/a-b.c',
  '/x~y',
  '/caf%C3%A9',
  '/a%20b',
  '/@me',
  '/deep/er/still',
]
const routes = prefixes
  .flatMap((prefix, index) => [
    `GET   ${prefix}/?              pageController.show(prefix:'${index}')`,
    `GET   ${prefix}/edit           pageController.show(prefix:'${index}')`,
    `*     ${prefix}/item-{id}      pageController.show(prefix:'${index}')`,
    `GET   ${prefix}/{id}           pageController.show(prefix:'${index}')`,
    `GET   ${prefix}/f/{<.*>path}   pageController.show(prefix:'${index}')`,
  ])
  .join('\n')

/** Texts that routers, proxies and browsers read in different ways. */
const oddities =
  '/ // /./ /../ ; ;x=1 . .. ? ?/ # \\ % %2F %2f %5C %2e %2E%2E %25 %2561 %00 %0a %20 + %C3%A9 %c3%a9 %E9 %EF%BC%8F @ : ~ * admin'.split(
    ' ',
  )
/** A change of one character, which some components ignore. */
const change = fc.oneof(
  fc.record({ type: fc.constantFrom('encode', 'encodeTwice', 'swapCase', 'double', 'drop'), at: fc.nat(40) }),
  fc.record({ type: fc.constant('insert'), at: fc.nat(40), oddity: fc.constantFrom(...oddities) }),
)
const path = fc
  .tuple(
    fc.constantFrom(...prefixes),
    fc.constantFrom('', '/', '/edit', '/1', '/%31', '/f/', '/f/a/b', '/item-2', '/a%2Fb'),
    fc.array(change, { maxLength: 3 }),
  )
  .map(([prefix, suffix, changes]) => changes.reduce(applyChange, prefix + suffix))

function applyChange(
  text: string,
  { type, at, oddity = '' }: { type: string; at: number; oddity?: string },
): string {
  const index = at % text.length
  const character = text[index] ?? ''
  const escaped = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  const swapped = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase()
  const changed: Record<string, string> = {
    encode: escaped,
    encodeTwice: escaped.replace('%', '%25'),
    swapCase: swapped,
    double: character + character,
    drop: '',
    insert: oddity + character,
  }
  return text.slice(0, index) + changed[type] + text.slice(index + 1)
}

const target = fc
  .tuple(
    fc.constantFrom(
      '',
      '',
      '',
      'http://evil.test',
      'http://',
      '//evil.test',
      'HTTP://a:80',
      'http://a?next=',
    ),
    path,
  )
  .map(([origin, text]) => origin + text)
const runs = Number(process.env['FUZZ_RUNS'] ?? 500)
const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'OPTIONS')

describe.each(expressVersions)('guard agreement on %s', (_name, express) => {
  test('a route with a literal prefix runs only after the guards of this prefix, for any spelling of the request', async () => {
    const mapping = await loadMapping(routes, {
      controllers: {
        pageController: {
          show: (request: Request, response: Response): void => {
            const { guards = [] } = response.locals as { guards?: string[] }
            response.setHeader('X-Ran', String(request.params['prefix']))
            response.setHeader('X-Guards', guards.join(' '))
            response.end()
          },
        },
      },
    })
    const app = express()
    const guard = (kind: string) => (_request: Request, response: Response, next: NextFunction) => {
      ;((response.locals['guards'] as string[] | undefined) ?? (response.locals['guards'] = [])).push(kind)
      next()
    }
    for (const [index, prefix] of prefixes.entries()) {
      app.use(prefix, guard(`text${index}`))
      app.use(['/nowhere', prefix], guard(`list${index}`))
      app.use(
        new RegExp(`^${prefix.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')}(?=/|$)`, 'i'),
        guard(`regex${index}`),
      )
    }
    app.use(mapping.middleware)
    app.use((_error: Error, _request: Request, response: Response, _next: NextFunction) =>
      response.status(400).end(),
    )
    app.use((_request: Request, response: Response) => response.status(404).end())
    const client = new RawClient((await serve(app)).port)
    let ran = 0
    await fc.assert(
      fc.asyncProperty(method, target, async (verb, text) => {
        const head = await client.ask(`${verb} ${text} HTTP/1.1`)
        const prefix = /^X-Ran: (.*)$/im.exec(head)?.[1]
        if (prefix === undefined) return
        ran++
        const guards = /^X-Guards: (.*)$/im.exec(head)?.[1]?.split(' ')
        expect(guards).toEqual(expect.arrayContaining([`text${prefix}`, `list${prefix}`, `regex${prefix}`]))
      }),
      { numRuns: runs },
    )
    client.close()
    expect(ran).toBeGreaterThan(runs / 20)
  })
})
