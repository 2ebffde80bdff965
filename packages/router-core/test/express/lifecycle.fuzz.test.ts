import { afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import { execFile, fork, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { Agent, get, request as httpRequest, type ClientRequest } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { RouterModelAttribute, type RouterHandlerMapping } from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'
import { waitUntil } from './wait-until.js'

const processes = new Set<ChildProcess>()
const folder = join(process.cwd(), 'packages/router-core/test/express/process')

afterEach(async () => {
  for (const child of processes) child.kill('SIGKILL')
  processes.clear()
  await closeAll()
})

/** Starts an application in a new process. */
async function start({ execArgv = [], args = [] }: { execArgv?: string[]; args?: string[] } = {}): Promise<{
  child: ChildProcess
  port: number
  started: (count: number) => Promise<void>
}> {
  const child = fork(join(folder, 'application.mjs'), args, { execArgv })
  processes.add(child)
  let count = 0
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (message) => (message === 'started' ? count++ : resolve(message as number)))
    child.on('exit', (code) => reject(new Error(`The application ended with ${code}`)))
  })
  const started = async (wanted: number): Promise<void> => {
    await waitUntil(() => count >= wanted)
  }
  return { child, port, started }
}

function ask(port: number, path: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      response.setEncoding('utf8')
      let body = ''
      response.on('data', (chunk: string) => (body += chunk)).on('end', () => resolve(body))
    }).on('error', reject)
  })
}

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield 'x'.repeat(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a process', () => {
  test('a process answers all 50 open requests after SIGTERM, refuses new requests, and exits with 0', async () => {
    const { child, port, started } = await start()
    const agent = new Agent({ keepAlive: true, maxSockets: 100 })
    // These connections stay open and idle.
    await Promise.all([1, 2, 3].map((id) => ask(port, `/slow/${id}`, agent)))
    const answers = Array.from({ length: 50 }, (_, id) => ask(port, `/slow/${id}`, agent))
    await started(53)
    child.kill('SIGTERM')
    const exit = once(child, 'exit')
    expect(await Promise.all(answers)).toEqual(answers.map((_, id) => `/slow/${id}`))
    await expect(ask(port, '/slow/51', new Agent())).rejects.toThrow(/ECONNREFUSED|ECONNRESET|hang up/)
    expect(await exit).toEqual([0, null])
    agent.destroy()
  })

  test('a process exits with 1 if it cannot stop in time, or after a second SIGTERM', async () => {
    const [late, twice] = [await start(), await start()]
    for (const { port, started } of [late, twice]) {
      ask(port, '/never', new Agent()).catch(() => undefined)
      await started(1)
    }
    late.child.kill('SIGTERM')
    twice.child.kill('SIGTERM')
    const exits = [once(late.child, 'exit'), once(twice.child, 'exit')]
    await new Promise((resolve) => setTimeout(resolve, 50))
    twice.child.kill('SIGTERM')
    expect(await Promise.all(exits)).toEqual([
      [1, null],
      [1, null],
    ])
  })

  test('a process stops at SIGTERM during a reload, and answers its open request', async () => {
    const routes = mkdtempSync(join(tmpdir(), 'mvc-router-signal-'))
    const file = join(routes, 'routes.conf')
    const write = (count: number): void =>
      writeFileSync(
        file,
        Array.from({ length: count }, (_, id) => `GET /slow/{id}/${id} pageController.slow\n`).join(''),
      )
    write(1)
    const { child, port, started } = await start({ args: [file] })
    const answer = ask(port, '/slow/1/0', new Agent())
    await started(1)
    write(5000)
    await new Promise((resolve) => setTimeout(resolve, 60))
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(await answer).toBe('/slow/1/0')
    rmSync(routes, { recursive: true })
  })

  test('an application runs with --disable-proto=throw', async () => {
    const { port } = await start({ execArgv: ['--disable-proto=throw'] })
    expect(await ask(port, '/slow/1', new Agent())).toBe('/slow/1')
  })

  test('import and require return the same library', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'both-module-systems.cjs')])
    expect(stdout).toBe('true /a\n')
  })
})

/** A multiple of 15, because a third of the requests run in rounds of five. */
const abortedRequests = 15 * Math.ceil(Math.min(Number(process.env['FUZZ_RUNS'] ?? 300), 10_000) / 15)

/** Bytes of the heap in use after a garbage collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

describe.each(expressVersions)('on %s', (_name, express) => {
  test('if clients disconnect during the answer, their requests complete, and the memory is freed', async () => {
    let closed = 0
    const clients = new Map<string, ClientRequest>()
    const pageController = {
      half: (_request: Request, response: Response) => {
        response.write('the first half')
        return new Promise((resolve) => setTimeout(() => resolve('the second'), 5))
      },
      late: async (request: Request) => {
        clients.get(String(request.params['id']))?.destroy()
        await new Promise((resolve) => setTimeout(resolve, 5))
        return { answer: 'x'.repeat(100_000) }
      },
      streams: () => Readable.from(endless()),
    }
    const warnings: string[] = []
    const mapping = await loadMapping(
      'GET /half/{id} pageController.half\nGET /late/{id} pageController.late\nGET /streams/{id} pageController.streams',
      {
        controllers: { pageController },
        interceptors: [{ afterCompletion: () => void closed++ }],
        onWarning: (message) => warnings.push(message),
      },
    )
    const errors: unknown[] = []
    const app = express()
    app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    app.use(
      (error: Error, _request: Request, _response: Response, _next: NextFunction) => void errors.push(error),
    )
    const server = await serve(app)
    let asked = 0
    const leave = (path: string): Promise<void> =>
      new Promise((resolve) => {
        const id = String(asked++)
        const client = httpRequest({
          host: '127.0.0.1',
          port: server.port,
          path: `${path}/${id}`,
          agent: false,
        })
        clients.set(id, client)
        client.on('error', () => undefined).on('close', () => resolve())
        client.on('response', (response) => response.once('data', () => client.destroy()))
        client.end()
      })
    const leaveTimes = async (times: number): Promise<number> => {
      for (let round = 0; round < times / 5; round++) {
        await Promise.all(['/half', '/late', '/streams', '/half', '/late'].map(leave))
        clients.clear()
      }
      await waitUntil(() => closed >= asked)
      return heapInUse()
    }
    const before = await leaveTimes(abortedRequests / 3)
    const after = await leaveTimes((abortedRequests / 3) * 2)
    expect(errors).toEqual([])
    expect(closed).toBe(abortedRequests)
    // A leak would keep an answer of 100 KB or a request of some KB for each client.
    expect(after - before).toBeLessThan(4 * 2 ** 20)
    expect(warnings).toEqual([])
    expect((await server.ask('GET /late/x')).status).toBe(200)
  }, 600_000)

  test('links have the mount path in events, timers and the body stream of a request', async () => {
    const url = (): string => mapping.reverse('pageController.show').url
    const pageController = {
      show: async (request: Request) => {
        const found = [url()]
        for await (const chunk of request) found.push(String(chunk).length > 0 ? url() : 'empty')
        await new Promise<void>((resolve) => setTimeout(() => resolve(void found.push(url())), 1))
        await new Promise<void>((resolve) => {
          const own = new EventEmitter().on('done', () => resolve(void found.push(url())))
          setImmediate(() => own.emit('done'))
        })
        return found
      },
    }
    const mapping: RouterHandlerMapping = await loadMapping('POST /page pageController.show', {
      controllers: { pageController },
    })
    const app = express()
    app.use('/mounted', new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    const server = await serve(app)
    const answer = await server.ask('POST /mounted/page', {
      body: 'a body',
      headers: { 'content-length': '6' },
    })
    const found = JSON.parse(answer.body) as string[]
    expect(found.length).toBeGreaterThanOrEqual(4)
    expect(new Set(found)).toEqual(new Set(['/mounted/page']))
  })

  test('links of an action have the mount path after a middleware lost the asynchronous context', async () => {
    const pageController = { show: () => mapping.reverse('pageController.show').url }
    const mapping: RouterHandlerMapping = await loadMapping('POST /page pageController.show', {
      controllers: { pageController },
    })
    const bus = new EventEmitter()
    const ticking = setInterval(() => bus.emit('tick'), 1)
    const app = express()
    app.use('/mounted', new RouterModelAttribute({ mapping }).middleware, (_request, _response, next) => {
      bus.once('tick', () => next())
    })
    app.use('/mounted', mapping.middleware)
    expect((await (await serve(app)).ask('POST /mounted/page')).body).toBe('/mounted/page')
    clearInterval(ticking)
  })
})
