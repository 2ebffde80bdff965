import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

/** A sentence with the command, the day, the machine, and the versions of the peers. */
export function describeRun(family: string, packages: readonly string[]): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const machine = `${process.platform} ${process.arch} (${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GB)`
  const versions = packages.map((name) => `${name} ${versionOf(name)}`).join(', ')
  const day = new Date().toISOString().slice(0, 10)
  return `\`npm run bench -- ${family}\` ran on ${day} with Node ${process.versions.node} on ${machine}, with ${versions}`
}

/** The version of a package that `package.json` pins. */
function versionOf(name: string): string {
  const { devDependencies } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { devDependencies: Record<string, string> }
  const version = devDependencies[name]
  if (version === undefined) throw new Error(`No such dependency: ${name}`)
  return version
}
