import { measure, type Candidate, type MeasureOptions, type Timing } from '../measure.js'
import { repeatAlone } from '../run-alone.js'
import { ratioOf, spreadOf } from '../statistics.js'
import type { Aim, BenchTable } from './bench-table.js'
import { formatNumber, formatSpread } from './format.js'

export interface PeerTask {
  readonly title: string
  readonly aims?: readonly PeerAim[]
  readonly isCharted?: boolean
}

/** An aim for our time divided by a peer's time. Both are measured alone in a process. */
export interface PeerAim {
  /** The name of our row. The default is the first row. */
  readonly ours?: string
  readonly peer: string
  readonly atMost: number
}

export interface PeerTiming extends Timing {
  /** The share of right answers, from 0 to 1. */
  readonly rightAnswers: number
  readonly note: string
}

/** A peer that can do the task. */
export type AblePeer = Candidate & Pick<PeerTiming, 'rightAnswers' | 'note'>

export function measurePeers(able: readonly AblePeer[], options: MeasureOptions): PeerTiming[] {
  const timings = measure(able, options)
  return able.map(({ name, rightAnswers, note }, index) => ({
    name,
    times: timings[index]?.times ?? [],
    rightAnswers,
    note,
  }))
}

/**
 * Returns a table of our router and its peers. All of them take turns in one process, and then run alone in one process
 * each. Ours is the first of `together`. The last argument has the arguments of `measure-alone.js`.
 */
export function compareWithPeers(
  { title, aims = [], isCharted }: PeerTask,
  unit: string,
  together: readonly PeerTiming[],
  [family, ...task]: readonly string[],
): BenchTable {
  const names = together.map(({ name }) => name)
  const script = new URL('../measure-alone.js', import.meta.url)
  const runs = repeatAlone<Timing[]>(
    script,
    names.map((name) => [family ?? '', name, ...task]),
    3,
  )
  const alone = new Map(
    names.map((name, index) => [
      name,
      (runs[index] ?? []).map(([timing]) => spreadOf(timing?.times ?? []).median),
    ]),
  )
  const [ours] = together
  if (ours === undefined) throw new Error(`${title}: nothing was measured`)
  return {
    title,
    unit,
    columns: ['interleaved (p10 to p90)', 'ratio', 'alone', 'ratio alone', 'right answers', 'remarks'],
    isCharted,
    rows: together.map(({ name, times, rightAnswers, note }) => {
      const inOwnProcess = alone.get(name) ?? []
      const ratio = ratioOf(times, ours.times).median
      const ratioAlone = ratioOf(inOwnProcess, alone.get(ours.name) ?? []).median
      const isOurs = name.startsWith('mvc-router')
      return {
        name,
        value: spreadOf(times).median,
        isOurs,
        // The ratio is measured alone, because an application has only one router.
        ratio: isOurs || rightAnswers < 1 ? undefined : ratioAlone,
        cells: [
          formatSpread(spreadOf(times)),
          formatNumber(ratio),
          formatNumber(spreadOf(inOwnProcess).median),
          formatNumber(ratioAlone),
          `${Math.floor(rightAnswers * 100)} %`,
          note,
        ],
      }
    }),
    aims: aims.map(({ ours: name = ours.name, peer, atMost }) =>
      toAim(`${title}: ${name}`, peer, atMost, alone.get(name) ?? [], alone.get(peer) ?? []),
    ),
  }
}

/** Returns an aim for our time divided by a peer's time. Both lists have the rounds in the same order. */
export function toAim(
  subject: string,
  peer: string,
  atMost: number,
  ours: readonly number[],
  theirs: readonly number[],
): Aim {
  return { name: `${subject}, compared with ${peer}`, unit: '×', atMost, measured: ratioOf(ours, theirs) }
}
