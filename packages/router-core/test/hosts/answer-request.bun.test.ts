import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { fetchNodeHandler } from 'srvx/node'
import type { NextFunction } from '../../src/lib/hosts/host.js'
import { answerRequest } from '../../src/lib/hosts/fetch/answer-request.js'

type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse, next: NextFunction) => unknown

const answer = (request: Request, middleware: Middleware): Promise<Response | undefined> =>
  answerRequest(fetchNodeHandler, request, (...given) => void middleware(...given))

const ask = (
  middleware: Middleware,
  path = '/x?y=1#z',
  init: RequestInit = {},
): Promise<Response | undefined> => answer(new Request(`http://a.org:81${path}`, init), middleware)

async function answerOf(middleware: Middleware, path?: string, init?: RequestInit): Promise<Response> {
  const response = await ask(middleware, path, init)
  if (response === undefined) throw new Error('No answer')
  return response
}

/** Returns a list that collects the events of both messages. */
function watch(incoming: IncomingMessage, outgoing: ServerResponse): string[] {
  const events: string[] = []
  for (const name of ['aborted', 'close']) incoming.on(name, () => events.push(`request ${name}`))
  for (const name of ['finish', 'close']) outgoing.on(name, () => events.push(`response ${name}`))
  return events
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(1)
}

const chunks = (...texts: readonly (string | Error)[]): ReadableStream<Uint8Array> => {
  const left = [...texts]
  return new ReadableStream({
    async pull(controller) {
      await sleep(1)
      const next = left.shift()
      if (next === undefined) controller.close()
      else if (next instanceof Error) controller.error(next)
      else controller.enqueue(new TextEncoder().encode(next))
    },
  })
}

const upload = (body: ReadableStream<Uint8Array>): RequestInit =>
  ({ method: 'POST', body, duplex: 'half' }) as RequestInit

/** Answers with the body of the request, or passes a read error to `next`. */
const read: Middleware = async (incoming, outgoing, next) => {
  try {
    outgoing.end(await textOf(incoming))
  } catch (error) {
    next(error)
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

describe('requests', () => {
  test('a request has its target, host, scheme and headers', async () => {
    const show: Middleware = ({ url, headers, socket }, outgoing) =>
      outgoing.end([url, headers.host, 'encrypted' in socket && socket.encrypted, headers['x-a']].join(' '))
    expect(await (await answerOf(show, '/x?y=1#z', { headers: { 'X-A': '1' } })).text()).toBe(
      '/x?y=1 a.org:81 false 1',
    )
    const secure = await answer(new Request('https://a.org?y'), show)
    expect(await secure?.text()).toMatch('/?y a.org true')
  })

  test('the body of a request is a stream', async () => {
    const response = await answerOf(
      (incoming, outgoing) => incoming.pipe(outgoing),
      '/x',
      upload(chunks('one ', 'two ', 'three')),
    )
    expect(await response.text()).toBe('one two three')
  })

  test('a request without a body has no Transfer-Encoding, and an empty stream', async () => {
    const show: Middleware = async (incoming, outgoing) =>
      outgoing.end(`${incoming.headers['transfer-encoding']} ${(await textOf(incoming)).length}`)
    expect(await (await answerOf(show, '/x', { method: 'POST' })).text()).toBe('undefined 0')
    expect(await (await answerOf(show, '/x', { method: 'POST', body: 'abc' })).text()).toBe('chunked 3')
  })

  test('a request that is passed on still has its body', async () => {
    const request = new Request('http://a.org/x', { method: 'POST', body: 'text' })
    const passOn = await answer(request, (_incoming, _outgoing, next) => setTimeout(next, 20))
    expect(passOn).toBeUndefined()
    expect(await request.text()).toBe('text')
  })

  test('reading the body fails with the error of the upload', async () => {
    await expect(ask(read, '/x', upload(chunks('one', new Error('The cable is cut'))))).rejects.toThrow(
      'The cable is cut',
    )
  })

  test('reading a body that was read already fails', async () => {
    const request = new Request('http://a.org/x', { method: 'POST', body: 'text' })
    await request.text()
    await expect(answer(request, read)).rejects.toThrow('locked')
  })
})

describe('answers', () => {
  test('an answer has its status, headers and several cookies', async () => {
    const response = await answerOf((_incoming, outgoing) => {
      outgoing.writeHead(201, { 'Set-Cookie': ['a=1', 'b=2'], Location: '/y' }).end('made')
    })
    expect(response.status).toBe(201)
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(response.headers.get('location')).toBe('/y')
    expect(await response.text()).toBe('made')
  })

  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ])('an answer to %s with %d has no body', async (method, status) => {
    let events: string[] = []
    const response = await answerOf(
      (incoming, outgoing) => {
        events = watch(incoming, outgoing)
        outgoing.statusCode = status
        outgoing.setHeader('X-Length', 4)
        outgoing.end('text')
      },
      '/x',
      { method },
    )
    expect(response.body).toBeNull()
    expect(response.status).toBe(status)
    expect(response.headers.get('x-length')).toBe('4')
    await until(() => events.length === 3)
    expect(events).toEqual(['response finish', 'response close', 'request close'])
  })

  test('an answer is a stream, and early hints are left out', async () => {
    const response = await answerOf(async (_incoming, outgoing) => {
      outgoing.writeEarlyHints({ link: '</a.css>; rel=preload' })
      outgoing.write('one ')
      await sleep(5)
      outgoing.end('two')
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('one two')
  })

  test('a small answer finishes, even if nobody reads the answer', async () => {
    let events: string[] = []
    await answerOf((incoming, outgoing) => {
      events = watch(incoming, outgoing)
      outgoing.end('x'.repeat(50_000))
    })
    await until(() => events.length === 3)
    expect(events).toEqual(['response finish', 'response close', 'request close'])
  })

  test('a large answer waits for its reader, and its source is destroyed when the reader cancels', async () => {
    let count = 0
    const source = new Readable({ read: () => void (count++, source.push(Buffer.alloc(10_000))) })
    let events: string[] = []
    const response = await answerOf((incoming, outgoing) => {
      events = watch(incoming, outgoing)
      source.pipe(outgoing)
      outgoing.on('close', () => source.destroy())
    })
    await sleep(30)
    expect(count).toBeLessThan(30)
    const reader = response.body?.getReader()
    for (let index = 0; index < 50; index++) await reader?.read()
    await sleep(30)
    expect(count).toBeGreaterThan(49)
    expect(count).toBeLessThan(90)
    await reader?.cancel()
    await until(() => source.destroyed && events.length === 3)
    expect(events).toEqual(['request aborted', 'response close', 'request close'])
  })

  test('an answer of ten megabytes arrives completely', async () => {
    let count = 0
    const source = new Readable({
      read: () => void source.push(count++ < 1000 ? Buffer.alloc(10_000) : null),
    })
    const response = await answerOf((_incoming, outgoing) => source.pipe(outgoing))
    expect((await response.arrayBuffer()).byteLength).toBe(10_000_000)
  })

  test('reading an answer fails if its source fails, and the cause is the error of the source', async () => {
    let count = 0
    const source = new Readable({
      read: () =>
        void (count++ < 100 ? source.push(Buffer.alloc(10_000)) : source.destroy(new Error('It is over'))),
    })
    const response = await answerOf((_incoming, outgoing, next) => {
      source.pipe(outgoing)
      source.on('error', next)
    })
    await expect(response.arrayBuffer()).rejects.toMatchObject({
      message: 'The answer was cut off',
      cause: { message: 'It is over' },
    })
  })

  test('reading an answer that is destroyed after its head fails with an error without a code', async () => {
    const response = await answerOf((_incoming, outgoing) => {
      outgoing.write('begun')
      setImmediate(() => outgoing.destroy())
    })
    const error: unknown = await response.text().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: 'The answer was cut off' })
    expect(error).not.toHaveProperty('code')
  })

  test('an answer that is destroyed before its head is an error', async () => {
    await expect(ask((_incoming, outgoing) => void outgoing.destroy())).rejects.toThrow(
      'The response was destroyed before its head was sent',
    )
  })

  test('answerRequest rejects with the error of next, and returns undefined if nothing answers', async () => {
    await expect(ask((_incoming, _outgoing, next) => next(new Error('oh')))).rejects.toThrow('oh')
    expect(await ask((_incoming, _outgoing, next) => next())).toBeUndefined()
  })
})

describe('aborted signals', () => {
  test.each([
    ['before', () => AbortSignal.abort()],
    ['during', () => AbortSignal.timeout(20)],
  ])('a signal that is aborted %s the request closes both messages', async (_when, signalOf) => {
    let events: string[] = []
    const wait: Middleware = (incoming, outgoing) => void (events = watch(incoming, outgoing))
    const response = await answerOf(wait, '/x', { signal: signalOf() })
    expect(response.status).toBe(499)
    await until(() => events.length === 3)
    expect(events).toEqual(['request aborted', 'response close', 'request close'])
  })

  test('if the signal is aborted after the head, reading the answer fails', async () => {
    const abort = new AbortController()
    let events: string[] = []
    const response = await answerOf(
      (incoming, outgoing) => {
        events = watch(incoming, outgoing)
        outgoing.write('one')
      },
      '/x',
      { signal: abort.signal },
    )
    setTimeout(() => abort.abort(), 10)
    await expect(response.text()).rejects.toThrow(/abort/i)
    await until(() => events.length === 3)
    expect(events).toEqual(['request aborted', 'response close', 'request close'])
  })

  test('an aborted signal ends the reading of the request body', async () => {
    const abort = new AbortController()
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(3)),
    })
    setTimeout(() => abort.abort(), 10)
    const response = await answerOf(read, '/x', { ...upload(endless), signal: abort.signal })
    expect(response.status).toBe(499)
  })

  test('the host gets no error that follows an abort', async () => {
    const abort = new AbortController()
    const fail: Middleware = (_incoming, _outgoing, next) => {
      abort.abort()
      next(new Error('late'))
    }
    expect((await answerOf(fail, '/x', { signal: abort.signal })).status).toBe(499)
  })
})
