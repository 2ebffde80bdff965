import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { RouterHandlerMapping } from '@mvc-router/router-core/express'

const shadowed = (text: string): number[] =>
  Router.parse(text)
    .warnings.filter(({ code }) => code === 'E_ROUTE_SHADOWED')
    .map(({ line }) => line)

test.each([
  ['GET /x a.b\nGET /x a.c', [2]],
  ['GET /{id} a.b\nGET /new a.c', [2]],
  ['GET /{<[a-z]+>id} a.b\nGET /new a.c\nGET /5 a.d', [2]],
  ['GET /{id}/x a.b\nGET /{name}/x a.c', [2]],
  ['GET /{<[0-9]+>id} a.b\nGET /{<[0-9]+>n} a.c\nGET /{<[a-z]+>n} a.d', [2]],
  ['* /x a.b\nPOST /x a.c', [2]],
  ['GET /x a.b\nHEAD /x a.c', [2]],
  ['GET|POST /x a.b\nPOST /x a.c', [2]],
  ['GET /{<[0-9]+>a} a.b\nGET /{<[0-9]{4}>b} a.c', [2]],
  ['GET /{<[a-m]+>a} a.b\nGET /{<[n-z]+>a} a.c\nGET /{<[a-m]+|[n-z]+>b} a.d', [3]],
  ['GET /{<[^]+>path} a.b\nGET /x/{id} a.c\nPOST /x a.d', [2]],
  ['GET /x/{<.+>path} a.b\nGET /x/{<[a-z]+>id}-{<[0-9]+>n}.html a.c', [2]],
  ['GET /{a}-{b} a.b\nGET /{c}-{d} a.c', [2]],
  ['GET /{<(?!admin$).+>name} a.b\nGET /users a.c\nGET /admin a.d', [2]],
  // A look-ahead sees only its own segment.
  ['GET /{<(?=new$)[a-z]+>name}/e a.b\nGET /new/e a.c\nGET /old/e a.d', [2]],
  ['GET /{<(?!new$)[a-z]+>name}/e a.b\nGET /new/e a.c\nGET /old/e a.d', [3]],
  ['GET /x/? a.b\nGET /x a.c\nGET /x/ a.d', [2, 3]],
  ['GET(json,xml) /x a.b\nGET(xml) /x a.c', [2]],
  ['GET {c}.h.com/{id} a.b\nGET {c}.h.com/x a.c', [2]],
  ['GET /{id} a.b\nGET /{<[a-z]*>n} a.c', [2]],
  // Both lines accept the same number of values with the same lengths.
  ['GET /{a}/{b}/{c}/{d} a.b\nGET /{e}/{f}/{g}/{<[0-9]+>h} a.c', [2]],
  ['GET /{<[^]+>path} a.b\nGET /{a}/{b}/{c}/{<.+>rest} a.c', [2]],
])('in %j, the lines %j can never run', (text, lines) => {
  expect(shadowed(text)).toEqual(lines)
})

test.each([
  'GET /x a.b\n* /x a.c',
  'GET /x a.b\nPOST /x a.c',
  'GET /x a.b\nGET|POST /x a.c',
  'GET /x a.b\nGET /x/? a.c',
  'GET(json) /x a.b\nGET /x a.c',
  'GET h.com/x a.b\nGET /x a.c',
  'GET /x [a] a.b\nGET /x a.c',
  'GET /new a.c\nGET /{id} a.b',
  'GET /{<[0-9]+>id} a.b\nGET /{id} a.c',
  // A needless escape makes a different literal, but the same value.
  'GET /a a.b\nGET /{<a>x} a.c',
  // A segment can have more than 255 characters, but a value cannot.
  'GET /{x} a.b\nGET /{y}-{z} a.c',
  `GET /{x} a.b\nGET /${'a'.repeat(256)} a.c`,
  'GET /x/{a}/{b} a.b\nGET /x/{<[a-z]+/[a-z]+>path} a.c',
  // A value that spans segments has at most 8,192 characters, but several values or literals can have more in total.
  'GET /{<[^]+>path} a.b\nGET /{a}/{b}/{c}/{d} a.c',
  `GET /{<[^]+>path} a.b\nGET /{a}/{b}/{c}/${'x'.repeat(1400)} a.c`,
  'GET /{x} a.b\nGET /{<.+>path} a.c',
  // `.` does not match U+2028, but a value without a constraint can contain U+2028.
  'GET /{<.+>path} a.b\nGET /x/{id} a.c',
  // A value is never "." or "..".
  'GET /{a}.{b} a.b\nGET /{<[a-z]+>c}.{<[a-z.]+>d} a.c',
  'GET /{<[a-z]*>a} a.b\nGET /x/ a.c\nGET / a.d',
  'GET /{<(?!admin$).+>name} a.b\nGET /admin a.d',
  '+ use=signedIn\nGET /x a.b\nGET /x a.c',
  '+ passes\n* /{<.*>path} a.b\nGET /x a.c',
  '* /{controller}/x {controller}.b\nGET /a/x a.c',
])('in %j, every line can run', (text) => {
  expect(shadowed(text)).toEqual([])
})

test('loading warns about lines that can never run', async () => {
  const warnings: string[] = []
  const onWarning = (message: string): unknown => warnings.push(message)
  const routeFiles = [(): string => 'GET /x a.b\nGET /x a.c']
  await new RouterHandlerMapping({ routeFiles, onWarning, reversingOnly: true }).load()
  await Router.load(routeFiles, { onWarning })
  expect(warnings).toEqual([
    expect.stringContaining('can never run'),
    expect.stringContaining('can never run'),
  ])
})

test('a fixed argument that hides a variable causes a warning in parse, load and the mapping', async () => {
  const warnings: string[] = []
  const onWarning = (message: string): unknown => warnings.push(message)
  const text = "GET {host}.x.org/{id}/{tab} a.b(id:'1', host:'h', other:'o')"
  const router = Router.parse(text, { onWarning })
  await Router.load(() => text, { onWarning })
  await new RouterHandlerMapping({ routeFiles: () => text, onWarning, reversingOnly: true }).load()
  const reported = [
    expect.stringContaining('hides the value that a request has for {host}'),
    expect.stringContaining('{id}'),
  ]
  expect(warnings).toEqual([...reported, ...reported, ...reported])
  expect(router.warnings.map(({ code }) => code)).toEqual(['E_ROUTE_OVERRIDDEN', 'E_ROUTE_OVERRIDDEN'])
  expect(await router.findWarnings()).toEqual(router.warnings)
})

test.each([
  ['GET /users/:id/edit a.b', '":id" is text here', 'a variable is written {id}'],
  ['GET /{a}/:b a.b', '":b" is text here', 'a variable is written {b}'],
  ['GET /files/* a.b', '"*" is text here', 'a variable over several segments is written {<.+>name}'],
  ['GET /*path/x a.b', '"*path" is text here', 'a variable over several segments is written {<.+>name}'],
  ['GET user/list a.b', '"user" is a host here', 'a path starts with a slash: /user/list'],
  ['GET user/ a.b', '"user" is a host here', 'a path starts with a slash: /user'],
])('the line %j causes the warning: %s', (text, message, hint) => {
  const warnings: string[] = []
  const router = Router.parse(text, { onWarning: (warning) => warnings.push(warning) })
  expect(router.warnings).toMatchObject([{ code: 'E_ROUTE_MISTAKEN', message, hint, line: 1 }])
  expect(warnings).toEqual([expect.stringContaining(message)])
})

test.each([
  'GET /v1/items:batch a.b',
  'GET /a*b/{x}* a.b',
  'GET localhost/x a.b',
  'GET intranet:8080/x a.b',
  'GET {host}/x a.b',
  'GET example.org/x a.b',
])('the line %j causes no warning', (text) => {
  expect(Router.parse(text).warnings).toEqual([])
})
