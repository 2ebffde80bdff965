import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { UsageException } from '../terminal/usage-exception.js'

/** The reply of a process that loads an application: a result, or the reason why it could not. */
export type ProcessReply = { readonly result: unknown } | { readonly failure: string }

/** @throws UsageException where the application cannot be loaded */
export type AskProcess = <Result>(request: object) => Promise<Result>

const loadTimeout = 60_000

/** Runs a program of this package, named by its place below `dist/lib`, for as long as `use` asks it. */
export async function withProcess<Result>(
  program: string,
  cwd: string,
  use: (ask: AskProcess) => Promise<Result>,
  {
    execArgv = [],
    env = {},
  }: { readonly execArgv?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Result> {
  const manifest = createRequire(import.meta.url).resolve('@mvc-router/cli/package.json')
  const child = fork(join(dirname(manifest), 'dist/lib', program), [], {
    cwd,
    execArgv: ['--enable-source-maps', ...execArgv],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  try {
    return await use((request) => askProcess(child, request))
  } finally {
    child.kill('SIGKILL')
  }
}

function askProcess<Result>(child: ChildProcess, request: object): Promise<Result> {
  return new Promise((resolve, reject) => {
    let complaints = ''
    const collect = (chunk: Buffer): void => {
      complaints = (complaints + chunk.toString()).slice(-2000)
    }
    const fail = (message: string): void => {
      stop()
      const lines = stripVTControlCharacters(complaints).split('\n')
      const last = lines.find((line) => /Error\b|error:/i.test(line))
      reject(
        new UsageException(
          `The application cannot be loaded: ${message}${last === undefined ? '' : ` (${last.trim()})`}`,
          'load it as you do to start it: with its packages installed, and the environment that it needs',
        ),
      )
    }
    const answer = (reply: ProcessReply): void => {
      if ('failure' in reply) return fail(reply.failure)
      stop()
      resolve(reply.result as Result)
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
