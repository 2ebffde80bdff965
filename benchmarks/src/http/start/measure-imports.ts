import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchTable } from '../../report/bench-table.js'
import { toAim } from '../../report/compare-with-peers.js'
import { formatNumber, formatSpread } from '../../report/format.js'
import { repeatAlone } from '../../run-alone.js'
import { ratioOf, spreadOf } from '../../statistics.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const routes = join(root, 'benchmarks/routes/github.conf')

/** Arguments of `import-once.js`, and the greatest ratio of an import's time to the time of `import 'express'`. */
const imports = [
  { name: '@mvc-router/router-core', args: ['@mvc-router/router-core'], atMost: 0.3 },
  { name: '@mvc-router/router-core/express', args: ['@mvc-router/router-core/express'], atMost: 0.55 },
  { name: '@mvc-router/rest', args: ['@mvc-router/rest'], atMost: 1.25 },
  {
    name: 'mvc-router list, the whole process',
    args: ['./node_modules/@mvc-router/cli/dist/bin.js', 'list', '--routes', routes],
    atMost: 1,
  },
]

/** Compares the published packages with `import 'express'`. Each import runs in its own process. */
export async function measureImports(): Promise<BenchTable> {
  // The folder is inside the root, so that Node finds the dependencies of the packages.
  const folder = join(root, 'packed/bench')
  try {
    const { unpackPackages } = (await import(join(root, 'tooling/packages/pack-packages.js'))) as {
      readonly unpackPackages: (destination: string) => Promise<void>
    }
    await unpackPackages(folder)
    const importer = join(folder, 'importer.js')
    const [express = [], ...ours] = repeatAlone<number>(
      new URL('import-once.js', import.meta.url),
      [['express'], ...imports.map(({ args }) => args)].map((args) => [importer, ...args]),
      9,
    )
    const rows = [{ name: "import 'express'", times: express }].concat(
      imports.map(({ name }, index) => ({ name, times: ours[index] ?? [] })),
    )
    return {
      title: 'Imports',
      unit: 'ms of CPU, cold',
      columns: ['median (p10 to p90)', "ratio to import 'express'"],
      rows: rows.map(({ name, times }, index) => ({
        name,
        value: spreadOf(times).median,
        isOurs: index > 0,
        cells: [formatSpread(spreadOf(times)), formatNumber(ratioOf(times, express).median)],
      })),
      note: 'The packages are bundled as `npm run pack` bundles them, and use the dependencies of the root install. The command lists 203 routes.',
      aims: imports.map(({ name, atMost }, index) => {
        const subject = name.startsWith('@') ? `import '${name}'` : name
        return toAim(subject, "import 'express'", atMost, ours[index] ?? [], express)
      }),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
