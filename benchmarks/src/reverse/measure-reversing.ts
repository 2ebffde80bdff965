import type { MeasureOptions } from '../measure.js'
import { createRandom, fresh, pick, randomText, type Random } from '../random.js'
import { measurePeers, type AblePeer, type PeerTiming } from '../report/compare-with-peers.js'
import { timedLoop } from '../timed-loop.js'
import { toPath, type NamedRoute, type Params } from './reverse-peer.js'
import { reversePeers } from './reverse-peers.js'

export type ReverseTask = 'one variable' | 'three variables' | 'values to encode' | '1,000 names'

/** Times the peers in turns. Every round has new strings as values. */
export async function measureReversing(
  names: readonly string[],
  task: ReverseTask,
  options: MeasureOptions,
): Promise<PeerTiming[]> {
  const routes = toRoutes(task)
  const calls = toCalls(routes, task === 'values to encode' ? textToEncode : plainText)
  const routeNames = calls.map(({ route }) => route.name)
  const able: AblePeer[] = []
  for (const name of names) {
    const peer = reversePeers.get(name)
    if (peer === undefined) throw new Error(`No such peer: ${name}`)
    const build = await peer.create(routes)
    if (build === undefined) continue
    const loop = timedLoop(build)
    let params: Params[] = []
    const right = calls.filter((call) => String(build(call.route.name, call.params)) === expectedUrl(call))
    able.push({
      name,
      note: peer.note,
      rightAnswers: right.length / calls.length,
      operations: calls.length,
      prepare() {
        params = calls.map((call) => freshValues(call.params))
      },
      run: () => loop(routeNames, params),
    })
  }
  return measurePeers(able, options)
}

interface Call {
  readonly route: NamedRoute
  readonly params: Params
}

function toCalls(routes: readonly NamedRoute[], value: (random: Random) => string): Call[] {
  const random = createRandom(routes.length)
  return Array.from({ length: 1024 }, () => {
    const route = pick(random, routes)
    const variables = route.segments.flatMap((segment) =>
      typeof segment === 'string' ? [] : segment.variable,
    )
    return { route, params: Object.fromEntries(variables.map((name) => [name, value(random)])) }
  })
}

const variable = (name: string): { readonly variable: string } => ({ variable: name })

function toRoutes(task: ReverseTask): NamedRoute[] {
  if (task === 'three variables') {
    const segments = ['repos', variable('owner'), variable('repo'), 'issues', variable('number')]
    return [{ name: 'issueController.showIssue', segments }]
  }
  if (task !== '1,000 names')
    return [{ name: 'userController.showUser', segments: ['users', variable('id')] }]
  // A third of the routes has no variable, a third has one, and a third has two.
  const ends = [[], [variable('id')], [variable('parent'), 'items', variable('id')]]
  return Array.from({ length: 1000 }, (_, index) => ({
    name: `controller${index}.show${index}`,
    segments: [`resources${index}`, ...(ends[index % 3] ?? [])],
  }))
}

function plainText(random: Random): string {
  return random() < 0.5
    ? randomText(random, '123456789', 1, 7)
    : randomText(random, 'abcdefghijklmnopqrstuvwxyz0123456789-', 3, 14)
}

/** Names, titles and places. Each has a space, which must be encoded. */
function textToEncode(random: Random): string {
  return `${pick(random, firstParts)} ${pick(random, lastParts)}`
}

const firstParts =
  'Anna,Jürgen,Renée,José,Zoë,Chloé,Søren,Łukasz,Björn,André,Michael,Sarah,Thomas,Maria,Peter,New,San,São,Great,The'.split(
    ',',
  )
const lastParts = (
  'Müller,Schmidt,García,Nguyễn,Ångström,Smith,Brown & Sons,de la Cruz,van der Berg,Weiß,Johnson,Kowalski,Dvořák,' +
  'York,Paulo,Expectations,Lord of the Rings,C++ Primer,A/B Testing,100 % Cotton'
).split(',')

function expectedUrl({ route, params }: Call): string {
  return toPath(route, (name) => encodeURIComponent(params[name] ?? ''))
}

function freshValues(params: Params): Params {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, fresh(String(value))]))
}
