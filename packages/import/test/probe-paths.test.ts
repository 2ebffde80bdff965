import { expect, test } from '@jest/globals'
import { probePaths } from '../dist/lib/verify/probe-paths.js'

// Requests that `import --verify` sends to an application: paths of each pattern, and their neighbours.

/** The paths themselves, each of which is followed by its neighbours. */
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
  ['/x{<(?:q){9}>id}y', ['/xxy']],
])('paths of %s', (pattern, paths) => {
  expect(accepted(pattern).slice(0, paths.length)).toEqual(paths)
})

test('the neighbours of a path: with and without a slash, longer, shorter, and another one beside it', () => {
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
