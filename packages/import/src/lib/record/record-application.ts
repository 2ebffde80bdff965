import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, stripVTControlCharacters } from 'node:util'
import { shownPath } from '../files.js'
import { ImportException } from '../import-exception.js'
import type { PreloadSettings } from './child/preload.js'
import type {
  LoadedModule,
  ProbedRequest,
  ProcessRequest,
  ReachedHandlers,
  Recording,
} from './recorded-application.js'
import type { StartCommand } from './start-command.js'

/** Options of a recording. */
export interface RecordOptions {
  readonly cwd: string
  /** Packages to replace with stand-ins, which accept every use and do nothing. */
  readonly standIns: readonly string[]
  readonly envFile: string | undefined
  /** In seconds. */
  readonly timeout: number
}

/** The process of an application, and its recording. */
export interface RecordingProcess {
  readonly recording: Recording
  /** Errors that the process printed before its report. */
  readonly printed: string
  /** Returns the handlers that requests reach in Express. */
  reach(requests: readonly ProbedRequest[]): Promise<readonly ReachedHandlers[]>
  /**
   * Loads a module in the process.
   *
   * @throws ImportException
   */
  load(file: string): Promise<LoadedModule>
  close(): void
}

const manifest = createRequire(import.meta.url).resolve('@mvc-router/import/package.json')
const preload = join(dirname(manifest), 'dist/lib/record/child/preload.js')

/** The extra time for a process that exceeds its own time limit, in milliseconds. */
const grace = 10_000

/** Returns the command for messages, such as `node --import tsx src/app.ts`. */
export function shownCommand(
  { entry, nodeOptions, arguments: words, env }: StartCommand,
  cwd: string,
): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const options = nodeOptions.map((option) => {
    const file = option.startsWith('file:') ? fileURLToPath(option) : option
    return isAbsolute(file) ? shownPath(cwd, file) : file
  })
  return [...variables, 'node', ...options, shownPath(cwd, entry), ...words].join(' ')
}

/**
 * Starts an application in a child process, where it does not listen, and records its routes.
 *
 * @throws ImportException if the process sends no report
 */
export async function recordApplication(
  command: StartCommand,
  options: RecordOptions,
): Promise<RecordingProcess> {
  const { cwd, standIns, timeout } = options
  const settings: PreloadSettings = { entry: command.entry, standIns, timeout: timeout * 1000 }
  const ofScript = command.nodeOptions.find((option) => option.startsWith('--env-file='))
  const nodeOptions = command.nodeOptions.filter((option) => option !== ofScript)
  const child = fork(command.entry, command.arguments, {
    cwd,
    execArgv: ['--disable-warning=ExperimentalWarning', '--require', preload, ...nodeOptions],
    env: {
      ...process.env,
      ...command.env,
      ...readEnvFile(cwd, options.envFile ?? ofScript?.slice('--env-file='.length)),
      MVC_ROUTER_RECORD: JSON.stringify(settings),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Preserves references between routers, calls and handlers.
    serialization: 'advanced',
  })
  const errors = collectErrors(child)
  const close = (): void => void child.kill('SIGKILL')
  const ask = async <Result>(request: ProcessRequest): Promise<Result> => {
    child.send(request)
    return nextReport<Result>(child, errors, grace * 6)
  }
  try {
    const recording = await nextReport<Recording>(child, errors, settings.timeout + grace)
    return {
      recording,
      printed: errors(),
      close,
      reach: async (requests) => ask({ type: 'reach', requests }),
      load: async (file) => ask({ type: 'load', file }),
    }
  } catch (error) {
    close()
    throw error
  }
}

function readEnvFile(cwd: string, envFile: string | undefined): NodeJS.ProcessEnv {
  if (envFile === undefined) return {}
  try {
    return parseEnv(readFileSync(resolve(cwd, envFile), 'utf8'))
  } catch (error) {
    throw new ImportException(
      `The file ${envFile} of --env-file cannot be read`,
      'name a file with the variables of the application: --env-file .env.example',
      { cause: error },
    )
  }
}

/** Collects printed errors. Loggers may write errors to the standard output. */
function collectErrors({ stdout, stderr }: ChildProcess): () => string {
  const [printed, complaints] = [endOf(stdout), endOf(stderr)]
  return () => complaints() || printed().split('\n').filter(isError).join('\n')
}

function endOf(stream: Readable | null): () => string {
  let text = ''
  stream?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000)
  })
  return () => stripVTControlCharacters(text)
}

/** Waits for the next report. Ignores messages of the program itself. */
function nextReport<Report>(child: ChildProcess, errors: () => string, limit: number): Promise<Report> {
  return new Promise((succeed, reject) => {
    const settle = (): void => {
      clearTimeout(timer)
      child.off('message', receive)
      child.off('exit', ended)
    }
    const fail = (message: string): void => {
      settle()
      const complaint = complaintIn(errors())
      const detail = complaint === '' ? '' : ` (${complaint})`
      reject(new ImportException(`The application cannot be started: ${message}${detail}`))
    }
    const receive = (message: unknown): void => {
      if (typeof message !== 'object' || message === null || !('recorded' in message)) return
      settle()
      const { recorded } = message as { recorded: Report & { failure?: string } }
      if (recorded !== null && typeof recorded === 'object' && recorded.failure !== undefined)
        reject(new ImportException(recorded.failure))
      else succeed(recorded)
    }
    const ended = (code: number | null, signal: NodeJS.Signals | null): void =>
      fail(`its process ended with ${signal ?? `code ${String(code)}`}`)
    const timer = setTimeout(() => fail(`it reports nothing within ${limit / 1000} seconds`), limit)
    child.on('message', receive)
    child.on('exit', ended)
  })
}

/** Returns the first error of a printed text, or its last three lines. Ignores stacks and Node's warnings. */
export function complaintIn(printed: string): string {
  const lines = printed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:\(node:\d|\(Use `node |at )/.test(line))
  return lines.find(isError) ?? lines.slice(-3).join(' ')
}

function isError(line: string): boolean {
  return /Error\b|error:/i.test(line)
}
