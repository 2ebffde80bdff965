import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { ClientLog, type ClientLogRecord, createWebServer, PinoLogStrategy } from '@mvc-router/rest'
import { pino } from 'pino'
import { testBadInputs } from './bad-input-cases.js'
import { type Answer, type RunningServer, start } from './http-client.js'

const time = '2012-11-13T08:18:52.972Z'
const agent = { 'user-agent': 'UA/1.0' }
const allButPerformance = [
  'Date',
  'hrtime',
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const
const records: ClientLogRecord[] = []
let lines: string[] = []
let server: RunningServer

beforeAll(async () => {
  const pinoStrategy = new PinoLogStrategy(
    pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }),
  )
  server = await startLog(
    new ClientLog({
      strategy: {
        log: (record) => {
          records.push(record)
          pinoStrategy.log(record)
        },
      },
    }),
  )
})
beforeEach(() => {
  records.length = 0
  lines = []
})
afterAll(() => server.close())

async function startLog(clientLog: ClientLog): Promise<RunningServer> {
  const profiles = ['vendor-web-server', 'vendor-client-logging'] as const
  return await start(await createWebServer({ profiles, clientLog, logError: () => undefined }))
}

/** Posts a valid log record with these changes. */
function log(record: object): Promise<Answer> {
  return server.post('/api/log', { level: 'info', message: 'm', time, ...record }, agent)
}

async function expectRefused(answer: Promise<Answer>, status = 400): Promise<void> {
  const { status: actual, text } = await answer
  expect([actual, text]).toEqual([status, text])
  expect(JSON.parse(text)).toMatchObject({ code: status })
  expect(records).toEqual([])
}

/** Expects that the message is logged as this text, in one line. */
async function expectLine(message: string, logged: string): Promise<void> {
  const { status, text } = await log({ message })
  expect([status, text]).toEqual([200, ''])
  expect(records).toMatchObject([{ message: logged }])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]*\n$/u)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: logged, browser: 'UA/1.0' })
}

testBadInputs('log', {
  'log-001': async () => {
    const without = await start(await createWebServer({}))
    const { status } = await without.post('/api/log', { level: 'info', message: 'm', time }, agent)
    await without.close()
    expect(status).toBe(404)
  },
  'log-004': () => expectRefused(log({ level: '__proto__' })),
  'log-005': () => expectRefused(log({ level: 'constructor' })),
  'log-006': async () => {
    for (const level of ['close', 'child', 'fatal', 'trace', 'silent', 'WARN', 'warn '])
      await expectRefused(log({ level }))
  },
  'log-007': () => expectRefused(log({ level: 5 })),
  'log-009': () => expectLine('a\r\nb', String.raw`a\u000d\u000ab`),
  'log-010': () => expectLine('a\u0085b\u2028c\u2029d', String.raw`a\u0085b\u2028c\u2029d`),
  'log-011': () => expectLine('\u001B[2J\u001B]0;pwn\u0007', String.raw`\u001b[2J\u001b]0;pwn\u0007`),
  'log-014': () => expectLine('${jndi:ldap://x} %s %o', '${jndi:ldap://x} %s %o'),
  'log-015': () => expectLine('<script>', '<script>'),
  'log-016': () => expectRefused(log({ message: '' })),
  'log-017': () => expectRefused(log({ message: { a: 1 } })),
  'log-018': async () => {
    await expectRefused(log({ message: 'x'.repeat(1024 * 1024) }), 413)
    await expectRefused(log({ message: 'x'.repeat(8 * 1024 + 1) }))
    await expectLine('x'.repeat(8 * 1024), 'x'.repeat(8 * 1024))
  },
  'log-021': () => expectRefused(log({ time: '9999-12-31T23:59:60Z' })),
  'log-023': async () => {
    await log({ authorization: 'secret' })
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('secret')
    expect(records[0]).not.toHaveProperty('authorization')
  },
  'log-024': () => expectRefused(server.post('/api/logs', {}, agent)),
  'log-025': async () => {
    const { status, text } = await server.post('/api/logs', [], agent)
    expect([status, text, records]).toEqual([200, '', []])
  },
  'log-026': async () => {
    await expectRefused(server.post('/api/logs', `[${'1,'.repeat(1e6)}1]`, agent), 413)
    await expectRefused(
      server.post(
        '/api/logs',
        Array.from({ length: 101 }, () => ({ level: 'info', message: 'm', time })),
        agent,
      ),
      413,
    )
  },
  'log-027': async () => {
    const good = { level: 'info', message: 'm', time }
    const answer = await server.post('/api/logs', [good, { ...good, level: 'bad' }, good], agent)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Record 1:')
    expect(records).toEqual([])
    const accept = { ...agent, accept: 'application/problem+json' }
    const one = await server.post('/api/log', { ...good, time: 'soon' }, accept)
    const many = await server.post('/api/logs', [good, { ...good, level: 'bad' }], accept)
    const pointers = [one, many].map(({ text }) => (JSON.parse(text) as { errors: unknown[] }).errors)
    expect(pointers).toMatchObject([[{ pointer: '/time' }], [{ pointer: '/1/level' }]])
  },
  'log-028': async () => {
    await expectRefused(server.post('/api/logs', '[[[[1]]]]', agent))
    await expectRefused(server.post('/api/logs', `${'['.repeat(100)}${']'.repeat(100)}`, agent))
  },
  'log-029': async () => {
    const { status, headers } = await server.get('/api/log', agent)
    expect([status, headers.allow]).toEqual([405, 'POST'])
  },
  'log-030': async () => {
    let allowed = 2
    const clientLog = new ClientLog({ strategy: { log: () => undefined }, accept: () => (allowed -= 1) >= 0 })
    const limited = await startLog(clientLog)
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await limited.post('/api/log', { level: 'info', message: 'm', time }, agent)).status)
    }
    await limited.close()
    expect(statuses).toEqual([200, 200, 429, 429, 429])
    expect(clientLog.refusedCount).toBe(3)
  },
  'log-031': async () => {
    const clientLog = new ClientLog({
      strategy: {
        log: () => {
          throw new Error('disk full')
        },
      },
    })
    const broken = await startLog(clientLog)
    const { status, text } = await broken.post('/api/log', { level: 'info', message: 'm', time }, agent)
    await broken.close()
    expect([status, text, clientLog.failedCount]).toEqual([200, '', 1])
  },
})

test('an asynchronous failure of a log strategy is counted, and the request still gets 200', async () => {
  const clientLog = new ClientLog({
    strategy: {
      log: async ({ message }) => {
        await setTimeout(1)
        throw new Error(message)
      },
    },
  })
  const broken = await startLog(clientLog)
  const record = { level: 'info', message: 'm', time }
  const statuses = [
    (await broken.post('/api/log', record, agent)).status,
    (await broken.post('/api/logs', [record, record], agent)).status,
  ]
  await broken.close()
  await setTimeout(10)
  expect([statuses, clientLog.failedCount]).toEqual([[200, 200], 3])
})

test('no record is logged if an asynchronous accept refuses (429) or throws (500)', async () => {
  const logged: string[] = []
  const clientLog = new ClientLog({
    strategy: { log: ({ message }) => void logged.push(message) },
    accept: async ({ headers }) => {
      await setTimeout(1)
      if (headers['x-limit'] === 'broken') throw new Error('the limit is away')
      return headers['x-limit'] !== 'reached'
    },
  })
  const limited = await startLog(clientLog)
  const record = { level: 'info', message: 'm', time }
  const statuses: number[] = []
  for (const path of ['/api/log', '/api/logs'])
    for (const limit of ['free', 'reached', 'broken']) {
      const sent = path === '/api/log' ? record : [record]
      statuses.push((await limited.post(path, sent, { ...agent, 'x-limit': limit })).status)
    }
  await limited.close()
  expect(statuses).toEqual([200, 429, 500, 200, 429, 500])
  expect([logged, clientLog.refusedCount]).toEqual([['m', 'm'], 2])
})

test('a log record has the level, message, time, context and browser', async () => {
  await log({ level: 'error', context: 'cart\n', time: 1_352_794_732_972 })
  expect(records).toEqual([
    {
      level: 'error',
      message: 'm',
      time: new Date(time),
      context: String.raw`cart\u000a`,
      browser: 'UA/1.0',
    },
  ])
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    clientTime: time,
    context: String.raw`cart\u000a`,
  })
})

test('the browser of a log record is always the User-Agent header, and a request without this header is refused', async () => {
  await log({ browser: 'another' })
  expect(records).toMatchObject([{ browser: 'UA/1.0' }])
  records.length = 0
  await expectRefused(server.post('/api/log', { level: 'info', message: 'm', time }))
  await expectRefused(server.post('/api/logs', []))
  const { text } = await server.post('/api/logs', [], { accept: 'application/problem+json' })
  expect(JSON.parse(text)).toMatchObject({ errors: [{ header: 'User-Agent', code: 'required' }] })
})

test('the time of a log record is ISO 8601 with a zone, or a number of milliseconds', async () => {
  for (const wrong of [
    '',
    'yesterday',
    '2012-11-13',
    '2012-11-13T08:18:52',
    '2012-02-30T00:00:00Z',
    '2012-13-01T00:00:00Z',
    -1,
    1.5,
    9e15,
    true,
    null,
    [],
    {},
  ]) {
    await expectRefused(log({ time: wrong }))
  }
  for (const right of ['2012-02-29T23:59:59+01:00', '2012-11-13T08:18Z', 0, 8.64e15]) {
    expect((await log({ time: right })).status).toBe(200)
  }
})

test('bidi characters and lone surrogates in a log message are escaped', async () => {
  await expectLine('a\u202Eb\u2066c\uD800d\u{E0001}e', String.raw`a\u202eb\u2066c\ud800d\u{e0001}e`)
})

test('a body that is not a log record is refused', async () => {
  for (const body of ['null', '[]', '"x"', '1', '[null]']) {
    const answer = await server.post('/api/log', body, agent)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(': expected an object')])
    if (body !== '[]') await expectRefused(server.post('/api/logs', body, agent))
  }
})

test('the time of a log record in XML is ISO 8601 or a number of milliseconds', async () => {
  const send = (text: string): Promise<Answer> =>
    server.call({
      method: 'POST',
      path: '/api/log',
      headers: { 'content-type': 'application/xml', ...agent },
      body: `<log><level>info</level><message>m</message><time>${text}</time></log>`,
    })
  for (const text of ['1352794732972', '2012-11-13T08:18:52.972Z']) {
    expect((await send(text)).status).toBe(200)
    expect(records.pop()?.time).toEqual(new Date(time))
  }
  for (const text of ['-1', '1.5', '99999999999999999', '0x10', '']) await expectRefused(send(text))
  // In JSON, milliseconds must be a number.
  await expectRefused(log({ time: '1352794732972' }))
})

test('a client may send 300 log requests per minute, and each client has its own limit', async () => {
  jest.useFakeTimers({ doNotFake: [...allButPerformance] })
  const strategy = { log: (): void => undefined }
  const clientLog = new ClientLog({ strategy })
  const profiles = ['vendor-web-server', 'vendor-client-logging'] as const
  const app = await createWebServer({ profiles, clientLog, logError: () => undefined })
  app.set('trust proxy', true)
  const limited = await start(app)
  const send = (client: string): Promise<Answer> =>
    limited.post('/api/logs', [], { ...agent, 'x-forwarded-for': client })
  const answers = await Promise.all(Array.from({ length: 305 }, () => send('192.0.2.1')))
  const other = await send('192.0.2.2')
  jest.advanceTimersByTime(59_000)
  const late = await send('192.0.2.1')
  jest.advanceTimersByTime(1000)
  const later = await send('192.0.2.1')
  await limited.close()
  jest.useRealTimers()
  const refused = answers.filter(({ status }) => status === 429)
  expect([refused.length, clientLog.refusedCount, other.status]).toEqual([5, 6, 200])
  expect(refused[0]?.headers['retry-after']).toBe('60')
  expect([late.status, late.headers['retry-after'], later.status]).toEqual([429, '1', 200])
  expect(() => new ClientLog({ strategy, rateLimit: 0 })).toThrow('clientLog.rateLimit')
})
