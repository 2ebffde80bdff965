import type { Timing } from '../measure.js'
import { ratioOf, spreadOf } from '../statistics.js'
import type { BenchTable } from './bench-table.js'
import { formatNumber } from './format-number.js'
import { formatSpread, type Figure } from './figure.js'

export interface PeerTask {
  readonly title: string
  readonly comparisons?: readonly Comparison[]
  readonly isCharted?: boolean
}

/** A figure that compares us with a peer: how many times as fast we are at least, or our share of its time at most. */
export interface Comparison {
  /** Which row of ours; the first one unless it is named. */
  readonly ours?: string
  readonly peer: string
  /** One in a process, or all in one, taking turns. */
  readonly how: 'alone' | 'interleaved'
  readonly bound: Figure['bound']
}

export interface PeerTiming extends Timing {
  /** From 0 to 1; below 1 the peer gives other answers to some questions. */
  readonly rightAnswers: number
  readonly note: string
}

/** A table of ours, which comes first, and its peers; and the figures that it decides. */
export function compareWithPeers(
  { title, comparisons = [], isCharted }: PeerTask,
  unit: string,
  together: readonly PeerTiming[],
  alone: ReadonlyMap<string, readonly number[]>,
): BenchTable {
  const [ours] = together
  if (ours === undefined) throw new Error(`${title}: nothing was measured`)
  const interleaved = new Map(together.map(({ name, times }) => [name, times]))
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
        // Alone, an application has one router, as most have.
        ratio: isOurs || rightAnswers < 1 ? undefined : Number.isNaN(ratioAlone) ? ratio : ratioAlone,
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
    figures: comparisons.map((comparison) => {
      const times = comparison.how === 'alone' ? alone : interleaved
      const { ours: name, peer } = comparison
      const subject = name === undefined ? title : `${title}, ${name}`
      return toFigure(subject, comparison, times.get(name ?? ours.name) ?? [], times.get(peer) ?? [])
    }),
  }
}

/** The two of a round belong together. */
export function toFigure(
  title: string,
  { peer, how, bound }: Omit<Comparison, 'how'> & { readonly how?: Comparison['how'] },
  ours: readonly number[],
  theirs: readonly number[],
): Figure {
  const isSpeed = 'atLeast' in bound
  const words = isSpeed ? `times as fast as ${peer}` : `time over that of ${peer}`
  return {
    name: `${title}: ${words}${how === undefined ? '' : `, ${how}`}`,
    bound,
    unit: '×',
    measured: isSpeed ? ratioOf(theirs, ours) : ratioOf(ours, theirs),
  }
}
