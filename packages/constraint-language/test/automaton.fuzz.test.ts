import { expect, test } from '@jest/globals'
import {
  compileLanguage,
  compilePieces,
  ConstraintException,
  parseRegularExpression,
  splitsInTwoWays,
  type Automaton,
  type Piece,
} from '@mvc-router/constraint-language'
import { array, assert, constantFrom, oneof, property } from 'fast-check'
import { arbitraryRegex } from './support/arbitrary-regex.js'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 60)

const texts = array(constantFrom('a', 'b', '-', '\n', 'é', '/', '1', '_', '😀', '\ud83d', '\u2028'), {
  maxLength: 8,
}).map((all) => all.join(''))

/** Random expressions, random special characters, and random sequences of rare pieces. */
const sources = oneof(
  arbitraryRegex({ lookAhead: true }),
  array(constantFrom(...String.raw`ab-.*+?{}[]^\dwbsSW12,/$|()`.split('')), { maxLength: 12 }).map((all) =>
    all.join(''),
  ),
  array(
    constantFrom(
      ...String.raw`a b - . 😀 ^ $ [^a] a* b+? (?:) (?:a|) (?:a?b?)* (?:^|b) (?:(?!ab).)* (?=a) (?!b) (?!a$)`.split(
        ' ',
      ),
      ...String.raw`(?=.*b) (?=(?!b)a) \b \B \w \W (a|\b)* \p{L} [\w-.]`.split(' '),
    ),
    { maxLength: 6 },
  ).map((all) => all.join('')),
)

function expressionOf(source: string): Extract<Piece, { type: 'expression' }> {
  return { type: 'expression', expression: parseRegularExpression(source) }
}

/** Returns undefined if the expression is refused. */
function languageOf(source: string): Automaton | undefined {
  try {
    return compileLanguage([expressionOf(source)])
  } catch (error) {
    if (error instanceof ConstraintException) return undefined
    throw error
  }
}

/** Returns undefined if the pieces are refused. */
function compile(pieces: () => readonly Piece[], maxLength = 255): Automaton | undefined {
  try {
    return compilePieces(pieces(), maxLength)
  } catch (error) {
    if (error instanceof ConstraintException) return undefined
    throw error
  }
}

test('An automaton accepts the same texts as the JavaScript engine', () => {
  let compared = 0
  assert(
    property(sources, array(texts, { minLength: 6 }), (source, all) => {
      const automaton = compile(() => [expressionOf(source)])
      if (automaton === undefined) return
      compared++
      const { flags } = parseRegularExpression(source)
      const original = new RegExp(`^(?:${source})$`, flags)
      for (const text of [...all, '']) {
        expect([source, text, automaton.accepts(text)]).toEqual([source, text, original.test(text)])
        expect(automaton.accepts(`b-${text}/a`, 2, text.length + 2)).toBe(automaton.accepts(text))
        // `test` is a smaller object that must accept the same texts.
        const { test: kept } = automaton
        expect([source, text, kept.accepts(text, 0, text.length)]).toEqual([
          source,
          text,
          original.test(text),
        ])
        expect(kept.accepts(`b-${text}/a`, 2, text.length + 2)).toBe(automaton.accepts(text))
      }
    }),
    { numRuns },
  )
  expect(compared).toBeGreaterThan(numRuns / 10)
})

const pieceSources = [
  'a*',
  'a+?',
  '(?:a|ab)',
  '(?:ab|a)',
  'b*?',
  '[ab]+',
  '.*',
  '[^-]+',
  '-?',
  '(?:a??b)*',
].concat([
  '(?:a|b){1,3}?',
  '(?:a|b){1,3}',
  '(?:a|bb|-)+?',
  '(?:a?|b)*',
  '(?:|a)+',
  '(?:é|😀)*',
  '(?=a).*',
  '(?!.*b$).+',
])

test('An automaton splits a text as the groups of the JavaScript engine do', () => {
  let compared = 0
  assert(
    property(
      array(constantFrom(...pieceSources), { minLength: 1, maxLength: 4 }),
      array(texts, { minLength: 6 }),
      (all, samples) => {
        const pieces = all.map(expressionOf)
        const automaton = compile(() => pieces)
        if (automaton === undefined) return
        compared++
        const original = new RegExp(`^${all.map((source) => `(${source})`).join('')}$`, 'u')
        for (const text of samples) {
          const starts = automaton.split(text, pieces.length)
          const found = starts && pieces.map((_, index) => text.slice(starts[index], starts[index + 1]))
          expect([all, text, found]).toEqual([all, text, original.exec(text)?.slice(1)])
        }
      },
    ),
    { numRuns },
  )
  expect(compared).toBeGreaterThan(numRuns / 10)
})

test('Runs of a class and literal texts are split like expressions', () => {
  const digits: Piece = { type: 'run', ranges: [[0x30, 0x39]], min: 1, max: Infinity, isLazy: false }
  const any: Piece = { ...digits, ranges: [[0, 0x10ffff]], isLazy: true, min: 0 }
  const automaton = compilePieces([digits, { type: 'text', text: '-é.' }, any, digits], 255)
  expect(automaton.split('12-é.x34', 4)).toEqual([0, 2, 5, 6, 8])
  expect(automaton.split('12-é.x', 4)).toBeUndefined()
})

test.each([
  [['[0-9]+', '[a-z]+'], false],
  [['[0-9]+', '[0-9]+'], true],
  [['[a-z]{2}', '[a-z]+'], false],
  [['[a-z]+', '-?', '[a-z]+'], true],
  [['(?:ab|a)', '(?:b|c)?'], true],
])('splitsInTwoWays of %j is %s', (all, expected) => {
  expect(splitsInTwoWays(all.map(expressionOf))).toBe(expected)
})

test('splitsInTwoWays of pieces that are too large to examine is true', () => {
  const isSplit = (count: number): boolean => splitsInTwoWays(['[a-z]?'.repeat(count), '-'].map(expressionOf))
  expect([isSplit(9), isSplit(99)]).toEqual([false, true])
})

test('A Unicode property such as \\p{L} matches the same characters as in the JavaScript engine', () => {
  for (const source of [
    String.raw`\p{L}`,
    String.raw`\P{ASCII}`,
    String.raw`\p{Cn}`,
    String.raw`\p{Cs}`,
    String.raw`\p{Cf}`,
  ]) {
    const automaton = compilePieces([expressionOf(source)], 255)
    const original = new RegExp(`^${source}$`, 'u')
    for (let codePoint = 0x61; codePoint <= 0x10ffff; codePoint += codePoint < 0x3000 ? 1 : 61) {
      const text = String.fromCodePoint(codePoint)
      if (automaton.accepts(text) !== original.test(text)) expect([source, codePoint]).toBe('the same')
    }
  }
})

test('A character class such as \\d matches the same characters as in the JavaScript engine', () => {
  for (const source of ['\\s', '\\S', '\\d', '\\D', '\\w', '\\W']) {
    const automaton = compilePieces([expressionOf(source)], 255)
    const original = new RegExp(`^${source}$`, 'u')
    for (let code = 0; code <= 0xffff; code++) {
      const text = String.fromCharCode(code)
      if (automaton.accepts(text) !== original.test(text)) expect([source, code]).toBe('the same')
    }
  }
})

/** Needs too many states for a table: one for each way to put dashes into 60 characters. */
const evil = String.raw`[\w-]{60}-[\w-]*`

function* evilTexts(count: number): Generator<string> {
  let seed = 1
  for (let run = 0; run < count; run++)
    yield Array.from({ length: 255 }, () => {
      seed = (seed * 48_271) % 0x7fffffff
      return seed % 2 === 0 ? '-' : 'a'
    }).join('')
}

function workFor(automaton: Automaton, text: string): number {
  const before = automaton.work
  automaton.accepts(text)
  return automaton.work - before
}

test('The work for a text is at most its length times the size of the automaton', () => {
  let worked = 0
  assert(
    property(sources, array(texts, { minLength: 6 }), (source, all) => {
      // An automaton of compileLanguage has computed no states before its first text.
      const automaton = languageOf(source)
      if (automaton === undefined) return
      for (const text of all.map((part) => part.repeat(8))) {
        const work = workFor(automaton, text)
        expect(work).toBeLessThanOrEqual(text.length * automaton.size)
        worked += work
      }
    }),
    { numRuns },
  )
  expect(worked).toBeGreaterThan(0)
})

test('After 100 texts, the work for a text is still at most its length times the size of the automaton', () => {
  const automaton = compilePieces([expressionOf(evil)], 255)
  const original = new RegExp(`^${evil}$`, 'u')
  for (const text of evilTexts(100)) {
    const work = workFor(automaton, text)
    expect(work).toBeLessThanOrEqual(255 * automaton.size)
    expect(work).toBeGreaterThan(0)
    expect(automaton.accepts(text)).toBe(original.test(text))
  }
})

test('An automaton drops computed states before they become too many', () => {
  const automaton = compilePieces([expressionOf(evil)], 255)
  const [first = ''] = evilTexts(1)
  expect(workFor(automaton, first)).toBeGreaterThan(0)
  expect(workFor(automaton, first)).toBe(0)
  for (const text of evilTexts(100)) automaton.accepts(text)
  expect(workFor(automaton, first)).toBeGreaterThan(0)
})
