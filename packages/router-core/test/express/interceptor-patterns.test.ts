import { afterEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Request, Response } from 'express'
import { InterceptorRegistry } from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { RawClient } from './raw-client.js'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

const runs = Number(process.env['FUZZ_RUNS'] ?? 300)

/** Segments of lines, each followed by the segments of patterns that match it. */
const segments: readonly (readonly [line: string, ...patterns: string[]])[] = [
  ['account', 'account', 'Account', '%61ccount'],
  ['caf%C3%A9', 'caf%C3%A9', 'caf%c3%a9', 'café'],
  ['caf%c3%a9', 'caf%C3%A9', 'café'],
  ['a%2Fb', 'a%2Fb', 'a%2fb'],
  ['a%20b', 'a%20b', 'a b'],
  ['100%25', '100%25'],
  ['x.y', 'x.y', 'x%2Ey'],
  ['{id}', '{id}', '*', '{other}'],
  ['{<[0-9]+>nr}', '{<[0-9]+>nr}', '*', '{nr}'],
  ['{<[^/]+/?[^/]*>span}', '{<[^/]+/?[^/]*>span}', '**'],
  ['{a}-{b}', '{a}-{b}', '*'],
  ['v-{c}', 'v-{c}', '*'],
]
const endings: readonly (readonly [line: string, ...patterns: string[]])[] = [
  ['', ''],
  ['/', '/', ''],
  ['/?', '/?', '/', ''],
  ['/{<.*>rest}', '/{<.*>rest}', '/**'],
]

/** A random line, and a pattern that matches each path of the line. */
const written = fc
  .record({
    middle: fc.array(
      fc.nat({ max: segments.length - 1 }).chain((index) => {
        const [line, ...patterns] = segments[index] ?? ['']
        return fc.record({ line: fc.constant(line), pattern: fc.constantFrom(...patterns) })
      }),
      { minLength: 1, maxLength: 3 },
    ),
    ending: fc
      .constantFrom(...endings)
      .chain(([line, ...patterns]) =>
        fc.record({ line: fc.constant(line), pattern: fc.constantFrom(...patterns) }),
      ),
    isOpen: fc.boolean(),
  })
  .map(({ middle, ending, isOpen }) => {
    const names = new Set<string>()
    const unique = middle.filter(({ line }) => !names.has(line) && names.add(line))
    const pattern = unique.map((segment) => `/${segment.pattern}`).join('')
    const [before] = pattern.split('/**', 1)
    const whole = before === pattern ? pattern + ending.pattern : `${before}/**`
    const last = isOpen && !whole.endsWith('**') && !whole.includes('<.*>') ? `${pattern}/**` : whole
    return {
      line: unique.map((segment) => `/${segment.line}`).join('') + ending.line,
      pattern: last.includes('{') ? last.replaceAll(' ', '%20') : last,
    }
  })

const values = [
  '5',
  '7',
  'x',
  '5%2Fx',
  '5%2fdelete',
  'a%252Fb',
  '%61',
  'a%20b',
  'A',
  'caf%C3%A9',
  'a-b',
  '1%2F2-3',
]

/** A request for a line: values replace the variables, and escapes can have another case. */
const request = written.chain(({ line, pattern }) =>
  fc.record({
    line: fc.constant(line),
    pattern: fc.constant(pattern),
    path: fc
      .tuple(
        fc.array(fc.constantFrom(...values), { minLength: 8, maxLength: 8 }),
        fc.constantFrom(
          (path: string) => path,
          (path: string) => path.replaceAll(/%../g, (escape) => escape.toLowerCase()),
          (path: string) => path.replaceAll(/%../g, (escape) => escape.toUpperCase()),
          (path: string) => path.toUpperCase(),
        ),
        fc.constantFrom('', '/', '/x', '/x%2Fy/z'),
      )
      .map(([filled, change, rest]) => {
        let next = 0
        const path = line.replaceAll(/\{(?:<.*?>)?\w+\}/g, () => filled[next++ % filled.length] ?? 'x')
        return change(path.replace(/\/\?$/, '') + rest)
      }),
  }),
)

describe.each(expressVersions)('on %s', (_name, express) => {
  test('an interceptor whose pattern matches a line runs for each request that the line answers', async () => {
    let answered = 0
    const perTable = 40
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: perTable, maxLength: perTable }), async (drawn) => {
        const interceptors = new InterceptorRegistry()
        for (const [index, { pattern }] of drawn.entries())
          interceptors
            .addInterceptor({
              preHandle: (_request, response) => void response.appendHeader('X-Met', String(index)),
            })
            .addPathPatterns(`/${index}${pattern}`)
        const mapping = await loadMapping(
          drawn.map(({ line }, index) => `GET /${index}${line} page.show(line:'${index}')`).join('\n'),
          {
            controllers: {
              page: {
                show: (asked: Request, response: Response): void =>
                  void response.setHeader('X-Ran', String(asked.params['line'])).end(),
              },
            },
            interceptors,
            onWarning: () => undefined,
          },
        )
        const app = express()
        app.use(mapping.middleware)
        const client = new RawClient((await serve(app)).port)
        for (const [index, { path, line, pattern }] of drawn.entries()) {
          const head = await client.ask(`GET /${index}${path} HTTP/1.1`)
          const ran = /^X-Ran: (.*)$/im.exec(head)?.[1]
          if (ran === undefined) continue
          answered++
          const met = [...head.matchAll(/^X-Met: (.*)$/gim)].map(([, value]) => value)
          expect({ line, pattern, path, met: met.includes(ran) }).toEqual({ line, pattern, path, met: true })
        }
        client.close()
        await closeAll()
      }),
      { numRuns: Math.max(1, Math.ceil(runs / perTable)) },
    )
    expect(answered).toBeGreaterThan(runs / 10)
  }, 3_600_000)
})
