import type { Timing } from '../measure.js'
import type { BenchFamily, BenchTable } from '../report/bench-table.js'
import { formatNumber } from '../report/format-number.js'
import { formatSpread } from '../report/figure.js'
import { repeatAlone } from '../run-alone.js'
import { differenceOf, ratioOf, spreadOf } from '../statistics.js'
import type { ViewEngine } from './view-engine.js'
import { viewEngines } from './view-engines.js'

/** How the ways are called in the tables. */
const titles: ReadonlyMap<string, string> = new Map([
  ['ours', 'mvc-router'],
  ['oursFunction', 'mvc-router, as a function'],
  ['oursLink', 'mvc-router, <Link>'],
  ['handWritten', 'URL written by hand'],
  ['constant', 'helper that returns a constant'],
  ['koaRouter', 'helper with @koa/router url()'],
])

export const viewsFamily: BenchFamily = {
  title: 'Links in templates',
  packages: [
    'nunjucks',
    'handlebars',
    'eta',
    'ejs',
    'react',
    'react-dom',
    'preact',
    'preact-render-to-string',
    'express',
    '@koa/router',
  ],
  async measure() {
    const tables: BenchTable[] = []
    for (const [name, load] of viewEngines) tables.push(measureEngine(name, await load()))
    return tables
  },
}

function measureEngine(name: string, { title, atMost }: ViewEngine): BenchTable {
  const [[timings = []] = []] = repeatAlone<Timing[]>(
    new URL('measure-alone.js', import.meta.url),
    [[name]],
    1,
  )
  const byWay = new Map(timings.map((timing) => [timing.name, timing.times]))
  const constant = byWay.get('constant') ?? []
  const handWritten = byWay.get('handWritten') ?? []
  return {
    title,
    unit: 'ns per row with one link',
    columns: ['median (p10 to p90)', 'over the URL by hand (p10 to p90)', 'over the constant helper'],
    rows: [...titles].flatMap(([way, rowTitle]) => {
      const times = byWay.get(way)
      if (times === undefined) return []
      return [
        {
          name: rowTitle,
          value: spreadOf(times).median,
          isOurs: way.startsWith('ours'),
          cells: [
            formatSpread(spreadOf(times)),
            formatSpread(ratioOf(times, handWritten)),
            formatNumber(differenceOf(times, constant).median),
          ],
        },
      ]
    }),
    note: 'Pages of 50 rows with a link each, rendered in an action of Express.',
    figures: [
      {
        name: `${title}: a page of 50 links over one with URLs written by hand`,
        bound: { atMost },
        unit: '×',
        measured: ratioOf(byWay.get('ours') ?? [], handWritten),
      },
    ],
    isCharted: true,
  }
}
