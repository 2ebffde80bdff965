import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { HttpClient, type HttpRequest } from './http-client.js'

export const connections = 16

/** A server in another process, whose CPU time is measured. Its program calls `serveMeasured`. */
export class MeasuredServer {
  readonly name: string
  readonly #process: ChildProcess
  readonly #client: HttpClient
  readonly #port: number

  private constructor(name: string, child: ChildProcess, client: HttpClient, port: number) {
    this.name = name
    this.#process = child
    this.#client = client
    this.#port = port
  }

  /** All servers run on the first core. The client, which is this process, runs on the second. */
  static async start(name: string, program: URL, ...parameters: readonly string[]): Promise<MeasuredServer> {
    const child = fork(fileURLToPath(program), [...parameters], {
      execArgv: [],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const port = await messageOf(name, child)
    pin(child.pid, 0)
    pin(process.pid, 1)
    return new MeasuredServer(name, child, await HttpClient.connect(port, connections), port)
  }

  async ask({ path, method = 'GET', accept = '*/*' }: HttpRequest): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.#port}${path}`, { method, headers: { accept } })
  }

  /** Sends `count` requests, and returns the server's CPU time per request in microseconds. */
  async cpuPerRequest(requests: readonly string[], count: number): Promise<number> {
    this.#process.send('start')
    await messageOf(this.name, this.#process)
    await this.#client.load(requests, count)
    this.#process.send('stop')
    return (await messageOf(this.name, this.#process)) / count
  }

  stop(): void {
    this.#client.close()
    if (this.#process.connected) this.#process.disconnect()
  }
}

/** Starts the program once for each name, calls `work` with the servers, and stops them. */
export async function withServers<Result>(
  names: Iterable<string>,
  program: URL,
  argument: string,
  work: (servers: readonly MeasuredServer[]) => Promise<Result>,
): Promise<Result> {
  const servers: MeasuredServer[] = []
  try {
    for (const name of names) servers.push(await MeasuredServer.start(name, program, name, argument))
    return await work(servers)
  } finally {
    for (const server of servers) server.stop()
  }
}

/** Waits for the next message of a server. Rejects if the server ends first. */
function messageOf(name: string, child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void =>
      reject(new Error(`The server of ${name} has ended with ${code}`))
    child.once('exit', fail).once('message', (value) => {
      child.off('exit', fail)
      resolve(Number(value))
    })
  })
}

/** The number of cores. It must be read before this process is pinned, because a pinned process sees only one core. */
const cores = availableParallelism()

/** Keeps a process and its threads on one core. Does nothing without `taskset`, or if there is only one core. */
function pin(pid: number | undefined, core: number): void {
  if (pid === undefined || cores < 2) return
  try {
    execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })
  } catch {
    // There is no taskset.
  }
}
