import fc, { type Arbitrary } from 'fast-check'

/** Lines of a route file that overlap as much as can be, and requests that are nearly or exactly for them. */
export interface RoutesAndRequests {
  readonly lines: readonly string[]
  readonly requests: readonly ArbitraryRequest[]
}

export interface ArbitraryRequest {
  readonly method: string
  readonly path: string
  readonly host: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

const literals = [
  'a',
  'b',
  'ab',
  'abc',
  'user',
  'users',
  'new',
  '1',
  '42',
  'é',
  'a%2Fb',
  'x|y',
  "o'k",
  'a.b',
  '%25',
]
/** Constraints, each with a text that satisfies it, as it stands in a URL. */
const constraints: Readonly<Record<string, string>> = {
  '[0-9]+': '42',
  [String.raw`\d{2}`]: '42',
  '[a-z]+': 'user',
  [String.raw`\w+`]: 'ab',
  '[a-z0-9-]{2,4}': 'abc',
  '[0-9]*': '1',
  '[^/]+': 'a.b',
  '[^.]+': 'new',
  '(?:a|b)c?': 'a',
  '(?!new$)[a-z]+': 'users',
  [String.raw`\p{L}+`]: '%C3%A9',
  '[a-z%]+': '%25',
  '[a-z?]+': 'ab%3F',
  'é+': '%C3%A9',
}
const spanning: Readonly<Record<string, string>> = {
  '.+': 'a/b/c',
  '.*': '',
  '[a-z/]+': 'a/b',
  '[a-z]/[0-9]': 'a/1',
  '.': 'x',
}
const names = ['v', 'w', 'id', 'name', 'format', '_', 'controller', 'action']

/** A pattern as a list of segments without slashes. A variable is an object, so that values can be put in. */
type Piece = string | { readonly name: string; readonly constraint: string | undefined }
type Segment = readonly Piece[]

const variable = (among: Readonly<Record<string, string>>, share: number): Arbitrary<Piece> =>
  fc.record({
    name: fc.constantFrom(...names),
    constraint: fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 100 - share },
      { arbitrary: fc.constantFrom(...Object.keys(among)), weight: share },
    ),
  })
const literal = fc.constantFrom(...literals).map((text) => [text])
const wholeVariable = variable(constraints, 50).map((piece) => [piece])
const segment: Arbitrary<Segment> = fc.oneof(
  { arbitrary: literal, weight: 6 },
  { arbitrary: wholeVariable, weight: 6 },
  { arbitrary: variable(spanning, 100).map((piece) => [piece]), weight: 1 },
  {
    arbitrary: fc.tuple(
      variable(constraints, 30),
      fc.constantFrom('-', '.', '%20', 'b'),
      variable(constraints, 30),
    ),
    weight: 1,
  },
  { arbitrary: fc.tuple(fc.constantFrom('v', 'é-'), variable(constraints, 50)), weight: 1 },
  { arbitrary: fc.constant([]), weight: 1 },
)
const simpleSegment: Arbitrary<Segment> = fc.oneof(
  { arbitrary: literal, weight: 3 },
  { arbitrary: wholeVariable, weight: 1 },
)

interface ArbitraryRoute {
  readonly method: string
  readonly formats: string
  readonly host: string
  readonly segments: readonly Segment[]
  readonly end: string
  readonly predicates: string
  readonly args: string
}
const anyMethod = fc.oneof(
  { arbitrary: fc.constant('GET'), weight: 8 },
  { arbitrary: fc.constantFrom('POST', '*', 'HEAD', 'WS', 'OPTIONS', 'GET|POST', 'PURGE'), weight: 4 },
)
const anyFormats = rarely(fc.constantFrom('(json)', '(html,json)', '(xml)'))
const anyHost = rarely(
  fc.constantFrom(
    'api.example.com',
    '{sub}.example.com',
    '{host}',
    '{_}',
    '{<[a-z]+>sub}.{_}',
    'example.com:8080',
  ),
)
const anyPredicates = rarely(fc.constantFrom('[debug] ', '[!draft] ', '[lang=en] ', '[lang!=en debug] '))
const anyArgs = rarely(fc.constantFrom("(id:'1')", "(format:'json')", "(v:'fixed', z:'2')"))

const routeWith = (segments: Arbitrary<Segment>): Arbitrary<ArbitraryRoute> =>
  fc.record({
    method: anyMethod,
    formats: anyFormats,
    host: anyHost,
    segments: fc.array(segments, { minLength: 1, maxLength: 4 }),
    end: fc.constantFrom('', '', '', '/', '/?'),
    predicates: anyPredicates,
    args: anyArgs,
  })

function rarely(arbitrary: Arbitrary<string>): Arbitrary<string> {
  return fc.oneof({ arbitrary: fc.constant(''), weight: 9 }, { arbitrary, weight: 1 })
}

/** A value that the variable is sure to accept. */
const fitting = undefined
const value = fc.oneof(
  { arbitrary: fc.constantFrom(...literals), weight: 4 },
  {
    arbitrary: fc.constantFrom(
      '7',
      '12',
      'abc',
      'new',
      'A',
      'a-b',
      'x.y',
      'a/1',
      'a/b/c',
      'a;b=c',
      '1-2-3',
      'Abc9',
    ),
    weight: 4,
  },
  {
    arbitrary: fc.constantFrom(
      '',
      '.',
      '..',
      '%2e',
      '%2E%2e',
      '%2F',
      '%2f',
      'a%20b',
      'caf%C3%A9',
      '%c3%a9',
      '%61',
      '%252F',
      ' ',
      '<',
    ),
    weight: 3,
  },
  {
    arbitrary: fc.constantFrom(
      '%',
      '%zz',
      '%C0%AF',
      '%00',
      '\u0000',
      '\u0085',
      '%C2%85',
      '\uD800',
      '😀',
      'ü',
      '?',
      'a?b',
    ),
    weight: 1,
  },
  {
    arbitrary: fc.constantFrom(
      'a'.repeat(255),
      'a'.repeat(256),
      '%C3%A9'.repeat(255),
      '9'.repeat(300),
      'a/'.repeat(5000),
    ),
    weight: 1,
  },
)
const mutation = fc.constantFrom<(path: string) => string>(
  (path) => `${path}/`,
  (path) => path.replace(/\/$/, ''),
  (path) => `/${path}`,
  (path) => path.replace('/', '//'),
  (path) => path.toUpperCase(),
  (path) => path.replace(/a/, '%61'),
  (path) => path.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
  (path) => path.slice(0, -1),
  (path) => path.slice(1),
  (path) => `${path}x`,
  (path) => `${path}/x`,
  (path) => path.replace(/\/[^/]*$/, ''),
  (path) => path.replaceAll('%C3%A9', 'é'),
)
const change = fc.oneof(
  { arbitrary: fc.constant((path: string) => path), weight: 2 },
  { arbitrary: mutation, weight: 1 },
)
const request = fc.record({
  route: fc.nat(),
  values: fc.array(fc.option(value, { freq: 1, nil: fitting }), { minLength: 1, maxLength: 6 }),
  change,
  query: fc.constantFrom('', '', '', '?debug', '?draft=1&lang=en', '?lang=de', '?', '?a=/b', '?x=%'),
  method: fc.constantFrom(
    '',
    '',
    '',
    '',
    'GET',
    'get',
    'HEAD',
    'POST',
    'WS',
    'OPTIONS',
    'PUT',
    'PURGE',
    'X-NEW',
  ),
  host: fc.constantFrom(
    undefined,
    undefined,
    'api.example.com',
    'x.example.com:8080',
    'EXAMPLE.com',
    'other.org',
    'bad host',
  ),
  accept: fc.constantFrom(
    undefined,
    undefined,
    'application/json',
    'text/html,application/json;q=0.9',
    'application/xml',
  ),
})
type RequestPlan = typeof request extends Arbitrary<infer Plan> ? Plan : never

/** Few routes of every kind, with many requests. */
export const routesOfAllKinds: Arbitrary<RoutesAndRequests> = routesAndRequests(routeWith(segment), 12, 150)

/** Many routes whose variables are whole segments. */
export const simpleRoutes: Arbitrary<RoutesAndRequests> = routesAndRequests(
  routeWith(simpleSegment),
  200,
  300,
)

function routesAndRequests(
  route: Arbitrary<ArbitraryRoute>,
  maxRoutes: number,
  maxRequests: number,
): Arbitrary<RoutesAndRequests> {
  return fc
    .record({
      routes: fc.array(route, { minLength: 1, maxLength: maxRoutes, size: 'max' }),
      requests: fc.array(request, { minLength: 1, maxLength: maxRequests, size: 'max' }),
    })
    .map(({ routes, requests }) => ({
      lines: routes.map(toLine),
      requests: requests.map((plan) => toRequest(plan, routes)),
    }))
}

function toLine(
  { method, formats, host, segments, end, predicates, args }: ArbitraryRoute,
  index: number,
): string {
  const used = new Set<string>()
  const path = segments.map((pieces) => `/${pieces.map((piece) => toText(piece, used)).join('')}`).join('')
  const isDynamic = path.includes('{controller}') && path.includes('{action}')
  const action = isDynamic ? '{controller}.{action}' : `c.m${index}`
  return `${method}${formats} ${host}${path}${end} ${predicates}${action}${args}`
}

function canonical(text: string): string {
  return text.replace('é', '%C3%A9')
}

function fittingValue({ constraint }: Exclude<Piece, string>): string {
  return constraint === undefined ? 'ab' : (constraints[constraint] ?? spanning[constraint] ?? 'ab')
}

function toText(piece: Piece, used: Set<string>): string {
  if (typeof piece === 'string') return piece
  const name = used.has(piece.name) ? `${piece.name}${used.size}` : piece.name
  used.add(name)
  return piece.constraint === undefined ? `{${name}}` : `{<${piece.constraint}>${name}}`
}

function toRequest(plan: RequestPlan, routes: readonly ArbitraryRoute[]): ArbitraryRequest {
  const { method, segments, end } = routes[plan.route % routes.length] as ArbitraryRoute
  let next = 0
  const fill = (piece: Piece): string =>
    typeof piece === 'string'
      ? canonical(piece)
      : (plan.values[next++ % plan.values.length] ?? fittingValue(piece))
  const path = segments.map((pieces) => `/${pieces.map(fill).join('')}`).join('') + end.replace('?', '')
  return {
    method: plan.method === '' ? (method.split('|')[0] ?? 'GET').replace('*', 'PATCH') : plan.method,
    path: plan.change(path) + plan.query,
    host: plan.host,
    headers: plan.accept === undefined ? {} : { accept: plan.accept },
  }
}
