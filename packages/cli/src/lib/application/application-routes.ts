import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { ShownRoute } from '../routes/shown-routes.js'
import { packageFile } from '../terminal/package-file.js'
import { UsageException } from '../terminal/usage-exception.js'

export type RoutesReply = { readonly routes: readonly ShownRoute[] } | { readonly failure: string }

const loadTimeout = 60_000

/**
 * Loads an application in a child process, where it does not listen, and returns its routes. These include routes that
 * extensions add, such as generic controllers.
 *
 * @throws UsageException if the application cannot be loaded or has no mapping
 */
export async function applicationRoutes(file: string, cwd: string): Promise<readonly ShownRoute[]> {
  const entry = resolve(cwd, file)
  if (!existsSync(entry))
    throw new UsageException(`--app: there is no ${file}`, 'name the file that starts the application')
  const child = fork(packageFile('dist/lib/application/route-process.js'), [], {
    cwd,
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaints = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-2000)
  })
  let timer: NodeJS.Timeout | undefined
  const replied = new Promise<RoutesReply>((reply) => {
    timer = setTimeout(() => reply({ failure: 'it takes longer than a minute' }), loadTimeout)
    child.on('message', reply)
    child.on('exit', (code, signal) =>
      reply({ failure: `it ended with ${signal ?? `code ${String(code)}`}` }),
    )
    child.send(entry)
  })
  const reply = await replied
  clearTimeout(timer)
  child.kill('SIGKILL')
  if ('routes' in reply) return reply.routes
  const lines = stripVTControlCharacters(complaints).split('\n')
  const last = lines.find((line) => /Error\b|error:/i.test(line))
  throw new UsageException(
    `The application cannot be loaded: ${reply.failure}${last === undefined ? '' : ` (${last.trim()})`}`,
    'load it as you do to start it: with its packages installed, and the environment that it needs',
  )
}
