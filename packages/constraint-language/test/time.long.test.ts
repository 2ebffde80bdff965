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

/** As the router does it: the rest of a path may have 8,192 characters, a segment 255, or `%25` as many times. */
function compile(source: string): { automaton: Automaton; length: number } | undefined {
  try {
    const expression = parseRegularExpression(source)
    const length = canRead(expression, '/') ? 8192 : canRead(expression, '%') ? 765 : 255
    return { automaton: compilePieces([{ type: 'expression', expression }], length), length }
  } catch (error) {
    if (error instanceof ConstraintException) return undefined
    throw error
  }
}

/** Texts that make matching slow: something repeated, an end that fits nothing, and letters at random. */
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

/** A small generator with a seed, so that a failure comes again. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff
}

/**
 * The answer of a backtracking engine, if it comes within two seconds. It optimizes no more once a process has compiled many
 * expressions, and what took a second then takes hours.
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

/** The most words of sets that a text makes an automaton read; decisions/constraints.md has their cost. */
const maxWork = 52_000

test('No accepted constraint computes more for a text than the promise allows: 2,000 random ones and those known to be evil', () => {
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

test('An evil constraint that is accepted answers as the JavaScript engine does, where that one answers in time', () => {
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
