import { describe, expect, test } from '@jest/globals'
import { ConstraintException, measureAmbiguity, parseConstraint } from '../dist/lib/syntax/constraint.js'

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
  '.*-.*-.*-.*',
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
