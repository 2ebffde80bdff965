import { describe, expect, test } from '@jest/globals'
import { matchPeers } from '#benchmarks/match/match-peers.js'
import { measureMatching, type MatchTask } from '#benchmarks/match/measure-matching.js'
import { measureReversing } from '#benchmarks/reverse/measure-reversing.js'
import { reversePeers } from '#benchmarks/reverse/reverse-peers.js'
import { checkStore } from '#benchmarks/rest/rest-family.js'
import { stores } from '#benchmarks/rest/open-books.js'
import { timedLoop } from '#benchmarks/timed-loop.js'
import { measureLinks } from '#benchmarks/views/measure-links.js'
import { viewEngines } from '#benchmarks/views/view-engines.js'

const once = { rounds: 1, warmUp: 0 }

describe.each<MatchTask>([
  { set: 'small', requests: 'all' },
  { set: 'github', requests: 'static' },
  { set: 'github', requests: 'all' },
  { set: 'github', requests: 'miss' },
  { set: 'constrained', requests: 'all' },
])('matching $set, $requests', (task) => {
  test('all routers that can register the routes give the same answers', async () => {
    const timings = await measureMatching([...matchPeers.keys()], task, once)
    expect(timings.filter(({ rightAnswers }) => rightAnswers < 1).map(({ name }) => name)).toEqual([])
    expect(timings[0]?.name).toBe('mvc-router')
  })
})

test('a timed loop counts the results that are not undefined', () => {
  const loop = timedLoop((first: number, second: number) => (first > second ? first : undefined))
  expect(loop([1, 2, 3], [0, 2, 1]) - loop([], [])).toBe(2)
})

test.each(['one variable', 'three variables', '1,000 names'] as const)(
  'all builders that can have the routes build the same URLs for %s',
  async (task) => {
    const timings = await measureReversing([...reversePeers.keys()], task, once)
    expect(timings.filter(({ rightAnswers }) => rightAnswers < 1).map(({ name }) => name)).toEqual([])
  },
)

test('mvc-router encodes values like encodeURIComponent', async () => {
  const [ours] = await measureReversing(['mvc-router href()'], 'values to encode', once)
  expect(ours?.rightAnswers).toBe(1)
})

test.each([...viewEngines.keys()])(
  'a page of %s with our links is equal to the page with URLs written by hand',
  async (engine) => {
    const timings = await measureLinks(engine, once)
    expect(timings.map(({ name }) => name)).toEqual(['ours', 'handWritten'])
  },
)

test.each(stores)('all APIs give the same answers over %s', async (store) => {
  await expect(checkStore(store)).resolves.toHaveLength(4)
})
