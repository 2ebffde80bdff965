import { describe, expect, test } from '@jest/globals'
import { ConstraintException } from '@mvc-router/constraint-language'
import { parseConstraint, type Constraint } from '../dist/lib/syntax/pattern/constraint.js'

const words = Array.from({ length: 1500 }, (_, index) => `word${(index * 7919).toString(36)}`)

test.each([
  '[0-9]{4}',
  '[a-z]{2}(?:-[A-Z]{2})?',
  'a>b',
  '(a)(b)',
  '^a$',
  'a|b',
  '[a-z0-9]+(?:-[a-z0-9]+)*',
  String.raw`(\w+\.)*\w+`,
  String.raw`\p{L}+`,
  String.raw`\d{4}-\d{2}-\d{2}`,
  '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
  '(?:[0-9a-f]{2}){6}',
  String.raw`(?:\d{1,3}\.){3}\d{1,3}`,
  String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
  String.raw`(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[\w.-]+)?(?:\+[\w.-]+)?`,
  'en|de|fr|pt-BR',
  '(?!new$)[a-z]+',
  '(?!admin$|login$).+',
  '(?=a)a',
  '(?:a|a){8}',
  '[^/]+-[^/]+',
  String.raw`[^/]+-[^/]+-[^/]+\.html`,
  String.raw`[\w-]{1,50}-[\w-]{1,50}`,
  String.raw`\d+\d+`,
  '.*-.*-.*-.*',
  '.*.*.*y',
  '(.*a){12}',
  '.*a.{12}',
  'a{0,50}a{0,50}a{0,50}a{0,50}',
  '(?:a|a){30}',
  '(a?){30}a{30}',
  String.raw`\w+[\w-]*\w+@\w+[\w.-]*\w+`,
  String.raw`\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}+)*`,
  words.join('|'),
])('The constraint %.60s is accepted', (source) => {
  expect(parseConstraint(source).source).toBe(source)
})

test.each([
  ['(a+)+', 0],
  ['(a*)*', 0],
  ['x(a|a)*', 1],
  ['(?:a|b|ab)*', 0],
  [String.raw`(\w+\s?)*x`, 0],
  ['([a-z]+)*', 0],
  ['-(a|aa)+', 1],
  ['(x+x+)+y', 0],
  ['(?=(a+)+$)a', 3],
  ['(?:中|中)*', 0],
  [String.raw`(?:\p{L}|\p{Script=Cherokee})*`, 0],
  [String.raw`(?:\p{L}|[\u{13a0}-\u{13ff}])*`, 0],
])(
  'The constraint %s is refused, because the repetition at offset %d can read a text in two ways',
  (source, offset) => {
    const code = 'E_ROUTE_REGEX_UNSAFE'
    expect(() => parseConstraint(source)).toThrow(expect.objectContaining({ code, offset }))
  },
)

test.each(['.{1,200}-.{1,200}', '.{20}a.*', '(((a{1000}){1000}){1000})', '(?:){1000000000}'])(
  'The constraint %s is refused, because its automaton would be too large',
  (source) => {
    expect(() => parseConstraint(source)).toThrow(expect.objectContaining({ code: 'E_ROUTE_REGEX_UNSAFE' }))
  },
)

describe('syntax that constraints do not support', () => {
  test.each([
    ['(?<year>a)', 0],
    [String.raw`(a)\1`, 3],
    ['b(?<=a)', 1],
    ['b(?<!a)', 1],
  ])('The constraint %s is refused, because its syntax at offset %d is not supported', (source, offset) => {
    expect(() => parseConstraint(source)).toThrow(
      expect.objectContaining({ code: 'E_ROUTE_REGEX_UNSAFE', offset }),
    )
  })
})

describe('bad regular expressions', () => {
  test.each([
    ['[z-a]', 4],
    ['(', 1],
    ['a**', 3],
    [String.raw`\p{Foo}`, 6],
    ['', 0],
  ])('The constraint %j is refused as a bad regular expression at offset %d', (source, offset) => {
    expect(() => parseConstraint(source)).toThrow(ConstraintException)
    expect(() => parseConstraint(source)).toThrow(expect.objectContaining({ code: 'E_ROUTE_REGEX', offset }))
  })
})

describe('whole values', () => {
  test.each([
    ['^a$', 'a', 'ab'],
    ['a|b', 'b', 'ab'],
    ['a|b', 'a', 'aX'],
    ['[a-z]+', 'abc', 'abc\n'],
    ['a+', 'aa', 'aa\n'],
    ['.+', 'é/日', 'a\nb'],
    [String.raw`\p{L}+`, 'été', 'a1'],
    [String.raw`[\w-.]+`, 'a.b-c', 'a b'],
    ['(?!new$)[a-z]+', 'news', 'new'],
    [String.raw`\d{2,3}`, '123', '1234'],
    ['ba{0}', 'b', 'ba'],
    ['(?:(?:(?:){9999}){9999}){9999}a', 'a', ''],
  ])('The constraint %s accepts the value %j and refuses %j', (source, accepts, refuses) => {
    const constraint = parseConstraint(source)
    expect([accepts, refuses].map((text) => constraint.test(text))).toEqual([true, false])
  })
})

describe('properties of parsed constraints', () => {
  test.each<[string, Partial<Constraint>]>([
    ['[0-9]+', { spansSegments: false, matchesEmpty: false }],
    ['.*', { spansSegments: true, matchesEmpty: true }],
    ['[^/]+', { spansSegments: false, matchesEmpty: false }],
    [String.raw`[a-z0-9\/%F]+`, { spansSegments: true }],
    ['(?:[a-z]+/)*[a-z]+', { spansSegments: true, matchesEmpty: false }],
    ['(?!.*x)[a-z]*', { spansSegments: false, matchesEmpty: true }],
  ])('The parsed constraint %s reports if it matches slashes and the empty text', (source, facts) => {
    expect(parseConstraint(source)).toMatchObject(facts)
  })

  test.each([
    ['[0-9]+', 1, Infinity],
    [String.raw`\w{2,8}`, 2, 8],
    ['[a-z0-9-]*?', 0, Infinity],
    [String.raw`[\w.-]`, 1, 1],
    ['[a-f]{4,}', 4, Infinity],
  ])('The constraint %s, a class with a quantifier, gets a table of its characters', (source, min, max) => {
    expect(parseConstraint(source).characterClass).toMatchObject({ min, max })
  })

  test.each(['.+', '[^/]+', String.raw`\s+`, 'ab', '[é]', '[a-z]+x'])(
    'The constraint %s gets no table of characters',
    (source) => {
      expect(parseConstraint(source).characterClass).toBeUndefined()
    },
  )
})
