import { readFileSync } from 'node:fs'

/** The pinned versions of the peers: `find-my-way 9.10.1`. */
export function readVersions(): string[] {
  const { devDependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as {
    devDependencies: Record<string, string>
  }
  return Object.entries(devDependencies)
    .filter(([name]) => !name.startsWith('@mvc-router/') && !name.startsWith('@types/'))
    .map(([name, version]) => `${name} ${version}`)
}
