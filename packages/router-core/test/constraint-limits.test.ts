import { describe, expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { acceptsSegment, compilePath } from '../dist/lib/matching/path-matcher.js'
import { parseConstraint } from '../dist/lib/syntax/pattern/constraint.js'

/** The number of transitions that the automaton of a constraint has computed so far. */
const workOf = (source: string): number => parseConstraint(source).automaton?.work ?? NaN

/** A constraint with too many states to compute at load. Each test passes its own `mark`, so tests share no states. */
const wide = (mark: string): string => `[${mark}a-]{30}-[${mark}a-]{0,30}`

/** A text that makes each `wide` constraint compute new transitions. */
const dashes = (length: number): string => '-'.repeat(length)

describe('values that are too long', () => {
  test.each([
    ['unescaped', wide('b'), dashes(256), dashes(50)],
    ['escaped', wide('c'), '%2D'.repeat(256), '%2D'.repeat(50)],
  ])('match refuses a long segment before its constraint runs: %s', (_, source, long, short) => {
    const router = Router.parse(`GET /{<${source}>x} x.y`)
    const worked = workOf(source)
    expect(router.match({ method: 'GET', path: `/${long}` })).toBeUndefined()
    expect(workOf(source)).toBe(worked)
    expect(router.match({ method: 'GET', path: `/${short}` })).toBeDefined()
    expect(workOf(source)).toBeGreaterThan(worked)
  })

  test.each([
    ['of one segment', wide('e'), `/{<${wide('e')}>x}`, 256],
    ['of several segments', wide('/f'), `/{<${wide('/f')}>x}`, 8193],
    ['of a host variable', wide('g'), `{<${wide('g')}>x}/`, 400],
  ])(
    'reverse refuses a value %s over the length limit before its constraint runs',
    (_, source, pattern, length) => {
      const router = Router.parse(`GET ${pattern} x.y`)
      const worked = workOf(source)
      expect(() => router.reverse('x.y', { x: dashes(length) })).toThrow()
      expect(workOf(source)).toBe(worked)
      expect(() => router.reverse('x.y', { x: `aa${'-a'.repeat(15)}` })).not.toThrow()
      expect(workOf(source)).toBeGreaterThan(worked)
    },
  )

  test.each([
    ['unescaped', '-', 'h'],
    ['escaped', '%2D', 'i'],
  ])(
    'an %s segment of two variables over the length limit is refused before its automaton runs',
    (_, dash, mark) => {
      const [route] = Router.parse(`GET /{<${wide(mark)}>x}.{y} x.y`).routes
      const segment = route && compilePath(route.pattern).segments[0]
      if (segment?.type !== 'mixed') throw new TypeError('expected a segment of several parts')
      const worked = segment.automaton.work
      expect(acceptsSegment(segment, `y.${dash.repeat(2 * 255)}`, 255)).toBe(false)
      expect(segment.automaton.work).toBe(worked)
      expect(acceptsSegment(segment, `${dash.repeat(50)}.y`, 255)).toBe(true)
      expect(segment.automaton.work).toBeGreaterThan(worked)
    },
  )
})

test('match refuses a value of 8,193 characters before its constraint runs', () => {
  const router = Router.parse(`GET /{<${wide('/d')}>x} x.y`)
  const [route] = router.routes
  const automaton = route && compilePath(route.pattern).tail?.automaton
  const worked = automaton?.work
  expect(router.match({ method: 'GET', path: `/${dashes(8193)}` })).toBeUndefined()
  expect(automaton?.work).toBe(worked)
  expect(router.match({ method: 'GET', path: `/${dashes(50)}` })).toBeDefined()
  expect(automaton?.work).toBeGreaterThan(worked ?? NaN)
})

test('Common constraints compute all their transitions at load', () => {
  const everyday = [
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    String.raw`\d{4}-\d{2}-\d{2}`,
    '[a-z0-9]+(?:-[a-z0-9]+)*',
    '(?!admin$)[a-z0-9]+(?:-[a-z0-9]+)*',
    String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    String.raw`\d+\.\d+\.\d+(?:-[\w.]+)?`,
    '[a-z]{2}(?:-[A-Z]{2})?',
    '[^/]+-[^/]+',
    '(?=.*[a-z])(?=.*[0-9])[a-z0-9]{8,64}',
    String.raw`.+\.html`,
  ]
  for (const source of everyday) {
    const constraint = parseConstraint(source)
    const worked = workOf(source)
    for (const part of ['a', '-', 'a-', '0', '.', 'é', 'a0', '/', 'a@a.'])
      for (const end of ['', '!', '0', 'a']) constraint.test(part.repeat(60) + end)
    expect([source, workOf(source) - worked]).toEqual([source, 0])
  }
})

test('An alternation of 1,500 words matches and reverses, and later requests compute no transitions', () => {
  const words = Array.from({ length: 1500 }, (_, index) => `word${(index * 7919).toString(36)}`)
  const router = Router.parse(`GET /{<${words.join('|')}>word} x.y`)
  expect(router.match({ method: 'GET', path: `/${words[700]}` })?.args).toEqual({ word: words[700] })
  expect(router.match({ method: 'GET', path: '/word' })).toBeUndefined()
  expect(router.reverse('x.y', { word: words[1499] }).url).toBe(`/${words[1499]}`)
  const worked = workOf(words.join('|'))
  for (const word of words) router.match({ method: 'GET', path: `/${word}-` })
  for (const word of words) router.match({ method: 'GET', path: `/${word}` })
  expect(workOf(words.join('|'))).toBe(worked)
})

test('A look-ahead reads only the value of its variable', () => {
  const router = Router.parse('GET /{<(?!admin$)[a-z]+>name}/edit x.y')
  expect(router.match({ method: 'GET', path: '/admins/edit' })?.args).toEqual({ name: 'admins' })
  expect(router.match({ method: 'GET', path: '/admin/edit' })).toBeUndefined()
})

test('A repetition of 50 alternatives with look-aheads is refused in a segment with a literal', () => {
  const alternatives = Array.from({ length: 50 }, (_, index) => `(?!${index % 10}x)${100 + index}`)
  expect(() => Router.parse(`GET /{<(?:${alternatives.join('|')})+|/>x}-y x.y`)).toThrow(
    'Too many alternatives can follow each other in one repetition',
  )
})
