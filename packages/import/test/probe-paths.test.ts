import { expect, test } from '@jest/globals'
import { probePaths } from '../dist/lib/verify/probe-paths.js'

// `import --verify` requests these paths from an application: sample paths of each pattern, and similar paths.

/** Returns the first four paths. Sample paths come before the similar ones. */
function accepted(pattern: string): string[] {
  return probePaths(pattern).slice(0, 4)
}

test.each([
  ['/users/{id}', ['/users/42', '/users/abc', '/users/a.b-c', '/users/a%20b']],
  ['/users/{id}/?', ['/users/42', '/users/abc', '/users/a.b-c', '/users/a%20b']],
  ['/users/{<[0-9]+>id}', ['/users/42', '/users/7', '/users/2024', '/users/12345']],
  [
    '/{<de|en-US>lang}/a{<[a-z]{3}>b}-{c}',
    ['/de/aabc-42', '/en-US/anew-abc', '/de/aabc-a.b-c', '/en-US/anew-a%20b'],
  ],
])('probePaths returns matching paths of %s', (pattern, paths) => {
  expect(accepted(pattern).slice(0, paths.length)).toEqual(paths)
})

test('probePaths writes x for a variable if no sample value meets its constraint', () => {
  expect(probePaths('/x{<(?:q){9}>id}y')[0]).toBe('/xxy')
})

test('probePaths adds paths with a trailing slash, a longer, a shorter and a neighbouring path', () => {
  expect(probePaths('/users/new')).toEqual([
    '/users/new',
    '/users/new/',
    '/users/new/extra',
    '/users',
    '/users/newx',
    '/users/neighbour',
  ])
  expect(probePaths('/')).toEqual(['/', '/extra', '/x', '/neighbour'])
})
