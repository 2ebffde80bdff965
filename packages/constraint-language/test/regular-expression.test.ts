import { expect, test } from '@jest/globals'
import { compileLanguage, ConstraintException, parseRegularExpression } from '@mvc-router/constraint-language'

test.each([
  ['longer than 32768 characters', 32_768, (count: number) => 'a'.repeat(count), 0],
  ['with more than 2000 groups', 2000, (count: number) => '(a)'.repeat(count), 6000],
  ['with groups more than 250 deep', 250, (count: number) => `${'('.repeat(count)}a${')'.repeat(count)}`, 0],
])('A regular expression %s is refused before it is parsed', (reason, most, write, offset) => {
  expect(parseRegularExpression(write(most)).source).toBe(write(most))
  expect(() => parseRegularExpression(write(most + 1))).toThrow(
    expect.objectContaining({
      code: 'E_ROUTE_REGEX_UNSAFE',
      offset,
      message: expect.stringContaining(`Regular expression ${reason}`),
    }),
  )
})

test('A regular expression gets the flag u, except if it is valid only without u', () => {
  expect(parseRegularExpression('[a-z]').flags).toBe('u')
  expect(parseRegularExpression(String.raw`[\w-.]\-`).flags).toBe('')
})

test.each([
  [String.raw`\p{L}\-`, 'Invalid escape'],
  [String.raw`\u{61}\-`, 'Invalid escape'],
  [String.raw`\p{Nothing}`, 'Invalid property name'],
  [String.raw`(?<a>a)\k<b>`, 'Invalid named capture referenced'],
  ['(?i:a)', 'Invalid group'],
  ['a**', 'Nothing to repeat'],
])('The regular expression %s is refused with the reason: %s', (source, reason) => {
  expect(() => parseRegularExpression(source)).toThrow(ConstraintException)
  expect(() => parseRegularExpression(source)).toThrow(
    expect.objectContaining({
      code: 'E_ROUTE_REGEX',
      message: `Invalid regular expression: ${reason}`,
      hint: 'a constraint is a regular expression of JavaScript',
    }),
  )
})

test.each([
  ['many positions', '(?:a{200}){200}'],
  ['many nodes that read nothing', String.raw`(?:(?:\b){9999}){9999}`],
  ['many transitions between its positions', '(?:a?){1000}'],
])('A regular expression with %s is refused by compileLanguage as too large', (_, source) => {
  const expression = parseRegularExpression(source)
  expect(() => compileLanguage([{ type: 'expression', expression }])).toThrow(
    'The regular expression is too large',
  )
})
