import type { Timing } from '../measure.js'
import type { BenchFamily, BenchTable } from '../report/bench-table.js'
import { formatSpread } from '../report/figure.js'
import { repeatAlone } from '../run-alone.js'
import { differenceOf, spreadOf } from '../statistics.js'
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
  ['vueRouter', 'helper with vue-router resolve()'],
  ['fosRouter', 'helper with fos-router generate()'],
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
    'vue-router',
    'fos-router',
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
  const extra = (way: string) => differenceOf(byWay.get(way) ?? [], constant)
  return {
    title,
    unit: 'ns per row with one link',
    columns: ['median (p10 to p90)', 'over the constant helper (p10 to p90)'],
    rows: [...titles].flatMap(([way, rowTitle]) => {
      const times = byWay.get(way)
      if (times === undefined) return []
      return [
        {
          name: rowTitle,
          value: spreadOf(times).median,
          isOurs: way.startsWith('ours'),
          cells: [formatSpread(spreadOf(times)), formatSpread(extra(way))],
        },
      ]
    }),
    note: 'Pages of 300 rows with a link each, rendered in an action of Express.',
    figures: [
      {
        name: `${title}: a link over a helper that returns a constant`,
        bound: { atMost },
        unit: 'ns',
        measured: extra('ours'),
      },
    ],
    isCharted: true,
  }
}
