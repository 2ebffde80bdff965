import { gzipSync } from 'node:zlib'
import type { Random } from '../random.js'
import type { Call } from './http-client.js'
import { hiddenText } from './fuzzed-api.js'

/** Tags, paths, cursors and bodies of earlier answers. */
export interface Seen {
  readonly tags: string[]
  readonly paths: string[]
  readonly cursors: string[]
  /** Bodies that a later request may send back. */
  readonly bodies: string[]
}

const oddTexts = [
  '',
  ' ',
  '\0',
  '\u202E',
  '\uD800',
  '😀',
  'é',
  "'",
  '"',
  '`',
  '\\',
  "\\' or 1=1 -- ",
  "'; drop table x; --",
  '%',
  '_',
  '%00',
  '..',
  '.',
  '/',
  '//evil.example',
  '\r\nX: y',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '1e0',
  '01',
  '0x10',
  '9007199254740993',
  '-9223372036854775808',
  '99999999999999999999999999',
  '0.0000001',
  '2024-02-30',
  '2024-02-29',
  '2024-02-29T12:00:00Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '0123abcd-0000-4000-8000-000000000000',
  '0123456789abcdef01234567',
  'AAEC',
  'A===',
  '__proto__',
  'constructor',
  'toString',
  'rowToken',
  'secret',
  'password',
  'a'.repeat(300),
  'true',
  '[1,2]',
  '{"a":1}',
  '<a/>',
  '<!DOCTYPE x>',
  ']]>',
  '&amp;',
  '&#0;',
]

const fields = [
  'id',
  'tenant',
  'slug',
  'title',
  'count',
  'big',
  'ratio',
  'price',
  'active',
  'day',
  'at',
  'ref',
  'oid',
  'bytes',
  'data',
  'level',
  'secret',
  'password',
  'parentId',
  'parent',
  'version',
  'code',
  'text',
  'rowToken',
  '__proto__',
]

const bases = ['/things', '/things', '/things', '/short-things', '/slugs', '/notes', '/notes']

/** Returns a random request. Most requests are invalid. */
export function randomRequest(random: Random, seen: Seen): Call {
  const usual = [
    'GET',
    'GET',
    'GET',
    'GET',
    'GET',
    'POST',
    'POST',
    'POST',
    'PUT',
    'PUT',
    'PATCH',
    'PATCH',
    'DELETE',
  ]
  const method = random.pick(random.integer(0, 12) === 0 ? ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'] : usual)
  // Sometimes deletes all things of the tenant, so that lists stay short.
  if (random.integer(0, 400) === 0)
    return { method: 'DELETE', path: '/things', headers: headersOf(random, seen, {}) }
  const base = random.pick(bases)
  const path = `${pathOf(random, base, method, seen)}${random.integer(0, method === 'GET' ? 1 : 12) === 0 ? queryOf(random, seen) : ''}`
  if (!['POST', 'PUT', 'PATCH'].includes(method) && random.integer(0, 20) > 0)
    return { method, path, headers: headersOf(random, seen, {}) }
  const { type, body } = bodyOf(random, base, method, seen)
  return packed(random, { method, path, headers: headersOf(random, seen, { 'content-type': type }), body })
}

function pathOf(random: Random, base: string, method: string, seen: Seen): string {
  const odd = encodeURIComponent(random.pick(oddTexts).toWellFormed())
  const forAll: Readonly<Record<string, number>> = { POST: 95, GET: 50, HEAD: 50 }
  if (random.integer(0, 99) < (forAll[method] ?? 5)) return base
  switch (random.integer(0, 11)) {
    case 0:
      return `${base}/${odd}`
    case 1:
      return random.pick([
        '/api/openapi.json',
        '/api/validation/Thing',
        '/api/validation',
        '/health/ready',
        '/none',
      ])
    case 2:
      return random.pick([
        '/api/log',
        '/api/logs',
        `/failing/${odd}`,
        `${base}/1/${odd}`,
        `${base}/`,
        '//',
        '/%zz',
        '/%2e%2e',
      ])
    case 3:
    case 4:
    case 5:
    case 6:
      return seen.paths.length > 0 ? random.pick(seen.paths) : `${base}/1`
    default:
      return `${base}/${base === '/notes' ? `own${random.integer(0, 40)}` : base === '/slugs' ? `own-${random.integer(0, 40)}` : random.integer(1, 60)}`
  }
}

function queryOf(random: Random, seen: Seen): string {
  const parts: string[] = []
  do {
    const field = random.pick(fields)
    const value = random.pick([random.pick(oddTexts), String(random.integer(-3, 60)), 'own', 'true', '1,2,3'])
    const encoded = random.integer(0, 8) === 0 ? '%zz' : encodeURIComponent(value.toWellFormed())
    parts.push(
      random.pick([
        `${field}=${encoded}`,
        `${field}[${random.pick(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'contains', 'startsWith', 'null', 'x', '__proto__'])}]=${encoded}`,
        `page=${random.pick(['1', '2', 'no', '0', '999999999', encoded])}`,
        `size=${random.pick(['1', '2', '100', '101', encoded])}`,
        `sort=${random.pick(['', '-'])}${field}`,
        `direction=${random.pick(['asc', 'DESC', encoded])}&properties=${field}`,
        `after=${seen.cursors.length > 0 && random.integer(0, 2) > 0 ? random.pick(seen.cursors) : random.pick(['', encoded])}`,
        `ids[]=${random.pick(['1', '2', '3', 'own0', encoded])}`,
        random.ids(1, 60),
        `fields=id,${field}`,
        `include=${random.pick(['parent', field])}`,
        'utm_source=x',
        `locale=${encoded}`,
        encoded,
      ]),
    )
  } while (random.integer(0, 2) > 0)
  return `?${parts.join('&')}`
}

function headersOf(random: Random, { tags }: Seen, headers: Record<string, string>): Record<string, string> {
  const result: Record<string, string> = { ...headers, 'x-tenant': 'a', 'user-agent': 'fuzzer' }
  const tag = (): string =>
    random.pick([
      '*',
      '"x"',
      'garbage',
      '',
      ...(tags.length > 0 ? [random.pick(tags), `W/${random.pick(tags)}`] : []),
    ])
  const chances: readonly [number, string, () => string][] = [
    [
      3,
      'accept',
      () =>
        random.pick([
          'application/json',
          'application/xml',
          'text/xml;q=0.5, application/json;q=0.1',
          'application/hal+json',
          'application/problem+json',
          'application/vnd.x+xml',
          'garbage',
          '*/*;q=0',
          'text/html',
        ]),
    ],
    [6, 'if-match', tag],
    [8, 'if-none-match', tag],
    [
      12,
      'idempotency-key',
      () => random.pick(['k1', 'k2', `k${random.integer(0, 1e6)}`, '', 'a'.repeat(300)]),
    ],
    [15, 'origin', () => random.pick(['http://app.example', 'http://evil.example', 'null', 'garbage'])],
    [40, 'access-control-request-method', () => random.pick(['GET', 'PUT', 'X'])],
    [30, 'range', () => 'bytes=0-1'],
    [30, 'prefer', () => 'return=minimal'],
    [30, 'expect', () => '100-continue'],
    [30, 'host', () => random.pick(['evil.example', '[::1', 'a:99999'])],
    [30, 'x-http-method-override', () => 'DELETE'],
    [30, 'user-agent', () => 'a'.repeat(1000)],
  ]
  for (const [one, name, value] of chances) if (random.integer(1, one) === 1) result[name] = value()
  return result
}

function bodyOf(
  random: Random,
  base: string,
  method: string,
  seen: Seen,
): { readonly type: string; readonly body: unknown } {
  const isPatch = method === 'PATCH'
  const type = random.pick([
    ...Array.from({ length: 8 }, () => (isPatch ? 'application/merge-patch+json' : 'application/json')),
    'application/json',
    'application/xml',
    'text/xml; charset=utf-8',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/vnd.x+json',
    'text/plain',
    'garbage',
  ])
  const values = base === '/notes' ? noteValues(random) : thingValues(random)
  while (random.integer(0, 3) === 0) define(values, random.pick(fields), oddValue(random))
  if (isPatch) for (const name of Object.keys(values)) if (random.integer(0, 2) > 0) delete values[name]
  const sent = seen.bodies.length > 0 && random.integer(0, 4) === 0 ? random.pick(seen.bodies) : undefined
  if (type.includes('xml')) return { type, body: broken(random, toXml(random, values)) }
  if (type.includes('form')) return { type, body: toForm(values) }
  return { type, body: broken(random, sent ?? JSON.stringify(values, replaced)) }
}

/** Sets an own property, even if the name is `__proto__`. */
function define(values: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true })
}

function toForm(values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).map<[string, string]>(([name, value]) => [
    name,
    String(value).toWellFormed(),
  ])
  return new URLSearchParams(pairs).toString()
}

function thingValues(random: Random): Record<string, unknown> {
  const unique = `own-${random.integer(0, 5000)}`
  return {
    tenant: random.pick(['a', 'a', 'a', 'b']),
    slug: random.integer(0, 12) === 0 ? random.pick(oddTexts) : unique,
    title: random.integer(0, 6) === 0 ? random.pick(oddTexts) : `own ${unique}`,
    count: random.pick([null, 0, -1, random.integer(-1e6, 1e6)]),
    big: random.pick([null, '9223372036854775807', '-9223372036854775808', 5]),
    ratio: random.pick([null, 0.1, 1e-320, 1.7976931348623157e308, -0]),
    price: random.pick([null, '12.5', '0', '-999999999999.999999']),
    active: random.pick([null, true, false]),
    day: random.pick([null, '2024-02-29', '1000-01-01', '9999-12-31']),
    at: random.pick([null, '2024-02-29T12:00:00.123Z', '1000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']),
    ref: random.pick([null, '0123abcd-0000-4000-8000-000000000000']),
    oid: random.pick([null, '0123456789abcdef01234567']),
    bytes: random.pick([null, 'AAEC', '']),
    data: random.pick([null, {}, [1, 'x', null], { a: { b: [true, 1.5, '\uD800'] } }, 'x']),
    level: random.pick([null, 'low', 'high']),
    ...(random.integer(0, 3) === 0 && { secret: `${hiddenText} sent`, password: `${hiddenText} sent` }),
    parentId: random.pick([null, null, null, null, 1, random.integer(1, 60)]),
    ...(random.integer(0, 5) === 0 && { id: random.integer(1, 60), version: random.integer(0, 5) }),
  }
}

function noteValues(random: Random): Record<string, unknown> {
  return {
    code: random.integer(0, 5) === 0 ? random.pick(oddTexts) : `own${random.integer(0, 60)}`,
    tenant: random.pick(['a', 'a', 'b']),
    text: random.pick([null, 'own', random.pick(oddTexts)]),
    ...(random.integer(0, 3) === 0 && { secret: `${hiddenText} sent` }),
  }
}

function oddValue(random: Random): unknown {
  return random.pick([
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    random.pick(oddTexts),
    [],
    {},
    [null],
    { a: 1 },
    deep(random.pick([3, 63, 64, 65, 2000])),
    { '': '', '\0': 1 },
    ['a'.repeat(1000)],
  ])
}

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

function replaced(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** Damages some texts. */
function broken(random: Random, text: string): unknown {
  switch (random.integer(0, 40)) {
    case 0:
      return text.slice(0, random.integer(0, text.length))
    case 1: {
      const position = random.integer(0, text.length)
      return text.slice(0, position) + random.pick(oddTexts) + text.slice(position)
    }
    case 2:
      return Buffer.from(text, 'utf16le')
    case 3:
      return Buffer.from(Array.from({ length: 50 }, () => random.integer(0, 255)))
    case 4:
      return random.pick([
        '[]',
        'null',
        '1',
        '""',
        '{',
        '{"__proto__":{"a":1}}',
        '{"a":1,"a":2}',
        '\uFEFF{}',
        '[[[[',
        '',
      ])
    case 5:
      return text.padEnd(70_000)
    default:
      return text
  }
}

function toXml(random: Random, values: Readonly<Record<string, unknown>>): string {
  const elements = Object.entries(values).map(([name, value]) => {
    const element = /^[a-z]+$/i.test(name) ? name : 'x'
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
    const written = random.integer(0, 10) === 0 ? text : text.replaceAll(/[&<>\0\uD800]/g, '')
    return value === null ? `<${element}/>` : `<${element}>${written}</${element}>`
  })
  return `${random.pick(['', '<?xml version="1.0"?>', '<!DOCTYPE x [<!ENTITY a "b">]>'])}<Thing>${elements.join('')}</Thing>`
}

/** Compresses some bodies. For some other bodies, only adds the header Content-Encoding. */
function packed(random: Random, call: Call): Call {
  const { headers, body } = call
  if (typeof body !== 'string') return call
  switch (random.integer(0, 30)) {
    case 0:
      return { ...call, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) }
    case 1:
      return {
        ...call,
        headers: { ...headers, 'content-encoding': random.pick(['gzip', 'br', 'x', 'deflate']) },
      }
    case 2:
      return {
        ...call,
        headers: { ...headers, 'content-encoding': 'gzip' },
        body: gzipSync(Buffer.alloc(3_000_000, 32)),
      }
    default:
      return call
  }
}
