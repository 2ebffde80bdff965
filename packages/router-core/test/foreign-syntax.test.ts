import { describe, expect, test } from '@jest/globals'
import { Router, type RouteFileParsingException, type RouterOptions } from '@mvc-router/router-core'

type Problem = RouteFileParsingException['errors'][number]

/** The first error or warning for a line. */
function problem(line: string, options: RouterOptions = {}): Problem | undefined {
  try {
    return Router.parse(line, { onWarning() {}, ...options }).warnings[0]
  } catch (error) {
    return (error as RouteFileParsingException).errors[0]
  }
}

describe('constraints of other languages', () => {
  test.each([
    ['\\A[0-9]+', 0, 'leave \\A out'],
    ['[0-9]+\\z', 6, 'leave \\z out'],
    ['[0-9]+\\Z', 6, 'leave \\Z out'],
    ['\\G[a-z]+', 0, 'leave \\G out'],
    ['[[:digit:]]+', 1, 'write 0-9'],
    ['[:alpha:]+', 0, 'write A-Za-z'],
    ['[[:alnum:]]+', 1, 'write A-Za-z0-9'],
    ['[[:upper:]]+', 1, 'write A-Z'],
    ['[[:lower:]]+', 1, 'write a-z'],
    ['[[:xdigit:]]+', 1, 'write 0-9A-Fa-f'],
    ['[[:word:]]+', 1, 'write \\w'],
    ['[^[:^space:]x]', 2, '\\s'],
    ['[[:<:]]a', 1, 'lists its characters'],
    ['\\d{,3}', 2, '{0,3}'],
    ['[a-z]{2', 5, '\\{'],
    ['[a-z]{ 2 }', 5, '\\{'],
    ['[a-z]{two}', 5, '\\{'],
    ['a}', 1, '\\}'],
    ['a]', 1, '\\]'],
    ['[]a]+', 3, '\\]'],
    ['\\N+', 0, 'write .'],
    ['\\y[a-z]+\\y', 0, '\\b'],
    ['\\h+', 0, '[0-9A-Fa-f]'],
    ['[\\h-]+', 1, '[0-9A-Fa-f]'],
    ['\\R', 0, '\\d'],
    ['\\K', 0, '\\d'],
    ['\\e', 0, '\\d'],
    ['\\a', 0, '\\d'],
    ['\\Qa.b\\E', 0, 'no letter or digit'],
    ['\\u61', 0, '\\u0061'],
    ['\\x4', 0, '\\x61'],
    ['\\x{41}', 0, '\\x61'],
    ['\\012', 0, '\\d'],
    ['\\8', 0, '\\d'],
    ['[a-z--[b]]+', 4, 'characters that remain'],
    ['[a-z&&[^b]]+', 4, 'characters that remain'],
    ['[\\w&&\\D]+', 3, 'characters that remain'],
    ['[a-z~~b]', 4, 'characters that remain'],
    ['(?=a)*b', 0, 'write a look-ahead once'],
    ['\\pL', undefined, ''],
    ['a++', undefined, ''],
    ['(?>a)', undefined, ''],
    ['(?i)a', undefined, ''],
    ['(?P<y>a)', undefined, ''],
    ['(?#c)a', undefined, ''],
  ])('the constraint %s of another language is an error with a hint', (source, offset, hint) => {
    const found = problem(`GET /a/{<${source}>x} a.b`)
    expect(found).toMatchObject({ code: 'E_ROUTE_REGEX', hint: expect.stringContaining(hint) as unknown })
    if (offset !== undefined) expect(found?.column).toBe('GET /a/{<'.length + 1 + offset)
  })

  test('the error about an operator in a class shows the operator', () => {
    expect(problem('GET /a/{<[a-z&&[^b]]+>x} a.b')?.message).toContain('operator "&&"')
  })

  test.each([
    '[a-z0-9-]+',
    '\\d{2,4}',
    '[\\p{L}\\d]+',
    '[^/.]+',
    '(?:de|en)(?:-[A-Z]{2})?',
    '\\.\\w+',
    '[\\w.~-]+',
    'v\\d+\\.\\d+',
    '[\\w-.]+',
    '[a-z\\-_]+',
    'a\\-b',
    'a\\_b',
    'a\\/b',
    '[^\\/]+',
    '[\\w-]+@[\\w-]+',
    '\\d{4}\\-\\d{2}',
    '[\\d-x]+',
    '[+--]',
    '[a-z]+\\:[a-z]+',
    'a\\@b',
    '\\x41',
    '\\u0041',
    '[\\0x]',
    '[\\bx]',
    'a{2,}',
    '[{}]+',
    '[[]',
    '\\{\\}',
    '[(&|)]+',
    '\\bab\\b',
  ])('the constraint %s is accepted', (source) => {
    expect(problem(`GET /a/{<${source}>x} a.b`)).toBeUndefined()
  })
})

describe('paths of other languages', () => {
  test.each([
    ['/users/:id', '{id}'],
    ['/users/:id(\\d+)', '{<\\d+>id}'],
    ['/users/:path*', '{<.+>path}'],
    ['/users/:id?', 'two lines'],
    ['/users/*', '{<.+>name}'],
    ['/users/**', '{<.+>name}'],
    ['/users/{id:[0-9]+}', '{<[0-9]+>id}'],
    ['/users/{id:[0-9]{2,4}}', '{<[0-9]{2,4}>id}'],
    ['/users/{id: Long}', '{<${integer}>id}'],
    ['/users/{id:int}', '{<${integer}>id}'],
    ['/users/{id:guid}', '{<${uuid}>id}'],
    ['/users/{path:path}', '{<.+>path}'],
    ['/users/{id?}', 'two lines'],
    ['/users/{*path}', '{<.+>path}'],
    ['/users/{**path}', '{<.+>path}'],
    ['/users/{path...}', '{<.+>path}'],
    ['/users/<id>', '{id}'],
    ['/users/<int:id>', '{<${integer}>id}'],
    ['/users/<uuid:id>', '{<${uuid}>id}'],
    ['/users/<path:rest>', '{<.+>rest}'],
    ['/users/$id<[0-9]+>', '{<[0-9]+>id}'],
    ['/users/$id', '{id}'],
    ['/users/@id', '{id}'],
    ['/users(/:id)', 'two lines'],
    ['/users(.:format)', 'two lines'],
    ['/users/(:id)', 'two lines'],
    ['/users/(\\d+)', '{<\\d+>name}'],
    ['/users/(?P<id>[0-9]+)', '{<[0-9]+>id}'],
    ['/posts/[id]', '{id}'],
    ['/posts/[...slug]', '{<.+>slug}'],
    ['/posts/[[...slug]]', '{<.*>slug}'],
    ['/x[/{id}]', 'two lines'],
    ['/x(/y)', 'two lines'],
  ])('the hint for the path %s contains %s', (path, translation) => {
    for (const line of [`GET ${path} a.b`, `GET /in${path}/x a.b`])
      expect([line, problem(line)?.hint]).toEqual([line, expect.stringContaining(translation)])
    if (!translation.startsWith('{')) return
    expect(problem(`GET /users/${translation} a.b`)).toBeUndefined()
  })

  test.each([
    '/v1/items:batch',
    '/a*b/{x}*',
    '/@{name}',
    '/a(b)',
    '/a[1]',
    '/price-$5',
    '/a@b',
    '/it(s)/x',
    '/~user',
    '/$',
    '/node_modules/@scope/package/',
  ])('the literal %s causes no warning', (path) => expect(problem(`GET ${path} a.b`)).toBeUndefined())

  test('with legacyText: true, a path of another language is a literal without a warning', () => {
    for (const path of ['/users/:id', '/files/*', '/posts/[id]', '/users/@id', '/x(/y)']) {
      expect(problem(`GET ${path} a.b`)?.code).toBe('E_ROUTE_MISTAKEN')
      expect(problem(`GET ${path} a.b`, { legacyText: true })).toBeUndefined()
      const router = Router.parse(`GET ${path} a.b`, { legacyText: true })
      expect(router.match({ method: 'GET', path })?.action).toBe('a.b')
    }
    expect(() => Router.parse('', { legacyText: 'yes' as never })).toThrow('true or false')
  })
})

test.each([
  ['DEL', 'did you mean DELETE?'],
  ['DELTE', 'did you mean DELETE?'],
  ['OPTS', 'did you mean OPTIONS?'],
  ['READ', 'did you mean GET?'],
  ['GTE', 'did you mean GET?'],
  ['PSOT', 'did you mean POST?'],
  ['PATHC', 'did you mean PATCH?'],
  ['ANY', 'did you mean *?'],
  ['ALL', 'did you mean *?'],
  ['WSS', 'did you mean WS?'],
  ['WEBSOCKET', 'did you mean WS?'],
  ['PUSH', 'the methods are'],
  ['XYZ', 'the methods are'],
])('the hint for the unknown method %s says: %s', (word, hint) => {
  expect(problem(`${word} /a a.b`)).toMatchObject({
    code: 'E_ROUTE_METHOD',
    hint: expect.stringContaining(hint) as unknown,
  })
})
