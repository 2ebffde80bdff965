import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { describeHost } from '../../../packages/router-core/dist-test/hosts/describe-host.js'
import type { Host, RunningHost } from '../../../packages/router-core/dist-test/hosts/hosts.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const packages = fileURLToPath(new URL('../node_modules', import.meta.url))
const server = fileURLToPath(new URL('../dist-test/serve-fetch.js', import.meta.url))

/** Finds a program in the package of this platform, because the install scripts that would copy it do not run. */
function findProgram(scope: string, ...path: readonly string[]): string | undefined {
  const folder = join(packages, scope)
  const platforms = existsSync(folder) ? readdirSync(folder) : []
  return platforms.map((platform) => join(folder, platform, ...path)).find((file) => existsSync(file))
}

function hostOf(name: string, program: string, args: readonly string[]): ServedHost {
  const start: ServedHost['start'] = async (variant, watch) => {
    const child = spawn(program, [...args, server, variant], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const port = await new Promise<number>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`${program} ended before it served`)))
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line === 'gone' || line === 'started') watch[line]()
        const [, found] = /^port (\d+)$/.exec(line) ?? []
        if (found !== undefined) resolve(Number(found))
      })
    })
    return {
      port,
      errors: [],
      fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
      async close() {
        child.kill()
        await once(child, 'exit')
      },
    }
  }
  return { name, handlesRest: true, sharesResponse: false, isElsewhere: true, start }
}

interface ServedHost extends Host {
  start(...given: Parameters<Host['start']>): Promise<RunningHost & { readonly port: number }>
}

/** Sends a request without changing its path. `fetch` would resolve the dots. */
async function statusOf(port: number, path: string): Promise<number | undefined> {
  const request = httpRequest({ host: '127.0.0.1', port, path }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

function describeRuntime(host: ServedHost): void {
  describeHost(host)
  test(`a path with dots, an escape or two slashes does not skip middleware on ${host.name}`, async () => {
    const running = await host.start('usual', { gone: () => undefined, started: () => undefined })
    try {
      for (const path of ['/users/../guarded/x', '/%67uarded/x', '//guarded/x'])
        expect([401, 404]).toContain(await statusOf(running.port, path))
    } finally {
      await running.close()
    }
  })
}

const runtimes = [
  { name: 'Bun', program: findProgram('@oven', 'bin', 'bun'), args: [] },
  { name: 'Deno', program: findProgram('@deno', 'deno'), args: ['run', '--allow-all', '--no-lock'] },
]

for (const { name, program, args } of runtimes) {
  if (program !== undefined) describeRuntime(hostOf(name, program, args))
  else if (process.env['REQUIRE_SERVICES'] === '1')
    throw new Error(`${name} is not installed in tooling/runtimes`)
  else test.skip(`${name} is not installed: npm run test:all does it`, () => undefined)
}
