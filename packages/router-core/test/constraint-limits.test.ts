import { describe, expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { parseConstraint } from '../dist/lib/syntax/constraint.js'

/** What an automaton has computed by now. A text that it sees first makes it compute something. */
const workOf = (source: string): number => parseConstraint(source).automaton?.work ?? NaN

describe('A value that is too long is refused before its constraint sees it', () => {
  test.each([
    ['in a segment', 'a*-a+', '/{<a*-a+>x}', `/${'a'.repeat(256)}-a`],
    ['in escapes', 'b*-b+', '/{<b*-b+>x}', `/${'%62'.repeat(256)}-b`],
    ['in the rest of a path', 'c*/c+-', '/{<c*/c+->x}', `/${'c'.repeat(8192)}/c-`],
  ])('%s', (_, source, pattern, path) => {
    const router = Router.parse(`GET ${pattern} x.y`)
    const before = workOf(source)
    expect(router.match({ method: 'GET', path })).toBeUndefined()
    expect(workOf(source)).toBe(before)
  })

  test.each([
    ['in a segment', 'd*-d+', '/{<d*-d+>x}', `${'d'.repeat(256)}-d`],
    ['in the rest of a path', 'e*/e+-', '/{<e*/e+->x}', `${'e'.repeat(8192)}/e-`],
    ['in a host', '[fg]*-f+', '{<[fg]*-f+>x}/', `${'f'.repeat(400)}-f`],
  ])('when reversing, %s', (_, source, pattern, x) => {
    const router = Router.parse(`GET ${pattern} x.y`)
    const before = workOf(source)
    expect(() => router.reverse('x.y', { x })).toThrow()
    expect(workOf(source)).toBe(before)
  })

  test('and one that is not too long is seen', () => {
    const router = Router.parse('GET /{<h*-h+>x} x.y')
    expect(router.match({ method: 'GET', path: `/${'h'.repeat(253)}-h` })?.args['x']).toHaveLength(255)
  })
})

test('An alternation of 1,500 words is a constraint like any other', () => {
  const words = Array.from({ length: 1500 }, (_, index) => `word${(index * 7919).toString(36)}`)
  const router = Router.parse(`GET /{<${words.join('|')}>word} x.y`)
  expect(router.match({ method: 'GET', path: `/${words[700]}` })?.args).toEqual({ word: words[700] })
  expect(router.match({ method: 'GET', path: '/word' })).toBeUndefined()
  expect(router.reverse('x.y', { word: words[1499] }).url).toBe(`/${words[1499]}`)
})

test('A constraint with look-ahead sees its own value, not what stands behind it', () => {
  const router = Router.parse('GET /{<(?!admin$)[a-z]+>name}/edit x.y')
  expect(router.match({ method: 'GET', path: '/admins/edit' })?.args).toEqual({ name: 'admins' })
  expect(router.match({ method: 'GET', path: '/admin/edit' })).toBeUndefined()
})
