import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { NoHandlerFoundException, Router } from '@mvc-router/router-core'
import { escapeHtml, linkHtml } from '@mvc-router/router-core/templates'

const patterns = [
  '/u/{id}',
  '/u/{id}/?',
  '/n/{<[0-9]+>id}',
  '/w/{<\\w+>id}',
  '/l/{<[a-zé/%2F]+>id}',
  '/f/{<.+>id}',
  '/f/{<.+>id}/edit',
  '/m/{id}-{other}',
  '/m/{id}.{<[a-z]+>other}',
  '/s/{<.+>id}/{other}',
  '/%C3%A9/{id}/|x',
  '/{id}',
  '/{<.*>id}',
  '/.{id}',
  '/x/{id}/{<[^/]{1,3}>other}',
]

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'/\\.%2F25ab-é?#&=+\'"<> :@\u0000\n'), maxLength: 8 }),
  fc.constantFrom(
    '.',
    '..',
    '',
    '%2F',
    '%252F',
    '//evil.com',
    '/\\evil.com',
    '\uD800',
    'javascript:alert(1)',
    '__proto__',
  ),
)
const anything = fc.oneof({ weight: 4, arbitrary: hostileText }, fc.anything())
const runs = Number(process.env['FUZZ_RUNS'] ?? 300)

describe('URLs that reverse returns', () => {
  test('a URL has only safe characters, is unchanged by URL parsers, and matches with the same arguments', () => {
    let built = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns),
        anything,
        anything,
        fc.dictionary(hostileText, anything, { maxKeys: 2 }),
        (pattern, id, other, extra) => {
          const router = Router.parse(`GET ${pattern} a.b`)
          const args = { ...extra, id, ...(pattern.includes('other') && { other }) }
          const url = urlOf(router, args)
          if (url === undefined) return
          built++
          expect(url).toMatch(/^\/(?![/\\])[A-Za-z0-9\-._~%!$()*+,;=:@|/]*(\?[^\s"'<>\\]*)?$/)
          const parsed = new URL(url, 'http://example.org')
          expect([parsed.host, parsed.pathname + parsed.search]).toEqual(['example.org', url])
          const match = router.match({ method: 'GET', path: url })
          expect(match?.args['id']).toBe(textOf(id))
          if (pattern.includes('other')) expect(match?.args['other']).toBe(textOf(other))
        },
      ),
      { numRuns: runs },
    )
    expect(built).toBeGreaterThan(runs / 10)
  })

  test('linkHtml returns the escaped URL, for any mount path and host', () => {
    const router = Router.parse(
      [...patterns, `/"<q>'/{id}`, '{id}.example.com/', '{host}/{id}', '{_}/'].map(toLine).join('\n'),
      { allowedHosts: ['.example.com'], unencodedLiterals: 'encode', onWarning() {} },
    )
    let built = 0
    fc.assert(
      fc.property(
        fc.nat({ max: patterns.length + 3 }),
        fc.dictionary(fc.oneof(hostileText, fc.constantFrom('id', 'other', 'host')), anything, {
          maxKeys: 3,
        }),
        fc.record({
          mountPath: fc.oneof(hostileText, fc.constant('')),
          host: fc.oneof(hostileText, fc.constantFrom('x.example.com', undefined)),
        }),
        (index, args, request) => {
          const reverser = router.forRequest(request)
          let url: string
          try {
            url = reverser.href(`a.b${index}`, args)
          } catch {
            return
          }
          built++
          expect(linkHtml(reverser, `a.b${index}`, args)).toBe(escapeHtml(url))
        },
      ),
      { numRuns: runs },
    )
    expect(built).toBeGreaterThan(0)
  })

  test('reverse does not change its arguments or Object.prototype', () => {
    const router = Router.parse('GET /u/{id} a.b')
    const before = Object.getOwnPropertyNames(Object.prototype).join()
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(hostileText, fc.constant('id')),
          fc.oneof(hostileText, fc.integer(), fc.array(fc.string())),
        ),
        (args) => {
          const copy = structuredClone(args)
          Object.freeze(args)
          urlOf(router, args)
          expect(args).toEqual(copy)
        },
      ),
    )
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before)
  })
})

test('for any text as a path, match throws no error other than BadRequestException', () => {
  const router = Router.parse(patterns.map((pattern) => `GET ${pattern} a.b`).join('\n'))
  fc.assert(
    fc.property(hostileText, (text) => {
      try {
        router.match({ method: 'GET', path: `/${text}`, host: text, headers: { accept: text } })
      } catch (error) {
        expect(error).toMatchObject({ name: 'BadRequestException', status: 400 })
      }
    }),
    { numRuns: runs },
  )
})

function toLine(pattern: string, index: number): string {
  return `GET ${pattern} a.b${index}`
}

function urlOf(router: Router, args: Record<string, unknown>): string | undefined {
  try {
    return router.reverse('a.b', args).url
  } catch (error) {
    if (error instanceof NoHandlerFoundException) return undefined
    throw error
  }
}

/** Converts an argument to text by the rules in docs/route-file.md (Reversing), without the router. */
function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value)
    ? value.find((element) => element !== null && element !== undefined)
    : value
  const scalar: unknown = typeof first === 'object' && first !== null ? (first as { id?: unknown }).id : first
  return String(scalar)
}
