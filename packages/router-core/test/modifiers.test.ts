import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Router, type RouteFileParsingException } from '@mvc-router/router-core'

const parse = (words: string): Router =>
  Router.parse(`+ ${words}\nGET /x c.m`, { onWarning() {}, signingKeys: ['k'.repeat(32)] } as object)

function problem(words: string): Partial<RouteFileParsingException['errors'][number]> | undefined {
  try {
    parse(words)
    return undefined
  } catch (error) {
    return (error as RouteFileParsingException).errors[0]
  }
}

const misspelt = {
  use: ['USE', 'Use', 'uses', 'us', 'ues', 'usee', 'user', 'uze'],
  signed: ['Signed', 'signd', 'sigend', 'singed', 'signet', 'sign', 'signeds'],
  name: ['Name', 'names', 'nam', 'nmae'],
  alias: ['ALIAS', 'alais', 'alas'],
  tag: ['Tag', 'tags', 'tga'],
  deprecated: ['Deprecated', 'depricated', 'deprected', 'deprecate'],
  'signed-ignore': ['signed-ignored', 'Signed-Ignore', 'signed-ingore'],
}

test.each(Object.entries(misspelt).flatMap(([meant, words]) => words.map((word) => [word, meant])))(
  'the misspelt modifier %s is an error that suggests %s',
  (word, meant) => {
    for (const text of [word, `${word}=signedIn`, `nocsrf ${word}=signedIn`])
      expect(problem(text)).toMatchObject({
        code: 'E_ROUTE_SYNTAX',
        line: 1,
        column: 3 + text.indexOf(word ?? ''),
        hint: expect.stringContaining(`did you mean ${meant}?`) as unknown,
      })
  },
)

test('a modifier of the application is accepted and kept', () => {
  for (const word of [
    'nocsrf',
    'role=admin',
    'guard=x',
    'csrf-free',
    'Cache=60',
    'x',
    'assigned=to',
    'page=1',
  ])
    expect([word, problem(word)]).toEqual([word, undefined])
  expect(parse('nocsrf role=admin').routes[0]?.modifiers).toEqual({ nocsrf: true, role: 'admin' })
})

test.each(['name=a name=b', 'signed=1h\n+ signed=2h', 'tag=a nocsrf tag=b', 'tag=a\n\n+ tag=a'])(
  'a modifier that is written twice is an error: %j',
  (words) => {
    const twice = /\w+/.exec(words)?.[0]
    expect(problem(words)).toMatchObject({
      code: 'E_ROUTE_SYNTAX',
      message: `The word ${twice} is given twice`,
      line: words.split('\n').length,
      column: 3 + (words.split('\n').at(-1) ?? '').replace(/^\+ /, '').lastIndexOf(String(twice)),
    })
  },
)

test('the middleware of several use= words and lines keeps the written order', () => {
  expect(parse('use=a use=b,a\n+ use=c').routes[0]?.middleware).toEqual(['a', 'b', 'a', 'c'])
})

test('each change of one letter in use or signed is an error', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZ0_-')
  const change = fc.tuple(
    fc.constantFrom('use', 'signed'),
    fc.nat(8),
    letter,
    fc.constantFrom('add', 'drop', 'put', 'case'),
  )
  fc.assert(
    fc.property(change, ([word, place, other, kind]) => {
      const at = place % word.length
      const letterThere = word[at] ?? ''
      const written = { add: letterThere + other, drop: '', put: other, case: letterThere.toUpperCase() }[
        kind
      ]
      const changed = word.slice(0, at) + written + word.slice(at + 1)
      fc.pre(changed !== word && /^[A-Za-z_]/.test(changed))
      expect([changed, problem(`${changed}=a`)]).not.toEqual([changed, undefined])
    }),
    { numRuns: 500 },
  )
})
