import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { UsageException } from '../terminal/usage-exception.js'

/** What a process answers that could not load the application. */
export interface FailedReply {
  readonly type: 'failed'
  readonly message: string
}

const loadTimeout = 60_000

/** Starts a program of this package, by its place below `dist/lib`; whoever starts it kills it. */
export function startProcess(
  program: string,
  cwd: string,
  {
    execArgv = [],
    env = {},
  }: { readonly execArgv?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  const manifest = createRequire(import.meta.url).resolve('@mvc-router/cli/package.json')
  return fork(join(dirname(manifest), 'dist/lib', program), [], {
    cwd,
    execArgv: ['--enable-source-maps', ...execArgv],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/**
 * Asks a process that loads an application.
 *
 * @throws UsageException where it cannot be loaded
 */
export function askProcess<Reply extends { readonly type: string }>(
  child: ChildProcess,
  request: object,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let complaints = ''
    const collect = (chunk: Buffer): void => {
      complaints = (complaints + chunk.toString()).slice(-2000)
    }
    const fail = (message: string): void => {
      stop()
      const last = complaints.split('\n').find((line) => /Error\b|error:/i.test(line))
      reject(
        new UsageException(
          `The application cannot be loaded: ${message}${last === undefined ? '' : ` (${last.trim()})`}`,
          'load it as you do to start it: with its packages installed, and the environment that it needs',
        ),
      )
    }
    const answer = (reply: Reply | FailedReply): void => {
      if (reply.type === 'failed') {
        fail((reply as FailedReply).message)
        return
      }
      stop()
      resolve(reply as Reply)
    }
    const ended = (code: number | null): void => fail(`it ended with code ${code ?? 'unknown'}`)
    const timer = setTimeout(() => fail('it takes longer than a minute'), loadTimeout)
    const stop = (): void => {
      clearTimeout(timer)
      child.off('message', answer)
      child.off('exit', ended)
      child.stderr?.off('data', collect)
    }
    child.stderr?.on('data', collect)
    child.on('message', answer)
    child.on('exit', ended)
    child.send(request)
  })
}
