import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { formatRouteFile } from '@mvc-router/cli'
import { parseRouteFile, type RouteFile } from '@mvc-router/router-core'
import fc from 'fast-check'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBin } from './run-bin.js'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 100)

const format = (...lines: string[]): string[] => formatRouteFile(lines.join('\n')).text.split('\n')

/** Returns the meaning of a route file: its entries and problems, without their columns. */
const meaning = (text: string): unknown => {
  const { entries, problems }: RouteFile = parseRouteFile(text, {
    file: 'routes.conf',
    variables: { v: '/shop' },
  })
  return {
    entries: entries.map((entry) => ({ ...entry, targetColumn: 0, lineText: '' })),
    problems: problems.map(({ code, line }) => ({ code, line })),
  }
}

test('format aligns columns', () => {
  expect(
    format('GET / a.b', 'DELETE   /user/{id}  user.remove(id:"x")', '->\t/admin   admin.conf', ''),
  ).toEqual([
    'GET     /           a.b',
    'DELETE  /user/{id}  user.remove(id:"x")',
    '->      /admin      admin.conf',
    '',
  ])
})

test('format keeps comments, blank lines, order and line ends', () => {
  const text = '\uFEFF# a   comment  \r\n\r\nGET   /b  b.b   # why   so\r\n  + nocsrf  tag=x\r\nGET /a a.a'
  expect(formatRouteFile(text).text).toBe(
    '\uFEFF# a   comment\r\n\r\nGET  /b  b.b   # why   so\r\n+ nocsrf  tag=x\r\nGET  /a  a.a',
  )
})

test('format aligns the heading with the columns', () => {
  expect(format('# method path action', 'GET / a.b')).toEqual([
    '# method  path  action',
    'GET       /     a.b',
  ])
})

test('a very long path does not move the columns of other lines', () => {
  const long = `/${'x'.repeat(60)}`
  expect(format('GET /a a.a', `GET ${long} b.b`)).toEqual(['GET  /a  a.a', `GET  ${long}  b.b`])
})

test('format keeps blanks within a column', () => {
  const lines = ['GET(json, xml)  /{<a b>x}  [p=1  q]  a.b( x : "1  2" )']
  expect(format(...lines)).toEqual(['GET(json, xml)  /{<a b>x}  [p=1  q]  a.b( x : "1  2" )'])
})

test('format with encode escapes the literal characters that a URL must encode', () => {
  const lines = [
    'GET /café/{<é>x}/"b"/? [q=é] a.b(t:"é")  # é',
    '-> /naïve other.conf',
    'GET {host}/😀{y}^ ${a.é}.c',
    'GET /${é}é/%C3%A9 a.b',
    '# method path é',
  ]
  expect(format(...lines)[0]).toContain('/café/{<é>x}/"b"/?')
  expect(formatRouteFile(lines.join('\n'), { encode: true })).toEqual({
    includes: ['other.conf'],
    text: [
      'GET  /caf%C3%A9/{<é>x}/%22b%22/? [q=é]  a.b(t:"é")  # é',
      '->   /na%C3%AFve                        other.conf',
      'GET  {host}/%F0%9F%98%80{y}%5E          ${a.é}.c',
      'GET  /${é}%C3%A9/%C3%A9                 a.b',
      '# method path é',
    ].join('\n'),
    unreadLines: [],
  })
})

test('format needs no values of configuration variables', () => {
  const lines = [
    'GET ${v}/x a.b',
    'GET ${path:/y} c.${m}',
    'GET /{<${re}>id} a.b',
    'GET /z ${action}',
    'GET ${p} ${a}',
  ]
  expect(format(...lines)).toEqual([
    'GET  ${v}/x        a.b',
    'GET  ${path:/y}    c.${m}',
    'GET  /{<${re}>id}  a.b',
    'GET  /z            ${action}',
    'GET  ${p}          ${a}',
  ])
})

test('format keeps and reports lines that it cannot read', () => {
  const { text, unreadLines } = formatRouteFile('GET  /a  a.b\nget   /x    a.b\nGET /{  a.b')
  expect({ text, unreadLines }).toEqual({
    text: 'GET  /a  a.b\nget   /x    a.b\nGET /{  a.b',
    unreadLines: [2, 3],
  })
})

describe('formatting random route files', () => {
  const blanks = fc.constantFrom(' ', '  ', '\t', ' \t  ')
  const method = fc.constantFrom('GET', '*', 'GET|POST', 'DELETE', 'GET(json)', 'GET( json, xml )', 'WS')
  const path = fc.constantFrom(
    '/',
    '/user/?',
    '/a/{id}',
    '/{<[a-z #]+>x}/y',
    '/{<a{2,3}>x}-{y}',
    '{shop}.example.com:8080/x',
    '${v}/x',
    '/é#x',
    `/${'long/'.repeat(12)}`,
    '/x  [lang=de   !draft]',
    '/x [q] ',
  )
  const target = fc.constantFrom(
    'a.b',
    'a.b(x:\'1  #2\', y : "3")',
    "a.b ( x:'\\'' )  # comment  here",
    '404',
    '410 : gone  for good # really',
    'staticDir:some folder',
    'redirect:301:@a.b',
    'redirect:/x#y',
    'module:shop',
    'admin file.conf   # c',
  )
  const route = fc
    .tuple(
      fc.constantFrom('', ' ', '\t'),
      fc.oneof(method, fc.constant('->')),
      blanks,
      path,
      blanks,
      target,
      fc.constantFrom('', ' ', '  # x'),
    )
    .map((parts) => parts.join(''))
  const other = fc.constantFrom(
    '',
    '   ',
    '# comment  ',
    '  #',
    '+ nocsrf   tag=x',
    '# method  path action',
    'nonsense',
    'GET /',
    '+',
  )
  const file = fc
    .tuple(
      fc.constantFrom('', '\uFEFF'),
      fc.array(fc.oneof(route, route, other), { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([start, lines, end]) => start + lines.join(end))

  test('format does not change the meaning of a random route file', () => {
    fc.assert(
      fc.property(file, (text) => expect(meaning(formatRouteFile(text).text)).toEqual(meaning(text))),
      { numRuns },
    )
  })

  test('formatting a second time changes nothing', () => {
    fc.assert(
      fc.property(file, (text) => {
        const once = formatRouteFile(text).text
        expect(formatRouteFile(once).text).toBe(once)
      }),
      { numRuns },
    )
  })

  test('format changes only blanks in any text', () => {
    const solid = (text: string): string => text.replaceAll(/[ \t]/g, '')
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'GET /a.b{<>}#$+-\r\n\t\'"():,') }), (text) => {
        expect(solid(formatRouteFile(text).text)).toBe(solid(text))
        expect(meaning(formatRouteFile(text).text)).toEqual(meaning(text))
      }),
      { numRuns },
    )
  })
})

describe('mvc-router format', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mvc-router-format-'))
    writeFileSync(join(folder, 'routes.conf'), 'GET  / a.b\nPOST /x c.d\n')
    writeFileSync(join(folder, 'good.conf'), 'GET  /  a.b\n')
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const read = (): string => readFileSync(join(folder, 'routes.conf'), 'utf8')

  test('format writes routes.conf, and prints nothing if it is formatted', () => {
    expect(runBin(['format'], folder)).toEqual({ stdout: 'Formatted routes.conf\n', stderr: '', status: 0 })
    expect(read()).toBe('GET   /   a.b\nPOST  /x  c.d\n')
    expect(runBin(['format'], folder)).toEqual({ stdout: '', stderr: '', status: 0 })
  })

  test('format --check reports files that are not formatted, writes nothing, and ends with 1', () => {
    const before = read()
    expect(runBin(['format', '--check', '*.conf'], folder)).toEqual({
      stdout: 'routes.conf is not formatted\n',
      stderr: '',
      status: 1,
    })
    expect(read()).toBe(before)
    expect(runBin(['format', '--check', 'good.conf'], folder).status).toBe(0)
  })

  test('format formats included files once each', () => {
    mkdirSync(join(folder, 'sub'))
    writeFileSync(join(folder, 'routes.conf'), '->  /a  sub/a.conf  # more\n->  /b  missing.conf\n')
    writeFileSync(join(folder, 'sub/a.conf'), 'GET / a.b\n-> /c c.conf\n')
    writeFileSync(join(folder, 'sub/c.conf'), 'GET   /  a.b\n-> /again ../routes.conf\n')
    expect(runBin(['format'], folder)).toEqual({
      stdout: 'Formatted sub/a.conf\nFormatted sub/c.conf\n',
      stderr: '',
      status: 0,
    })
    expect(readFileSync(join(folder, 'sub/a.conf'), 'utf8')).toBe('GET  /   a.b\n->   /c  c.conf\n')
  })

  test('format formats included files whose names have configuration variables', () => {
    writeFileSync(
      join(folder, 'routes.conf'),
      '->  ${at}     ${kind}.conf # ${kind}\n->  /default  ${other:old}.conf\n',
    )
    for (const name of ['shop', 'old']) writeFileSync(join(folder, `${name}.conf`), 'GET / a.b\n')
    expect(runBin(['format', '--variables', 'kind=shop'], folder)).toEqual({
      stdout: 'Formatted shop.conf\nFormatted old.conf\n',
      stderr: '',
      status: 0,
    })
  })

  test('format ends with 2 for a missing file, and with 1 for lines that it cannot read', () => {
    expect(runBin(['format', 'none.conf'], folder).status).toBe(2)
    writeFileSync(join(folder, 'routes.conf'), 'GET\n')
    expect(runBin(['format'], folder)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('routes.conf:1 '),
    })
  })
})
