import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** An answer of the language server, and what it cost. */
export interface ServerAnswer {
  readonly result: unknown
  /** Milliseconds from the question to the answer: CPU of the main thread where the system tells it, else time. */
  readonly milliseconds: number
}

/** Speaks to a language server over its standard streams, as an editor does. */
export class LanguageClient {
  readonly #process: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<number, (message: Message) => void>()
  readonly #listeners = new Map<string, (params: unknown) => void>()
  #received = Buffer.alloc(0)
  #lastId = 0

  constructor(program: string, words: readonly string[], cwd: string) {
    this.#process = spawn(process.execPath, [program, ...words], { cwd })
    this.#process.stderr.pipe(process.stderr)
    this.#process.stdout.on('data', (data: Buffer) => this.#receive(data))
  }

  async request(method: string, params: object | null): Promise<ServerAnswer> {
    const id = ++this.#lastId
    const start = this.clock()
    const answered = new Promise<Message>((done) => this.#waiting.set(id, done))
    this.#send({ id, method, params })
    const { result, error } = await answered
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return { result, milliseconds: this.clock() - start }
  }

  notify(method: string, params: object): void {
    this.#send({ method, params })
  }

  on(method: string, listener: (params: unknown) => void): void {
    this.#listeners.set(method, listener)
  }

  /** Milliseconds that the main thread of the server has run; those of a watch where the system does not tell. */
  clock(): number {
    try {
      const { pid = 0 } = this.#process
      const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
      return Number(nanoseconds) / 1e6
    } catch {
      return performance.now()
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit')
    await this.request('shutdown', null)
    this.notify('exit', {})
    await ended
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  #receive(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data])
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.toString('latin1', 0, end))?.[1])
      const next = end + 4 + length
      if (this.#received.length < next) return
      const message = JSON.parse(this.#received.toString('utf8', end + 4, next)) as Message
      this.#received = this.#received.subarray(next)
      if (message.method !== undefined) this.#listeners.get(message.method)?.(message.params)
      else if (message.id !== undefined) {
        this.#waiting.get(message.id)?.(message)
        this.#waiting.delete(message.id)
      }
    }
  }
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
}
