// Checks the minified and compressed size of each entry in the list, without other packages. `npm run check:packages`
// runs it. A budget is about a quarter larger than the size. packages/cli/test/client-size.long.test.ts checks the size
// of a client module.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The largest allowed sizes in bytes. */
const budgets = {
  'router-core': 60_000,
  'router-core/express': 96_000,
  'router-core/fastify': 80_000,
  'router-core/fetch': 80_000,
  'router-core/koa': 80_000,
  'router-core/node': 80_000,
  'router-core/hypermedia': 61_000,
  'router-core/templates': 9_000,
  'view-nunjucks': 2_400,
  'view-handlebars': 1_000,
  'view-eta': 1_900,
  'view-ejs': 8_000,
  'view-liquid': 1_500,
  'view-jsx': 1_400,
}

export async function checkSizes() {
  for (const [entry, budget] of Object.entries(budgets)) {
    const size = await sizeOf(entry)
    console.log(`@mvc-router/${entry}: ${size} of ${budget} bytes`)
    if (size > budget) throw new Error(`@mvc-router/${entry} has ${size} bytes, expected at most ${budget}`)
  }
}

async function sizeOf(entry) {
  const [folder, ...path] = entry.split('/')
  const source = join(root, 'packages', folder)
  const { exports } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const { outputFiles } = await build({
    entryPoints: [join(source, exports[['.', ...path].join('/')].default)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
  return gzipSync(outputFiles[0].contents).length
}
