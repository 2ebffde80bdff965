import { createRequire } from 'node:module'
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import express5 from 'express'

const require = createRequire(import.meta.url)

/** Both versions of Express get the same requests and must return the same answers. */
export const expressVersions: [string, typeof express5][] = [
  ['Express 5', express5],
  ['Express 4', require('express4') as typeof express5],
]

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface AskOptions {
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface TestServer {
  readonly port: number
  /** Sends a line such as `GET /user/1`, without changing its target. */
  ask(line: string, options?: AskOptions): Promise<Answer>
  /** Sends bytes, and returns the received bytes when the server closes or sends nothing for 100 seconds. */
  askRaw(bytes: string): Promise<string>
  close(): Promise<void>
}

const open = new Set<TestServer>()

/**
 * Starts a server on a free port. `closeAll` in `afterEach` stops it.
 *
 * @param keepAlive reuses connections, which makes thousands of requests faster
 */
export async function serve(
  listener: RequestListener | Server,
  { keepAlive = false }: { readonly keepAlive?: boolean } = {},
): Promise<TestServer> {
  const server = typeof listener === 'function' ? createServer(listener) : listener
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // Without this, a server closes a connection that is idle for five seconds while other suites run.
  if (keepAlive) server.keepAliveTimeout = 0
  const agent = new Agent({ keepAlive })
  const testServer: TestServer = {
    port,
    ask: (line, options) => ask(port, agent, line, options),
    askRaw: (bytes) => askRaw(port, bytes),
    close: async () => {
      open.delete(testServer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  open.add(testServer)
  return testServer
}

export async function closeAll(): Promise<void> {
  await Promise.all([...open].map((server) => server.close()))
}

function ask(
  port: number,
  agent: Agent,
  line: string,
  { headers = {}, body }: AskOptions = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = line.split(' ')
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      )
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

function askRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.setEncoding('latin1')
    socket.setTimeout(100_000, () => socket.destroy())
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('close', () => resolve(text))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(text) : reject(error),
    )
  })
}
