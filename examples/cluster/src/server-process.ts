import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const everybodyEnters = 0o001
const startingMs = 120_000

/** A database server as a process with a temporary folder. If root starts the server, it runs as a separate user. */
export class ServerProcess {
  readonly folder: string
  readonly #user: string
  #process: ChildProcess | undefined

  private constructor(folder: string, user: string) {
    this.folder = folder
    this.#user = user
  }

  /** Creates the folder, which belongs to the user. Servers refuse to run as root. */
  static async prepare(user: string): Promise<ServerProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'mvc-router-cluster-'))
    if (isRoot()) {
      const { stdout } = await run('id', ['-u', user])
      await chown(folder, Number(stdout), -1)
      // The user of the server must be able to reach its folder.
      for (let path = dirname(folder); path !== '/'; path = dirname(path)) {
        const { mode } = await stat(path)
        if ((mode & everybodyEnters) === 0) await chmod(path, mode | everybodyEnters)
      }
    }
    return new ServerProcess(folder, user)
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Runs a program of the server's package to its end. */
  async run(program: string, ...parameters: readonly string[]): Promise<void> {
    const [command, ...rest] = this.#command(program, parameters)
    await run(command, rest, { cwd: this.folder, env: this.#environment, maxBuffer: 2 ** 26 })
  }

  /** Starts the server, and waits until it is ready. */
  async start(
    program: string,
    parameters: readonly string[],
    isReady: () => Promise<boolean>,
  ): Promise<void> {
    const [command, ...rest] = this.#command(program, parameters)
    const log = openSync(join(this.folder, 'log'), 'a')
    this.#process = spawn(command, rest, {
      cwd: this.folder,
      env: this.#environment,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    const deadline = performance.now() + startingMs
    while (!(await isReady().catch(() => false))) {
      if (!this.isRunning) throw new Error(`${program} has ended while it started; see ${this.folder}/log`)
      if (performance.now() > deadline)
        throw new Error(`${program} does not get ready; see ${this.folder}/log`)
      await setTimeout(100)
    }
  }

  /** Ends the server as a power cut does, or with another signal. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process
    if (child === undefined || !this.isRunning) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  /** Sends a signal to the server and its child processes. PostgreSQL has a child process for each connection. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const { pid } = this
    if (pid === undefined || !this.isRunning) return
    const { stdout } = await run('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }))
    for (const each of [pid, ...stdout.split('\n').filter(Boolean).map(Number)]) process.kill(each, signal)
  }

  /** Ends the server, and removes its data. */
  async remove(): Promise<void> {
    await this.kill()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }

  /** The server's user may have no access to the temporary folder of the user who starts the server. */
  get #environment(): NodeJS.ProcessEnv {
    return { ...process.env, TMPDIR: this.folder }
  }

  #command(program: string, parameters: readonly string[]): readonly [string, ...string[]] {
    if (!isRoot()) return [program, ...parameters]
    return [
      'setpriv',
      `--reuid=${this.#user}`,
      `--regid=${this.#user}`,
      '--clear-groups',
      program,
      ...parameters,
    ]
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map(async (server) => server.listening || once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map(async (server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
