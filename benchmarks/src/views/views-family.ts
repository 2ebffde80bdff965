import type { Timing } from '../measure.js'
import type { Aim, BenchFamily, BenchRow } from '../report/bench-table.js'
import { toAim } from '../report/compare-with-peers.js'
import { formatSpread } from '../report/format.js'
import { repeatAlone } from '../run-alone.js'
import { ratioOf, spreadOf } from '../statistics.js'
import { viewEngines } from './view-engines.js'

/** Compares links in templates with URLs that are written by hand. */
export const viewsFamily: BenchFamily = {
  title: 'Links in templates',
  packages: ['nunjucks', 'handlebars', 'eta', 'ejs', 'liquidjs', 'react', 'preact', 'express'],
  async measure() {
    const rows: BenchRow[] = []
    const aims: Aim[] = []
    for (const [name, load] of viewEngines) {
      const { title, atMost } = await load()
      const [[timings = []] = []] = repeatAlone<Timing[]>(
        new URL('../measure-alone.js', import.meta.url),
        [['views', name]],
        1,
      )
      const timesOf = (way: string): readonly number[] =>
        timings.find((timing) => timing.name === way)?.times ?? []
      const [ours, handWritten] = [timesOf('ours'), timesOf('handWritten')]
      const toRow = (row: string, times: readonly number[]): BenchRow => ({
        name: row,
        value: spreadOf(times).median,
        isOurs: times === ours,
        ratio: times === ours ? undefined : ratioOf(times, ours).median,
        cells: [formatSpread(spreadOf(times)), formatSpread(ratioOf(times, handWritten))],
      })
      rows.push(toRow(title, ours), toRow(`${title}, URL by hand`, handWritten))
      aims.push(toAim(`50 links in ${title}`, 'URLs by hand', atMost, ours, handWritten))
    }
    return [
      {
        title: 'A row with a link, in a page of 50',
        unit: 'ns per row',
        columns: ['median (p10 to p90)', 'ratio to the URL by hand (p10 to p90)'],
        rows,
        aims,
        note: 'Each page is rendered in an action of Express.',
        isCharted: true,
      },
    ]
  },
}
