import { expect, test } from '@jest/globals'
import {
  canRead,
  compilePieces,
  ConstraintException,
  parseRegularExpression,
  type Automaton,
} from '@mvc-router/constraint-language'
import { sample } from 'fast-check'
import { runInNewContext } from 'node:vm'
import { arbitraryRegex } from './support/arbitrary-regex.js'
import { evilConstraints } from './support/evil-constraints.js'

/**
 * Compiles with the router's limits: 8,192 characters if the expression can read a slash, 765 (255 times `%25`) if it
 * can read a percent sign, and 255 otherwise.
 */
function compile(source: string): { automaton: Automaton; length: number } | undefined {
  try {
    const piece = { type: 'expression', expression: parseRegularExpression(source) } as const
    const length = canRead(piece, '/') ? 8192 : canRead(piece, '%') ? 765 : 255
    return { automaton: compilePieces([piece], length), length }
  } catch (error) {
    if (error instanceof ConstraintException) return undefined
    throw error
  }
}

/** Texts that make matching slow: repeated parts, ends that do not match, and random letters. */
function attacks(length: number, random: () => number): string[] {
  const repeated = ['a', 'b', '-', 'ab', 'a-', 'aab', 'ab-', 'x', 'a/', '/', '-a', '0', 'é', '😀'].flatMap(
    (part) => {
      const text = part.repeat(length).slice(0, length - 1)
      return [`${text}!`, `!${text}`, `${text}y`, `${text}a`]
    },
  )
  const letters = ['a', 'b', '-', '/', 'x', '0', '.', 'é']
  const mixed = [2, 3, letters.length].flatMap((count) =>
    Array.from({ length: 4 }, () =>
      Array.from({ length }, () => letters[Math.floor(random() * count)] ?? 'a').join(''),
    ),
  )
  return [...repeated, ...mixed]
}

/** A random generator with a seed, so a failure can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff
}

/**
 * The answers of the JavaScript engine, or undefined after two seconds. After many expressions, the engine stops
 * optimizing, and an expression that took a second takes hours.
 */
function answersOfJavaScript(source: string, texts: readonly string[]): boolean[] | undefined {
  const { flags } = parseRegularExpression(source)
  const given = { source: `^(?:${source})$`, flags, texts, answers: [] as boolean[] }
  try {
    runInNewContext('for (const text of texts) answers.push(new RegExp(source, flags).test(text))', given, {
      timeout: 2000,
    })
    return given.answers
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}

/** The most words of states that an automaton may read for a text. See decisions/constraints.md. */
const maxWork = 52_000

test('A random or evil constraint is refused, or needs at most maxWork for each text', () => {
  const random = sample(arbitraryRegex({ lookAhead: true }), { numRuns: 2000, seed: 7 })
  let accepted = 0
  for (const [index, source] of [...evilConstraints, ...random].entries()) {
    const compiled = compile(source)
    if (compiled === undefined) continue
    accepted++
    const { automaton, length } = compiled
    for (const text of attacks(length, randomFrom(index + 1))) {
      const before = automaton.work
      automaton.accepts(text)
      const work = automaton.work - before
      if (work > maxWork) expect([source, text.slice(0, 30), work]).toBe('less')
    }
  }
  expect(evilConstraints.length).toBeGreaterThanOrEqual(100)
  expect(accepted).toBeGreaterThan(1000)
})

test('An accepted evil constraint accepts the same texts as the JavaScript engine', () => {
  let compared = 0
  for (const source of evilConstraints) {
    const compiled = compile(source)
    if (compiled === undefined) continue
    const texts = attacks(14, randomFrom(3))
    const answers = answersOfJavaScript(source, texts)
    if (answers === undefined) continue
    compared++
    expect([source, texts.map((text) => compiled.automaton.accepts(text))]).toEqual([source, answers])
  }
  expect(compared).toBeGreaterThan(10)
})
