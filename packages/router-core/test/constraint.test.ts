import { describe, expect, test } from '@jest/globals'
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import {
  ConstraintException,
  measureAmbiguity,
  parseConstraint,
  type Constraint,
} from '../dist/lib/syntax/constraint.js'
import { arbitraryRegex } from './support/arbitrary-regex.js'
import { countSteps } from './support/count-steps.js'

const accepted: readonly [source: string, ambiguity: number][] = [
  ['[0-9]{4}', 0],
  ['[a-z]{2}(?:-[A-Z]{2})?', 0],
  ['a>b', 0],
  ['(a)(b)', 0],
  ['^a$', 0],
  ['a|b', 0],
  ['[a-z0-9]+(?:-[a-z0-9]+)*', 0],
  [String.raw`(\w+\.)*\w+`, 0],
  [String.raw`\p{L}+`, 0],
  [String.raw`\d{4}-\d{2}-\d{2}`, 0],
  ['[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}', 0],
  ['(?:[0-9a-f]{2}){6}', 0],
  [String.raw`(?:\d{1,3}\.){3}\d{1,3}`, 0],
  ['(?!new$)[a-z]+', 0],
  ['(?=a)a', 0],
  ['(?:a|a){8}', 0],
  [String.raw`[a-z0-9\/%F]+`, 0],
  [String.raw`\d+\d+`, 1],
  [String.raw`[a-z0-9]+[\/]??(%2F)??[a-z,0-9]+`, 1],
  ['.*(?=.*x)', 1],
  ['(?:(?=.*x)a)*', 1],
  ['.*-.*-.*', 2],
  [String.raw`\w+[\w-]*\w+`, 2],
  ['[^/]+-[^/]+-[^/]+', 2],
  // Two chains of loops, one after the other, without a chain between them: the runs of the two multiply.
  ['[a-z]+[a-z]+-[0-9]+[0-9]+', 2],
  // Which loop reads what is decided by the first character, so nothing is read in two ways.
  [String.raw`\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}+)*`, 0],
  ['(?:json|js|jsonp)', 0],
  ['.*(?:[0-9]{1,3},)*', 1],
]

test.each(accepted)('%s is accepted, with the degree of ambiguity %d', (source, ambiguity) => {
  expect(parseConstraint(source).ambiguity).toBe(ambiguity)
  expect(measureAmbiguity(source, parseConstraint(source).flags)).toBe(ambiguity)
})

const unsafe: readonly string[] = [
  '(a+)+',
  '(a*)*',
  '(a|a)*',
  '(?:a|b|ab)*',
  String.raw`(\w+\s?)*x`,
  '([a-z]+)*',
  '(a|aa)+',
  '(x+x+)+y',
  '(a|b?)*',
  '(?=(a+)+$)a',
  '(?:中|中)*',
  String.raw`(?:\p{L}|\p{Script=Cherokee})*`,
  String.raw`(?:\p{L}|[\u{13a0}-\u{13ff}])*`,
  '.*-.*-.*-.*',
  String.raw`\w+[\w-]*\w+@\w+[\w.-]*\w+`,
  '(.*a){12}',
  'a{0,50}a{0,50}a{0,50}a{0,50}',
  '(?:a|a){30}',
  '(a?){30}a{30}',
  '(?:a{1,3}){20}',
  '(((a{1000}){1000}){1000})',
  '(?:){1000000000}',
  '(?:(?:(?:(?:){2000}){2000}){2000}){2000}',
]

test.each(unsafe)('%s is refused as unsafe', (source) => {
  expect(() => parseConstraint(source)).toThrow(expect.objectContaining({ code: 'E_ROUTE_REGEX_UNSAFE' }))
})

describe('What cannot be part of a pattern is refused', () => {
  test.each([
    ['(?<year>a)', 0],
    [String.raw`(a)\1`, 3],
    ['b(?<=a)', 1],
    ['b(?<!a)', 1],
  ])('%s, at offset %d', (source, offset) => {
    expect(() => parseConstraint(source)).toThrow(
      expect.objectContaining({ code: 'E_ROUTE_REGEX_UNSAFE', offset }),
    )
  })
})

describe('What is no regular expression is refused', () => {
  test.each([
    ['[z-a]', 4],
    ['(', 1],
    ['a**', 3],
    [String.raw`\p{Foo}`, 6],
    ['', 0],
  ])('%s, at offset %d', (source, offset) => {
    expect(() => parseConstraint(source)).toThrow(ConstraintException)
    expect(() => parseConstraint(source)).toThrow(expect.objectContaining({ code: 'E_ROUTE_REGEX', offset }))
  })
})

describe('A constraint accepts whole texts', () => {
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
  ])('%s accepts %j and not %j', (source, accepts, refuses) => {
    const constraint = parseConstraint(source)
    expect([accepts, refuses].map((text) => constraint.test(text))).toEqual([true, false])
  })
})

describe('What a constraint can accept is known', () => {
  test.each<[string, Partial<Constraint>]>([
    ['[0-9]+', { spansSegments: false, matchesEmpty: false, flags: 'u' }],
    ['.*', { spansSegments: true, matchesEmpty: true }],
    ['[^/]+', { spansSegments: false, matchesEmpty: false }],
    [String.raw`[a-z0-9\/%F]+`, { spansSegments: true }],
    ['(?:[a-z]+/)*[a-z]+', { spansSegments: true, matchesEmpty: false }],
    ['(?!.*x)[a-z]*', { spansSegments: false, matchesEmpty: true, looksAround: true }],
    [String.raw`[\w-.]+`, { flags: '' }],
    ['^a$', { looksAround: false }],
    ['(a$)', { looksAround: true }],
    [String.raw`\bab`, { looksAround: true }],
  ])('of %s', (source, facts) => {
    expect(parseConstraint(source)).toMatchObject(facts)
  })

  test.each([
    ['[0-9]+', 1, Infinity],
    [String.raw`\w{2,8}`, 2, 8],
    ['[a-z0-9-]*?', 0, Infinity],
    [String.raw`[\w.-]`, 1, 1],
    ['[a-f]{4,}', 4, Infinity],
  ])('one class with a quantifier, %s, is scanned by a table', (source, min, max) => {
    expect(parseConstraint(source).characterClass).toMatchObject({ min, max })
  })

  test.each(['.+', '[^/]+', String.raw`\s+`, 'ab', '[é]', '[a-z]+x'])('%s has no table', (source) => {
    expect(parseConstraint(source).characterClass).toBeUndefined()
  })
})

describe('The embeddable form', () => {
  test.each([
    ['^a|b$', '(?:a|b)'],
    ['(a)(?:b)', '(?:(?:a)(?:b))'],
    ['[0-9]{4}', '(?:[0-9]{4})'],
    ['(?!new$)[a-z]+', '(?:(?!new$)[a-z]+)'],
    [String.raw`[\w-.]\-`, String.raw`(?:[\w\u002d\u002e]\u002d)`],
  ])('of %s is %s', (source, embeddable) => {
    expect(parseConstraint(source).embeddable).toBe(embeddable)
  })
})

const texts = array(constantFrom('a', 'b', '-', '\n', 'é', '/', '😀'), { maxLength: 8 }).map((all) =>
  all.join(''),
)

/** A constraint, or undefined for an expression that is refused. */
function parseAccepted(source: string): Constraint | undefined {
  try {
    return parseConstraint(source)
  } catch (error) {
    expect(error).toBeInstanceOf(ConstraintException)
    return undefined
  }
}

test('test() and the embeddable form agree with the JavaScript engine', () => {
  const simple = array(constantFrom(...String.raw`ab-.*+?{}[]^\dw12,/$`.split('')), { maxLength: 9 }).map(
    (all) => all.join(''),
  )
  const sources = oneof(arbitraryRegex({ lookAhead: true }), simple, string())
  assert(
    property(sources, array(texts, { minLength: 5 }), (source, all) => {
      const constraint = parseAccepted(source)
      if (constraint === undefined) return
      const original = new RegExp(`^(?:${source})$`, constraint.flags)
      const embedded = new RegExp(`^${constraint.embeddable}$`, 'u')
      for (const text of [...all, '']) {
        const accepts = original.test(text)
        const hasAstral = text !== '' && /[^\0-\uffff]/u.test(text)
        expect([text, constraint.test(text)]).toEqual([text, accepts])
        if (constraint.flags === 'u' || !hasAstral)
          expect([text, embedded.test(text)]).toEqual([text, accepts])
        if (accepts && text.includes('/')) expect(constraint.spansSegments).toBe(true)
      }
      expect(constraint.matchesEmpty).toBe(original.test(''))
    }),
    { numRuns: 500 },
  )
})

/** Texts that make a failing match slow: something repeated many times, and an end that fits nothing. */
function attacks(times: number): string[] {
  return ['', 'a', '-b'].flatMap((start) =>
    ['a', 'b', '-', 'ab', 'a-', 'b-', 'aab', 'ab-'].map((part) => `${start}${part.repeat(times)}\n!`),
  )
}

test('an accepted expression fails within the steps that its degree of ambiguity promises', () => {
  assert(
    property(arbitraryRegex({ lookAhead: true }), (source) => {
      const constraint = parseAccepted(source)
      if (constraint === undefined) return
      const longer = attacks(48)
      for (const [index, text] of attacks(24).entries()) {
        const short = countSteps(source, constraint.flags, text)
        const long = countSteps(source, constraint.flags, longer[index] ?? '')
        expect(short.matches).toBe(constraint.test(text))
        // Twice the length takes 2^(degree + 1) times the steps; one degree more would take twice that.
        if (!short.matches) {
          expect(long.steps / short.steps).toBeLessThan(2 ** (constraint.ambiguity + 1) * 1.8)
        }
      }
    }),
    // A fixed seed: while small counted parts fill up, a few expressions grow faster than they will in the long run.
    { numRuns: 120, seed: 1 },
  )
})

const failingSteps = (source: string, times: number): number =>
  countSteps(source, 'u', `${'a'.repeat(times)}!`).steps

test('the judge sees what exponential, cubic and quadratic mean', () => {
  expect(failingSteps('(?:a|a)*', 12)).toBeGreaterThan(2 ** 12)
  expect(Math.round(failingSteps('a*a*a*', 100) / failingSteps('a*a*a*', 50))).toBe(7)
  expect(Math.round(failingSteps('a*b*a*', 100) / failingSteps('a*b*a*', 50))).toBe(4)
})
