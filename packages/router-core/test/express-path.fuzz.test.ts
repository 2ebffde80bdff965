import { expect, test } from '@jest/globals'
import { RouteFileParsingException, Router } from '@mvc-router/router-core'
import fc from 'fast-check'
import { match } from 'path-to-regexp'

const pieces = [':a', ':b', ':c', '*d', '*e', '/', '/', '-', '-', '.', '--', 'x', '^', '~', '!', ',']
const path = fc
  .shuffledSubarray(pieces, { minLength: 1, maxLength: 7 })
  .map((chosen) => `/${chosen.map((piece) => piece.replace('!', '\\!').replace('.', '\\.')).join('')}`)
const requested = fc
  .array(fc.constantFrom('a', 'b', '1', '-', '-', '.', '/', '/', 'x', '~', '!', ',', 'y'), { maxLength: 10 })
  .map((characters) => `/${characters.join('')}`)

test('router.add refuses arguments that are not strings', () => {
  for (const args of [
    ['GET', /x/, 'a.b'],
    ['GET', '/x'],
    [undefined, '/x', 'a.b'],
  ])
    expect(() => Router.parse('').add(...(args as [string, string, string]))).toThrow('each as a text')
})

test('a path in Express syntax gives the same arguments as Express, or is refused', () => {
  let taken = 0
  fc.assert(
    fc.property(path, fc.array(requested, { minLength: 5, maxLength: 5 }), (written, targets) => {
      const router = addOrRefuse(written)
      if (router === undefined) return
      const express = match(written, { decode: false, trailing: false })
      for (const target of targets) {
        const found = express(target)
        const expected = found === false ? undefined : joined(found.params)
        if (Object.values(expected ?? {}).some(hasEmptyOrDotSegment)) continue
        if (expected !== undefined) taken++
        expect(router.match({ method: 'GET', path: target })?.args).toEqual(expected)
      }
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 500) },
  )
  expect(taken).toBeGreaterThan(0)
})

test('the last wildcard never contains the literal before it, as in Express', () => {
  const router = addOrRefuse('/*a/x/*b/')
  expect(router?.match({ method: 'GET', path: '/1/x/2/3/' })?.args).toEqual({ a: '1', b: '2/3' })
  expect(router?.match({ method: 'GET', path: '/1/x/2/x/3/' })?.args).toEqual({ a: '1/x/2', b: '3' })
  expect(router?.match({ method: 'GET', path: '/1/x/2/x//' })).toBeUndefined()
  expect(addOrRefuse('/*a/*b/')?.match({ method: 'GET', path: '/1/2//' })).toBeUndefined()
})

test('a path that is optional as a whole also matches "/"', () => {
  const router = addOrRefuse('{/:tab}')
  expect(router?.match({ method: 'GET', path: '/' })?.args).toEqual({})
  expect(router?.match({ method: 'GET', path: '/x' })?.args).toEqual({ tab: 'x' })
})

/** Express accepts such a value; this router does not. */
function hasEmptyOrDotSegment(value: string): boolean {
  return value.split('/').some((segment) => ['', '.', '..'].includes(segment))
}

function addOrRefuse(written: string): Router | undefined {
  try {
    return Router.parse('', { onWarning: () => undefined }).add('GET', written, 'a.b')
  } catch (error) {
    if (error instanceof RouteFileParsingException) return undefined
    throw error
  }
}

function joined(params: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('/') : value,
    ]),
  )
}

test.each(['/:foo-:bar-*baz', '/:a-*b', '/*a-*b', '/:a-:b-:c', '/:a--:b'])(
  '%s is refused, because Express splits such a segment by rules of its own',
  (written) => {
    expect(() => Router.parse('').add('GET', written, 'a.b')).toThrow('in its own way')
  },
)

test.each(['//admin', '/a//b', '/:a//', '/{x}//', '/{x/}/y'])(
  '%s is refused, because two slashes differ from one slash in Express but not in route files',
  (written) => {
    expect(() => Router.parse('').add('GET', written, 'a.b')).toThrow('write one slash')
  },
)

test('two variables in a segment get the same values as in Express', () => {
  const router = Router.parse('').add('GET', '/flights/:from-:to', 'a.b')
  expect(router.match({ method: 'GET', path: '/flights/LAX-SFO' })?.args).toEqual({ from: 'LAX', to: 'SFO' })
  expect(router.match({ method: 'GET', path: '/flights/a-b-c' })?.args).toEqual({ from: 'a-b', to: 'c' })
  expect(router.match({ method: 'GET', path: '/flights/a-b-' })).toBeUndefined()
  expect(router.match({ method: 'GET', path: '/flights/a--' })?.args).toEqual({ from: 'a', to: '-' })
})
