import { expect, test } from '@jest/globals'
import {
  compileLanguage,
  ConstraintException,
  exploreTexts,
  parseRegularExpression,
  type Automaton,
} from '@mvc-router/constraint-language'
import { assert, property, tuple } from 'fast-check'
import { arbitraryRegex } from './support/arbitrary-regex.js'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 40)

const languageOf = (source: string): Automaton =>
  compileLanguage([{ type: 'expression', expression: parseRegularExpression(source) }])

/** Returns the first wanted text of the left language, or `unfinished` after 30,000 steps. */
function witness(
  sources: readonly string[],
  isWanted: (left: boolean, right: boolean) => boolean,
): string | undefined {
  let found: string | undefined
  const end = exploreTexts(
    sources.map(languageOf),
    (text, accepts) => {
      if (isWanted(accepts(0), accepts(1))) found = text
      return found !== undefined
    },
    { required: 1, maxSteps: 30_000 },
  )
  return end === 'unfinished' ? end : found
}

test.each([
  ['[0-9]+', '[0-9]{1,3}', '0000'],
  ['[a-z]+', String.raw`\w+`, undefined],
  ['(?!admin$)[a-z]+', '[a-z]+', undefined],
  ['[a-z]+', '(?!admin$)[a-z]+', 'admin'],
  ['a*b*', '(?:a|b)*', undefined],
  ['(?:a|b)*', 'a*b*', 'ba'],
  ['.', '[^é]', 'é'],
])('The shortest text that %s accepts and %s refuses is %j', (left, right, text) => {
  expect(witness([left, right], (one, other) => one && !other)).toBe(text)
})

test('exploreTexts finds the shortest text that both languages accept, if there is one', () => {
  expect(witness(['[a-z]+[0-9]', '.*x.*'], (left, right) => left && right)).toBe('x0')
  expect(witness(['[a-z]+', '[0-9]+'], (left, right) => left && right)).toBeUndefined()
})

test('exploreTexts returns "unfinished" after maxSteps, and "all" if mayTellMore stops each branch', () => {
  const automata = ['[ab]{9}a[ab]*', '[ab]{9}b[ab]*'].map(languageOf)
  const visited: string[] = []
  const visit = (text: string): boolean => visited.push(text) > 5000
  expect(exploreTexts(automata, visit, { required: 0, maxSteps: 100 })).toBe('unfinished')
  visited.length = 0
  const mayTellMore = (): boolean => visited.length < 3
  expect(exploreTexts(automata, visit, { required: 0, maxSteps: 30_000, mayTellMore })).toBe('all')
  expect(visited.filter((text) => text.length > 1)).toEqual([])
})

test('isDead is true for a language that accepts no text with the visited text at its start', () => {
  const automata = ['a+', 'b+'].map(languageOf)
  const dead: string[] = []
  const visited: string[] = []
  exploreTexts(automata, (text) => visited.push(text) === 0, {
    required: 0,
    maxSteps: 1000,
    mayTellMore: (isDead) => {
      dead.push(`${visited.at(-1)}: ${isDead(0)} ${isDead(1)}`)
      return true
    },
  })
  expect(dead.toSorted()).toEqual(['0: true true', ': false false', 'a: false true', 'b: true false'])
})

function shortTexts(): string[] {
  let last = ['']
  const all = [...last]
  for (let length = 1; length <= 5; length++) {
    last = last.flatMap((text) => ['a', 'b', '-', 'z'].map((letter) => text + letter))
    all.push(...last)
  }
  return all
}

test('A found text is a shortest wanted text. If no text is found, no short text is wanted.', () => {
  const texts = shortTexts()
  const results = { found: 0, none: 0 }
  const regex = arbitraryRegex({ lookAhead: true })
  assert(
    property(tuple(regex, regex), (sources) => {
      try {
        sources.forEach(languageOf)
      } catch (error) {
        if (error instanceof ConstraintException) return
        throw error
      }
      const [left, right] = sources.map((source) => new RegExp(`^(?:${source})$`, 'u')) as [RegExp, RegExp]
      const found = witness(sources, (one, other) => one && !other)
      const isOne = (text: string): boolean => left.test(text) && !right.test(text)
      const shortest = texts.find(isOne)
      if (found === 'unfinished') return
      results[found === undefined ? 'none' : 'found']++
      if (found === undefined) expect([sources, shortest]).toEqual([sources, undefined])
      else {
        expect([sources, found, isOne(found)]).toEqual([sources, found, true])
        expect(found.length).toBeLessThanOrEqual(shortest?.length ?? Infinity)
      }
    }),
    { numRuns },
  )
  expect(Math.min(results.found, results.none)).toBeGreaterThan(0)
})

test('A look-ahead reads only the text of its own piece', () => {
  const automaton = languageOf('(?!admin$)[a-z]+')
  const path = compileLanguage([
    { type: 'text', text: '/' },
    { type: 'language', language: automaton },
    { type: 'text', text: '/x' },
  ])
  expect(['/admin/x', '/admins/x', '/adm/x', '/x', '/Adm/x'].map((text) => path.accepts(text))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})
