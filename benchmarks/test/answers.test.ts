import { describe, expect, test } from '@jest/globals'
import { loadMatchPeer, matchPeers } from '#benchmarks/match/match-peers.js'
import { measureMatching, type MatchTask } from '#benchmarks/match/measure-matching.js'
import { sampleRequests } from '#benchmarks/requests.js'
import { loadReversePeer, reversePeers } from '#benchmarks/reverse/reverse-peers.js'
import { measureReversing } from '#benchmarks/reverse/measure-reversing.js'
import { checkStore } from '#benchmarks/rest/measure-store.js'
import { stores } from '#benchmarks/rest/stores.js'
import { readRouteSet } from '#benchmarks/route-sets.js'
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

  test.each([...matchPeers.keys()])('the timed loop of %s finds what is there', async (name) => {
    const set = readRouteSet(task.set)
    const matcher = (await loadMatchPeer(name)).create(set)
    if (matcher === undefined) return
    const requests = sampleRequests(set, task.requests)
    const found = matcher.run(
      requests.map(({ method }) => method),
      requests.map(({ path }) => path),
    )
    // A loop adds one when it has ever found anything, so that its results are used.
    expect(found - matcher.run([], [])).toBe(requests.filter(({ route }) => route !== undefined).length)
  })
})

test.each(['one variable', 'three variables', '1,000 names'] as const)(
  'all builders give the same URLs for %s',
  async (task) => {
    const timings = await measureReversing([...reversePeers.keys()], task, once)
    expect(timings.filter(({ rightAnswers }) => rightAnswers < 1).map(({ name }) => name)).toEqual([])
  },
)

test('ours encodes as encodeURIComponent does', async () => {
  const [ours] = await measureReversing(['mvc-router href()'], 'values to encode', once)
  expect(ours?.rightAnswers).toBe(1)
})

test.each([...reversePeers.keys()])('the timed loop of %s builds URLs', async (name) => {
  const routes = [{ name: 'userController.showUser', segments: ['users', { variable: 'id' }] }]
  const builder = (await loadReversePeer(name)).create(routes)
  if (builder === undefined) throw new Error('It has to have one route')
  const names = ['userController.showUser', 'userController.showUser']
  const length = builder.run(names, [{ id: '5' }, { id: '42' }]) - builder.run([], [])
  expect(length).toBe('/users/5/users/42'.length)
})

test.each([...viewEngines.keys()])('all ways to write a link print the same page in %s', async (engine) => {
  const timings = await measureLinks(engine, once)
  expect(timings.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['handWritten', 'constant', 'ours', 'koaRouter']),
  )
})

test.each(stores)('all APIs give the same books over %s', async (store) => {
  await expect(checkStore(store)).resolves.toHaveLength(store === 'memory' ? 3 : 5)
})
