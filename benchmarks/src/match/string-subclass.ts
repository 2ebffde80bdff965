import type { BenchTable } from '../report/bench-table.js'
import { formatNumber } from '../report/format-number.js'
import { formatSpread } from '../report/figure.js'
import { repeatAlone } from '../run-alone.js'
import { ratioOf, spreadOf } from '../statistics.js'

const peers = ['mvc-router', 'memoirist']

/** Any `class X extends String` in the process makes methods of all strings slow: what does that do to a router? */
export function measureStringSubclass(): BenchTable {
  const script = new URL('measure-alone.js', import.meta.url)
  const calls = peers.flatMap((peer) => [
    [peer, 'github', 'all'],
    [peer, 'github', 'all', 'spoilt'],
  ])
  const times = repeatAlone<number>(script, calls, 3)
  const of = (peer: number, which: 0 | 1): number[] => times[2 * peer + which] ?? []
  return {
    title: 'GitHub, 203 routes, all, with a subclass of String in the process',
    unit: 'ns per lookup',
    columns: ['with it (p10 to p90)', 'without (p10 to p90)', 'ratio'],
    rows: peers.map((name, index) => ({
      name,
      value: spreadOf(of(index, 1)).median,
      isOurs: name === 'mvc-router',
      cells: [
        formatSpread(spreadOf(of(index, 1))),
        formatSpread(spreadOf(of(index, 0))),
        formatNumber(ratioOf(of(index, 1), of(index, 0)).median),
      ],
    })),
    note: 'Each in a process of its own. Nunjucks has such a class.',
    figures: [
      {
        name: 'With a subclass of String in the process: time over that without',
        bound: { atMost: 1.15 },
        unit: '×',
        measured: ratioOf(of(0, 1), of(0, 0)),
      },
    ],
  }
}
