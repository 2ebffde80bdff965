import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A call sends only its `headers`, and also `Host`, `Connection` and the length of the body. */
export interface Call {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Bytes and texts are sent unchanged. Other values are sent as JSON. */
  readonly body?: unknown
}

/** A server that listens on a free port. */
export interface RunningServer {
  readonly server: Server
  readonly port: number
  call(call: Call | string): Promise<Answer>
  /** Posts a body as `application/json`. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Writes the bytes to a new connection. Returns all bytes that the server sends until the connection closes. */
  raw(bytes: string): Promise<string>
  close(): Promise<void>
}

/** Calls `listen` of a web server, as users do. With options, creates the HTTP server instead. */
async function listen(listener: RequestListener, options: object): Promise<Server> {
  const isWebServer = 'rest' in listener && Object.keys(options).length === 0
  const listening = isWebServer ? (listener as unknown as Server) : createServer(options, listener)
  return new Promise((resolve) => {
    const server: Server = listening.listen(0, '127.0.0.1', () => resolve(server))
  })
}

export async function start(listener: RequestListener, options: object = {}): Promise<RunningServer> {
  const server = await listen(listener, options)
  const { port } = server.address() as AddressInfo
  // On a busy machine, five seconds may pass between two requests, and the server would close the connection.
  server.keepAliveTimeout = 0
  const agent = new Agent({ keepAlive: true })
  const call = (given: Call | string): Promise<Answer> =>
    send(port, agent, typeof given === 'string' ? { path: given } : given)
  return {
    server,
    port,
    call,
    post: (path, body, headers = {}) =>
      call({ method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body }),
    get: (path, headers = {}) => call({ path, headers }),
    raw: (bytes) => sendRaw(port, bytes),
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      await new Promise<unknown>((resolve) => server.close(resolve))
    },
  }
}

function send(
  port: number,
  agent: Agent,
  { method = 'GET', path, headers = {}, body }: Call,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined || body === null ? undefined : toBytes(body)
    const outgoing = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        method,
        path,
        headers: { ...headers, ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }) },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

function toBytes(body: unknown): Buffer {
  if (typeof body === 'string') return Buffer.from(body)
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body))
}

function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (text += chunk))
    socket.on('close', () => resolve(text))
    socket.on('error', () => undefined)
  })
}
