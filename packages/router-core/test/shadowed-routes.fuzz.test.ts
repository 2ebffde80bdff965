import { expect, test } from '@jest/globals'
import { RouteFileParsingException, Router } from '@mvc-router/router-core'
import { array, assert, constantFrom, property, tuple, type Arbitrary } from 'fast-check'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 50)

const plainSegment = constantFrom(
  ...String.raw`a b {x} {<a>x} {<[ab]>x} {<[ab]+>x} {<(?!a$)[ab]+>x} {<a|b>x} {<b*>x} {<.>x} {<\.\.?>x} {<a?(?!b)$>x} {<(?!a)[ab](?!$)>x}`.split(
    ' ',
  ),
  ...'{x}.a {x}.{y} {<a>x}{<b>y} {<[^.]+>x}.{y} %61 a.b a{<[ab.]+>x} {<[ab.]+?>x}.{<[ab.]+>y} {<(?!.*b)[ab.]+>x}.{y}'.split(
    ' ',
  ),
)
const tail = constantFrom('', '', '', '/?', '/', '/{<.+>z}', '/{<.*>z}', '/{<[ab/]+>z}')
/** Characters that can be written as escapes in several ways. */
const escapedSegment = constantFrom(
  ...String.raw`a {x} %C3%A9 %c3%A9 %c3%a9 a%3A %3a %3A a%2Fa a%2fa a%2e %2Ea {<é>x} {<[é:]>x} {<[^a]>x} {<.>x} {<:>x} {<%3A>x} {<%2f>x} {<%2F>x} {<a?%>x}`.split(
    ' ',
  ),
  ...String.raw`{<a%2Fa>x} {<[a%2F]+>x} {<(?!é$)[^/]{1,2}>x} {x}%c3%a9 %3a{x} {x}%2f{y} {x}:{y} {<[é.]*>x}{<a?>y} {<a.>x}`.split(
    ' ',
  ),
)
const lineOf = (segment: Arbitrary<string>): Arbitrary<string> =>
  tuple(constantFrom('GET', 'GET', '*', 'POST|GET', 'HEAD'), array(segment, { maxLength: 2 }), tail).map(
    ([method, segments, end]) => {
      const names = ['x', 'y', 'v', 'w']
      const path =
        segments.map((text) => `/${text}`.replace(/[xy]\}/g, () => `${names.shift() ?? 'u'}}`)).join('') + end
      return `${method} ${path === '' ? '/' : path} a.b`
    },
  )

const plainLetters = ['a', 'b', '.', '/', '%61', '%2E']
const escapedLetters = 'a / . : é %C3%A9 %c3%A9 %C3%a9 %c3%a9 %3A %3a %2F %2f %2E %2e'.split(' ')

/** All paths of up to `maxLength` letters. */
function paths(letters: readonly string[], maxLength: number): string[] {
  let last = ['/']
  const all = [...last]
  for (let length = 1; length <= maxLength; length++) {
    last = last.flatMap((path) => letters.map((letter) => path + letter))
    all.push(...last)
  }
  return all
}

test.each([
  ['raw characters', plainSegment, paths(plainLetters, 4)],
  ['escapes', escapedSegment, paths(escapedLetters, 3)],
])('A line that is reported as never running answers no short path with %s', (_, segment, all) => {
  let claims = 0
  assert(
    property(array(lineOf(segment), { minLength: 2, maxLength: 5 }), (lines) => {
      const router = parse(lines)
      if (router === undefined) return
      const shadowed = new Set(
        router.warnings.filter(({ message }) => message.includes('never run')).map(({ line }) => line),
      )
      claims += shadowed.size
      if (shadowed.size === 0) return
      for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
        for (const path of all) {
          // The check ignores %2F in a value that spans segments (decisions/constraints.md).
          if (lines.some(spansSegments) && /%2f/i.test(path)) continue
          const route = router.match({ method, path })?.route
          if (route !== undefined && shadowed.has(route.line)) expect([lines, method, path]).toBe('never run')
        }
      }
    }),
    { numRuns },
  )
  expect(claims).toBeGreaterThan(0)
})

function spansSegments(line: string): boolean {
  return line.includes('/{<.') || line.includes('/{<[ab/]')
}

/** Returns undefined if the lines have a segment of dots, or variables that cannot be separated. */
function parse(lines: readonly string[]): Router | undefined {
  try {
    return Router.parse(lines.join('\n'), { onWarning: () => undefined })
  } catch (error) {
    if (error instanceof RouteFileParsingException) return undefined
    throw error
  }
}

test.each([
  ...String.raw`[] %20 a%20b %2f %C3%A9 $ \.\.? \t [%]+ /a a//b (?=a)b`.split(' '),
  String.raw`[\u0080-\u009f]`,
])('a line is reported if no request can match its constraint: %s', (constraint) => {
  const [warning, ...others] = Router.parse(`GET /a/{<${constraint}>x}/b a.b`, { onWarning() {} }).warnings
  expect(warning?.message).toBe('This line can never run, because no request has a value for {x}')
  expect(others).toEqual([])
})

test.each([
  ...String.raw`%2F %25 [a-z%20]+ \.+ \s .*/ a? é # \u{1F600}`.split(' '),
  ...['uuid', 'date', 'locale'].map((name) => `\${${name}}`),
])('a line is not reported if a request can match its constraint: %s', (constraint) => {
  expect(Router.parse(`GET /a/{<${constraint}>x} a.b`, { onWarning() {} }).warnings).toEqual([])
})

test('a line with a literal and an empty variable in a segment is not reported', () => {
  expect(Router.parse('GET /a{<(?:)>x} a.b', { onWarning() {} }).warnings).toEqual([])
})

test('a line with text and a variable in a segment is not reported, because a request can escape the text', () => {
  const router = Router.parse('GET /a-%C3%A9 a.b\nGET /a-{<é>x} a.c')
  expect(router.match({ method: 'GET', path: '/%61-%C3%A9' })?.action).toBe('a.c')
  expect(router.warnings).toEqual([])
})

test.each(['%C3%a9', '%c3%a9', '%c3%A9'])(
  'a literal with lower-case escapes is shadowed by the same literal and by a variable: %s',
  (literal) => {
    const router = Router.parse(`GET /{x} a.a\nGET /${literal} a.b\nGET /{<é>y} a.c`)
    const alike = Router.parse(
      `GET /${literal} a.a\nGET /%C3%A9 a.b\nGET /${literal}/? a.c\nGET /${literal} a.d`,
    )
    expect(router.match({ method: 'GET', path: '/%C3%A9' })?.action).toBe('a.a')
    expect(router.warnings.map(({ line: number }) => number)).toEqual([2, 3])
    expect(alike.warnings.map(({ line: number }) => number)).toEqual([4])
  },
)

test('a line after a static folder or file is not reported', () => {
  const { warnings } = Router.parse(
    'GET / staticDir:public\nGET /about a.b\nGET /x staticFile:x.html\nGET /x x.y',
  )
  expect(warnings).toEqual([])
  const reported: string[] = []
  const router = Router.parse('GET / staticDir:public\nGET /about a.b', {
    onWarning: (message) => reported.push(message),
  })
  expect(router.reverse('a.b').url).toBe('/about')
  expect(reported).toEqual([])
})

test.each([
  ['GET /%C3%A9 a.b', 'GET /%C3%A9 c.d'],
  ['GET /%C3%A9/{id} a.b', 'GET /%C3%A9/{<[0-9]+>id} c.d'],
])('after %s, the line %s is reported', (first, second) => {
  const router = Router.parse(`${first}\n${second}`, { onWarning: () => undefined })
  expect(router.warnings.map(({ line: number }) => number)).toEqual([2])
})

test('after literals in all spellings of an escape, a variable still matches the raw character', () => {
  const spellings = ['%C3%A9', '%c3%A9', '%C3%a9', '%c3%a9'].map((path, index) => `GET /${path} a.b${index}`)
  const router = Router.parse([...spellings, 'GET /{<é>x} a.c', 'GET /{<é>x} a.d'].join('\n'), {
    onWarning: () => undefined,
  })
  expect(router.warnings.map(({ line: number }) => number)).toEqual([6])
  expect(router.match({ method: 'GET', path: '/é' })?.action).toBe('a.c')
})

test('after a literal with an escape of ASCII, a variable still matches the lower-case escape', () => {
  const router = Router.parse('GET /%3A a.b\nGET /: a.c\nGET /{<:>x} a.d')
  expect(router.warnings).toEqual([])
  expect(router.match({ method: 'GET', path: '/%3a' })?.action).toBe('a.d')
})

test('after a literal with an upper-case escape, a variable still matches the lower-case escape', () => {
  const router = Router.parse('GET /%C3%A9 a.b\nGET /{<é>x} c.d', { onWarning: () => undefined })
  expect(router.warnings).toEqual([])
  expect(router.match({ method: 'GET', path: '/%c3%a9' })?.action).toBe('c.d')
})

test.each([
  ['GET /{x} a.b', '/long', 5, [2]],
  ['GET /{x} a.b', '/longer', 5, []],
  ['GET /{x} a.b', '/longer [q]', 5, []],
  ['GET /longer a.b', '/longer', 5, [2]],
  ['GET /{<.*>x} a.b', '/longer', 5, [2]],
  ['GET /{<.*>x} a.b', '/{<€+>a}/{<€+>b}', 455, [2]],
  ['GET /{<.*>x} a.b', '/{<€+>a}/{<€+>b}', 456, []],
])(
  'after %s, the line %s is reported only if the first line accepts values of %d characters',
  (line, path, maxParamLength, shadowed) => {
    const router = Router.parse(`${line}\nGET ${path} c.d`, { maxParamLength, onWarning: () => undefined })
    expect(router.warnings.map(({ line: number }) => number)).toEqual(shadowed)
    const longest = encodeURIComponent('€'.repeat(maxParamLength))
    const request = { method: 'GET', path: `${path.split(' ', 1)[0]?.replaceAll(/\{.+?\}/g, longest)}?q` }
    expect(router.match(request)?.action).toBe(shadowed.length > 0 ? 'a.b' : 'c.d')
  },
)

test.each([
  ['GET(json) /a', 'GET /a', false],
  ['GET(json) /a', 'GET /a [x=1]', false],
  ['GET /a', 'GET(json) /a', true],
  ['GET(json,xml) /a', 'GET(xml) /a', true],
  ['GET(json) /a', 'GET(json,xml) /a', false],
  ['GET /a [x=1]', 'GET /a [x=1]', true],
  ['GET /a [x=1]', 'GET /a [x=1 y]', true],
  ['GET /a [x=1]', 'GET /a [x=2]', false],
  ['GET /a [x=1 y]', 'GET /a [x=1]', false],
  ['GET /a [x]', 'GET /a', false],
])(
  'a line shadows a line with the same or stricter formats and conditions: %s before %s is %s',
  (first, second, isShadowed) => {
    const router = Router.parse(`${first} a.b\n${second} a.c`, { onWarning: () => undefined })
    expect(router.warnings.map(({ line: number }) => number)).toEqual(isShadowed ? [2] : [])
  },
)
