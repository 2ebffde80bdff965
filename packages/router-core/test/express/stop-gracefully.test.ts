import { execFile } from 'node:child_process'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { stopGracefully } from '@mvc-router/router-core/express'
import express from 'express'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { closeAll, serve } from './serve.js'

afterEach(closeAll)

/** A client that keeps its only connection open until the server closes it. */
class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  async get(path: string): Promise<IncomingMessage> {
    const sent = httpRequest({ host: '127.0.0.1', port: this.#port, path, agent: this.#agent })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response
  }

  close(): void {
    this.#agent.destroy()
  }
}

test('after stopGracefully, an open answer and the next answer of an idle connection have Connection: close', async () => {
  let began = (): void => undefined
  const app = express()
  app.get('/quick', (_request, response) => response.send('quick'))
  app.get('/slow', async (_request, response) => {
    began()
    await wait(50)
    response.send('slow')
  })
  const server = createServer(app)
  const { port } = await serve(server)
  const [idle, busy, silent] = [new Client(port), new Client(port), new Client(port)]
  expect((await idle.get('/quick')).headers.connection).toBe('keep-alive')
  await silent.get('/quick')
  const reached = new Promise<void>((resolve) => (began = resolve))
  const slow = busy.get('/slow')
  await reached
  const stopped = stopGracefully(server)
  const last = await idle.get('/quick')
  expect([last.statusCode, last.headers.connection]).toEqual([200, 'close'])
  expect((await slow).headers.connection).toBe('close')
  expect(await stopped).toBe(true)
  for (const client of [idle, busy, silent]) client.close()
})

test('a busy server answers each sent request while it stops', async () => {
  const app = express()
  app.get('/', async (_request, response) => {
    await wait(1)
    response.send('answer')
  })
  const server = createServer(app)
  const { port } = await serve(server)
  const failures: unknown[] = []
  const clients = Array.from({ length: 30 }, () => new Client(port))
  // After this line, the server has accepted each connection.
  await Promise.all(clients.map(async (client) => client.get('/')))
  const done = clients.map(async (client, index) => {
    for (;;) {
      try {
        const response = await client.get('/')
        if (response.headers.connection === 'close') return
      } catch (error) {
        failures.push(error)
        return
      }
      // Clients with a higher index leave their connections idle for longer.
      await wait(index)
    }
  })
  await wait(100)
  expect(await stopGracefully(server)).toBe(true)
  await Promise.all(done)
  for (const client of clients) client.close()
  expect(failures).toEqual([])
})

test('a request that was sent while the process was busy is answered', async () => {
  const server = createServer((_request, response) => void response.end('answer'))
  const { port } = await serve(server)
  const client = connect(port, '127.0.0.1')
  const ask = (): unknown => client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  ask()
  await once(client, 'data')
  const stopped = stopGracefully(server)
  await wait(50)
  let answer = ''
  client.on('data', (chunk) => (answer += String(chunk))).on('error', () => undefined)
  // After a turn, Node runs the timers before it reads bytes that have arrived.
  await nextTurn()
  ask()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  expect(await stopped).toBe(true)
  await once(client, 'close')
  expect(answer).toMatch(/Connection: close[^]*answer$/)
})

test('stopGracefully closes an open connection after the timeout, and returns false', async () => {
  const app = express()
  app.get('/never', () => undefined)
  const server = createServer(app)
  const { port } = await serve(server)
  const client = new Client(port)
  const asked = client.get('/never').catch((error: NodeJS.ErrnoException) => error.code)
  await once(server, 'request')
  expect(await stopGracefully(server, { timeout: 50 })).toBe(false)
  expect(await asked).toBe('ECONNRESET')
  client.close()
})

test('a slow client gets a complete answer', async () => {
  const size = 50_000_000
  const server = createServer((_request, response) => void response.end(Buffer.alloc(size)))
  const { port } = await serve(server)
  const client = connect(port, '127.0.0.1')
  client.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(server, 'request')
  const stopped = stopGracefully(server, { timeout: 200_000 })
  // stopGracefully closes an idle connection sooner than this.
  await wait(500)
  let received = 0
  client.on('data', ({ length }) => (received += length)).resume()
  await once(client, 'close')
  expect(received).toBeGreaterThan(size)
  expect(await stopped).toBe(true)
})

test('stopGracefully closes a connection without a request', async () => {
  const server = createServer()
  const { port } = await serve(server)
  const accepted = once(server, 'connection')
  const client = connect(port, '127.0.0.1')
  await accepted
  const closed = once(client, 'close')
  expect(await stopGracefully(server)).toBe(true)
  await closed
})

test('stopGracefully closes a WebSocket after the timeout', async () => {
  const server = createServer()
  server.on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  const { port } = await serve(server)
  const client = connect(port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(client, 'data')
  const closed = new Promise((resolve) => client.on('error', () => undefined).on('close', resolve))
  expect(await stopGracefully(server, { timeout: 50 })).toBe(false)
  await closed
})

test.each([
  ['0 if all requests are answered', '', 0, 'stopped\n'],
  [
    '1 if a request has no answer',
    `options.timeout = 50
    get({ port: server.address().port }).on('error', () => {})
    await once(server, 'request')`,
    1,
    'stopped\n',
  ],
  [
    '1 after a second signal',
    `options.afterwards = () => {
      process.kill(process.pid, 'SIGTERM')
      return new Promise((resolve) => setTimeout(resolve, 60_000))
    }`,
    1,
    '',
  ],
  [
    '1 if afterwards throws',
    "options.afterwards = () => { console.log('failed'); throw new Error('stuck') }",
    1,
    'failed\n',
  ],
])('a process that gets SIGTERM exits with %s', async (_name, change, status, output) => {
  const program = `
    import { once } from 'node:events'
    import { createServer, get } from 'node:http'
    import { stopOnSignals } from ${JSON.stringify(import.meta.resolve('@mvc-router/router-core/express'))}
    const options = { afterwards: () => console.log('stopped') }
    const server = createServer(() => {}).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ${change}
    stopOnSignals(server, options)
    process.kill(process.pid, 'SIGTERM')`
  const ended = await new Promise<readonly unknown[]>((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', program], (error, stdout) =>
      resolve([error === null ? 0 : error.code, stdout]),
    )
  })
  expect(ended).toEqual([status, output])
})
