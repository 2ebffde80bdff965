import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import {
  RouteFileParsingException,
  Router,
  type RouteFileErrorCode,
  type RouterOptions,
} from '@mvc-router/router-core'

interface BadInput {
  readonly id: string
  readonly area: string
  readonly input: { readonly text?: string }
  readonly expect: string
}

const cases = (JSON.parse(readFileSync('fixtures/bad-inputs.json', 'utf8')) as BadInput[]).filter(
  ({ area }) => area === 'route-file',
)
const textOf = (id: string): string =>
  cases.find((badInput) => badInput.id === `route-file-${id}`)?.input.text ?? ''

function problemsOf(
  text: string,
  options?: RouterOptions,
): { code: RouteFileErrorCode; line: number; column: number }[] {
  try {
    Router.parse(text, options)
    return []
  } catch (error) {
    if (!(error instanceof RouteFileParsingException)) throw error
    return error.errors.map(({ code, line, column }) => ({ code, line, column }))
  }
}

/** If a case and docs/route-file.md disagree, the page is right, and a comment cites its rule. */
const refused: Readonly<Record<string, { code: RouteFileErrorCode; line: number; column?: number }>> = {
  '005': { code: 'E_ROUTE_SYNTAX', line: 1, column: 4 },
  '006': { code: 'E_ROUTE_SYNTAX', line: 1, column: 7 },
  '007': { code: 'E_ROUTE_SYNTAX', line: 1, column: 7 },
  '008': { code: 'E_ROUTE_METHOD', line: 1, column: 1 },
  '011': { code: 'E_ROUTE_ACTION', line: 1, column: 8 },
  '012': { code: 'E_ROUTE_ACTION', line: 1, column: 10 },
  '014': { code: 'E_ROUTE_ACTION', line: 1, column: 10 },
  '015': { code: 'E_ROUTE_ACTION', line: 1, column: 8 },
  '018': { code: 'E_ROUTE_METHOD', line: 1, column: 1 },
  '022': { code: 'E_ROUTE_SYNTAX', line: 1, column: 4 },
  '023': { code: 'E_ROUTE_SYNTAX', line: 1, column: 4 },
  '025': { code: 'E_ROUTE_METHOD', line: 2, column: 1 },
  '027': { code: 'E_ROUTE_SYNTAX', line: 1 },
  '028': { code: 'E_ROUTE_SYNTAX', line: 1, column: 11 },
  '031': { code: 'E_ROUTE_SYNTAX', line: 1, column: 6 },
  '033': { code: 'E_ROUTE_UNENCODED', line: 1, column: 6 },
  '034': { code: 'E_ROUTE_ACTION', line: 1, column: 9 },
  '035': { code: 'E_ROUTE_SYNTAX', line: 1, column: 7 },
  '036': { code: 'E_ROUTE_SYNTAX', line: 1, column: 7 },
  '037': { code: 'E_ROUTE_SYNTAX', line: 1, column: 8 },
  '038': { code: 'E_ROUTE_SYNTAX', line: 1, column: 8 },
  '042': { code: 'E_ROUTE_SYNTAX', line: 1, column: 6 },
  '049': { code: 'E_ROUTE_SYNTAX', line: 1, column: 6 },
  '050': { code: 'E_ROUTE_SYNTAX', line: 1, column: 8 },
  '051': { code: 'E_ROUTE_SYNTAX', line: 1, column: 6 },
  '053': { code: 'E_ROUTE_SYNTAX', line: 1, column: 6 },
  '055': { code: 'E_ROUTE_SYNTAX', line: 1, column: 6 },
  '057': { code: 'E_ROUTE_SYNTAX', line: 1, column: 6 },
  '059': { code: 'E_ROUTE_SYNTAX', line: 1, column: 6 },
  '063': { code: 'E_ROUTE_AMBIGUOUS', line: 1 },
  '066': { code: 'E_ROUTE_REGEX', line: 1 },
  '069': { code: 'E_ROUTE_REGEX_UNSAFE', line: 1 },
  '079': { code: 'E_ROUTE_REGEX_UNSAFE', line: 1 },
  '100': { code: 'E_ROUTE_SYNTAX', line: 1, column: 20 },
  '103': { code: 'E_ROUTE_METHOD', line: 2, column: 1 },
}

interface Loaded {
  readonly routes: number
  /** The action that answers each path; undefined if no line matches. */
  readonly answers?: Readonly<Record<string, string | undefined>>
  readonly args?: Readonly<Record<string, Record<string, string>>>
  readonly warnings?: readonly RouteFileErrorCode[]
}

const accepted: Readonly<Record<string, Loaded>> = {
  '001': { routes: 0, warnings: ['E_ROUTE_EMPTY'] },
  '002': { routes: 0 },
  '003': { routes: 1, answers: { '/': 'home.index' } },
  '016': { routes: 1 },
  '017': { routes: 1 },
  '020': { routes: 1, answers: { '/x': 'a.b' } },
  '024': { routes: 1, answers: { '/x': 'a.b' } },
  '026': { routes: 2, answers: { '/x': 'a.b', '/y': 'a.c' } },
  // docs/route-file.md, Literals: "//" in a line means "/", so no built URL leads to another host.
  '039': { routes: 1, answers: { '/a': 'a.b', '//a': undefined } },
  '040': { routes: 1, answers: { '/a/b': 'a.b', '/a//b': undefined } },
  '043': { routes: 1, answers: { '/robots.txt': 'a.b', '/robotsXtxt': undefined } },
  '045': { routes: 1, answers: { '/x': 'a.b', '/x/': 'a.b', '/x//': undefined } },
  '046': { routes: 1, answers: { '/': 'a.b' } },
  '060': { routes: 1, args: { '/1/2': { constructor: '1', hasOwnProperty: '2' } } },
  '064': {
    routes: 1,
    args: { '/1-2-3-4': { a: '1-2', b: '3', c: '4' } },
    answers: { [`/${'-'.repeat(16000)}`]: undefined },
  },
  '070': { routes: 1, answers: { '/12': 'a.b', '/1': undefined, [`/${'1'.repeat(254)}x`]: undefined } },
  '071': { routes: 1, answers: { '/--': 'a.b', '/-': undefined } },
  '074': { routes: 1, answers: { '/de': 'a.b', '/de-DE': 'a.b', '/DE': undefined } },
  '075': { routes: 1, answers: { '/2026': 'a.b', '/226': undefined } },
  '076': { routes: 1, args: { '/a%3Eb': { id: 'a>b' } } },
  '078': { routes: 1, args: { '/ab': { id: 'ab' } } },
  '080': { routes: 1, answers: { '/a': 'a.b', '/b': undefined } },
  '081': { routes: 1, answers: { '/a': 'a.b', '/ab': undefined } },
  '082': { routes: 1, answers: { '/a': 'a.b', '/b': 'a.b', '/ab': undefined, '/aX': undefined } },
  '092': { routes: 1, args: { '/x': { id: 'home' } } },
  '093': { routes: 1, args: { '/x': { id: 'a,b' } } },
  '094': { routes: 1, args: { '/x': { id: "it's" } } },
  '098': { routes: 1, args: { '/x': {} } },
  '101': { routes: 2, warnings: ['E_ROUTE_SHADOWED'], answers: { '/x': 'a.b' } },
  '102': { routes: 2, warnings: ['E_ROUTE_SHADOWED'], answers: { '/new': 'a.b' } },
}

/** These cases need files or a long text. loading.test.ts and other tests of this file cover them. */
const elsewhere = ['032', '088', '104', '105', '107', '108', '111', '114']

describe('the route-file cases of fixtures/bad-inputs.json', () => {
  test('each route-file case of fixtures/bad-inputs.json is in a table or in the list of other tests', () => {
    const covered = [...Object.keys(refused), ...Object.keys(accepted), ...elsewhere]
    expect(covered.toSorted()).toEqual(cases.map(({ id }) => id.replace('route-file-', '')).toSorted())
  })

  test.each(Object.entries(refused))(
    'route-file-%s is refused with one error at its position',
    (id, problem) => {
      expect(problemsOf(textOf(id))).toEqual([expect.objectContaining(problem)])
    },
  )

  test.each(Object.entries(accepted))(
    'route-file-%s loads, and requests get the expected actions and arguments',
    (id, { routes, answers = {}, args = {}, warnings }) => {
      const router = Router.parse(textOf(id))
      expect(router.routes).toHaveLength(routes)
      for (const [path, action] of Object.entries(answers))
        expect(router.match({ method: 'GET', path })?.action).toBe(action)
      for (const [path, values] of Object.entries(args))
        expect(router.match({ method: 'GET', path })?.args).toStrictEqual(values)
      if (warnings !== undefined) expect(router.warnings.map(({ code }) => code)).toEqual(warnings)
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    },
  )

  test('route-file-046 reverses "/?" to "/"', () => {
    expect(Router.parse('GET /? a.b').reverse('a.b').url).toBe('/')
  })

  test('route-file-039: a line with "//" reverses to a URL with one slash', () => {
    expect(Router.parse('GET //a a.b').reverse('a.b').url).toBe('/a')
  })

  test('route-file-088: ten thousand variables are refused', () => {
    expect(problemsOf(`GET /${'{a}/'.repeat(10_000)}z a.b`)).toEqual([
      expect.objectContaining({ code: 'E_ROUTE_LIMIT', line: 1 }),
    ])
  })
})
