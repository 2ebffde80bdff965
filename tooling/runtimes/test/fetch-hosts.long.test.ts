import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test } from '@jest/globals'
import { describeFetchHost, hostAt, type FetchHost } from './describe-fetch-host.js'

const packages = fileURLToPath(new URL('../node_modules', import.meta.url))
const server = fileURLToPath(new URL('../dist-test/serve-fetch.js', import.meta.url))

/** Scripts of packages do not run, so each program is taken from the package that its own script would copy it from. */
function findProgram(scope: string, ...path: readonly string[]): string | undefined {
  const folder = join(packages, scope)
  const platforms = existsSync(folder) ? readdirSync(folder) : []
  return platforms.map((platform) => join(folder, platform, ...path)).find((file) => existsSync(file))
}

async function start(
  program: string,
  args: readonly string[],
): Promise<FetchHost & { readonly port: number }> {
  const child = spawn(program, [...args, server], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port] = /^port (\d+)$/.exec(line) ?? []
    if (port === undefined) continue
    return hostAt(Number(port), async () => {
      child.kill()
      await once(child, 'exit')
    })
  }
  throw new Error(`${program} ended before it served`)
}

const runtimes = [
  { name: 'Bun', program: findProgram('@oven', 'bin', 'bun'), args: [] },
  { name: 'Deno', program: findProgram('@deno', 'deno'), args: ['run', '--allow-all', '--no-lock'] },
]

for (const { name, program, args } of runtimes) {
  if (program !== undefined) describeFetchHost(name, () => start(program, args))
  else if (process.env['REQUIRE_SERVICES'] === '1')
    throw new Error(`${name} is not installed in tooling/runtimes`)
  else test.skip(`${name} is not installed: npm run test:all does it`, () => undefined)
}
