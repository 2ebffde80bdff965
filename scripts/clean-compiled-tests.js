// A test that was renamed or deleted would otherwise live on as compiled JavaScript, and still run.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
for (const group of ['packages', 'examples'].filter((folder) => existsSync(`${root}/${folder}`))) {
  for (const name of readdirSync(`${root}/${group}`)) {
    rmSync(`${root}/${group}/${name}/dist-test`, { recursive: true, force: true })
  }
}
for (const name of ['benchmarks', 'browsers']) {
  rmSync(`${root}/${name}/dist-test`, { recursive: true, force: true })
}
