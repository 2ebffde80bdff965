import { measure, type Candidate, type MeasureOptions } from '../measure.js'
import { createRandom, fresh, pick, randomText, type Random } from '../random.js'
import type { PeerTiming } from '../report/compare-with-peers.js'
import type { Builder, NamedRoute, Params, ReversePeer } from './reverse-peer.js'
import { loadReversePeer } from './reverse-peers.js'

export const reverseTasks = [
  'one variable',
  'three variables',
  'values to encode',
  '10 names',
  '1,000 names',
] as const
export type ReverseTask = (typeof reverseTasks)[number]

/** Times the peers in turns, with new strings as values every round. */
export async function measureReversing(
  names: readonly string[],
  task: ReverseTask,
  options: MeasureOptions,
): Promise<PeerTiming[]> {
  const able: ReverseCandidate[] = []
  for (const name of names) {
    const candidate = toReverseCandidate(name, await loadReversePeer(name), task)
    if (candidate !== undefined) able.push(candidate)
  }
  const timings = measure(
    able.map(({ candidate }) => candidate),
    options,
  )
  return timings.map((timing, index) => ({
    ...timing,
    rightAnswers: able[index]?.rightAnswers ?? 0,
    note: able[index]?.note ?? '',
  }))
}

export interface ReverseCandidate {
  readonly candidate: Candidate
  readonly rightAnswers: number
  readonly note: string
}

/** @returns undefined for a peer that cannot have the routes */
export function toReverseCandidate(
  name: string,
  peer: ReversePeer,
  task: ReverseTask,
): ReverseCandidate | undefined {
  const { routes, calls } = toCalls(task)
  const builder = peer.create(routes)
  if (builder === undefined) return undefined
  const routeNames = calls.map(({ route }) => route.name)
  let params: Params[] = []
  const candidate: Candidate = {
    name,
    operations: calls.length,
    prepare() {
      params = calls.map((call) => freshValues(call.params))
    },
    run: () => builder.run(routeNames, params),
  }
  return { candidate, rightAnswers: shareOfRightUrls(builder, calls), note: peer.note }
}

function shareOfRightUrls(builder: Builder, calls: readonly Call[]): number {
  const right = calls.filter(
    ({ route, params }) => builder.url(route.name, params) === expectedUrl(route, params),
  )
  return right.length / calls.length
}

interface Call {
  readonly route: NamedRoute
  readonly params: Params
}

function toCalls(task: ReverseTask): { routes: NamedRoute[]; calls: Call[] } {
  const random = createRandom(task.length)
  const routes = toRoutes(task)
  const value = task === 'values to encode' ? textToEncode : plainText
  const calls = Array.from({ length: 1024 }, () => {
    const route = pick(random, routes)
    const params: Record<string, string> = {}
    for (const segment of route.segments)
      if (typeof segment === 'object') params[segment.variable] = value(random)
    return { route, params }
  })
  return { routes, calls }
}

function toRoutes(task: ReverseTask): NamedRoute[] {
  switch (task) {
    case 'one variable':
    case 'values to encode':
      return [{ name: 'userController.showUser', segments: ['users', { variable: 'id' }] }]
    case 'three variables':
      return [
        {
          name: 'issueController.showIssue',
          segments: ['repos', { variable: 'owner' }, { variable: 'repo' }, 'issues', { variable: 'number' }],
        },
      ]
    case '10 names':
      return manyRoutes(10)
    case '1,000 names':
      return manyRoutes(1000)
  }
}

/** A third without variables, a third with one, a third with two. */
function manyRoutes(count: number): NamedRoute[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `controller${index}.show${index}`,
    segments: [
      `resources${index}`,
      ...([[], [{ variable: 'id' }], [{ variable: 'parent' }, 'items', { variable: 'id' }]][index % 3] ?? []),
    ],
  }))
}

function plainText(random: Random): string {
  return random() < 0.5
    ? randomText(random, '123456789', 1, 7)
    : randomText(random, 'abcdefghijklmnopqrstuvwxyz0123456789-', 3, 14)
}

/** What people search and file: names, titles and places, each with something to encode. */
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

function expectedUrl({ segments }: NamedRoute, params: Params): string {
  return `/${segments.map((segment) => (typeof segment === 'string' ? segment : encodeURIComponent(params[segment.variable] ?? ''))).join('/')}`
}

function freshValues(params: Params): Params {
  const copy: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) copy[name] = fresh(String(value))
  return copy
}
