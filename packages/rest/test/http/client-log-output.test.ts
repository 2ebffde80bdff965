import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

/** A program that starts a server with the default client log, and sends its port over IPC. */
const program = `
  import { createWebServer } from '@mvc-router/rest'
  const app = await createWebServer({
    profiles: ['vendor-web-server', 'vendor-client-logging'],
    clientLog: { rateLimit: false },
  })
  const server = app.listen(0, '127.0.0.1', () => process.send(server.address().port))
  process.on('message', () => process.send(app.rest.clientLog.failedCount))
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))`

async function runServer(
  output: number | 'pipe',
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(process.cwd(), 'packages/rest'),
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  return { child, url: `http://127.0.0.1:${port}/api` }
}

async function logMany(url: string, count: number): Promise<readonly number[]> {
  const record = { level: 'info', message: 'x'.repeat(8000), time: 0 }
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(Array.from({ length: 10 }, () => record))
    const { status } = await fetch(`${url}/logs`, { method: 'POST', headers, body })
    statuses.push(status)
  }
  return statuses
}

const many = 30
const allWell = Array.from({ length: many }, () => 200)

async function failedCountOf(child: ChildProcess): Promise<number> {
  child.send('count')
  const [failedCount] = (await once(child, 'message')) as [number]
  return failedCount
}

test('a server answers while its log pipe is not read, and logs again when the pipe is read', async () => {
  const { child, url } = await runServer('pipe')
  expect(await logMany(url, many)).toEqual(allWell)
  expect(await failedCountOf(child)).toBeGreaterThan(0)
  child.stdout?.resume()
  let before: number
  do {
    before = await failedCountOf(child)
    await logMany(url, 1)
  } while ((await failedCountOf(child)) > before)
  child.kill('SIGKILL')
})

test('by default, a log record is one line of JSON on the standard output', async () => {
  const { child, url } = await runServer('pipe')
  const headers = { 'content-type': 'application/json', 'user-agent': 'UA/1.0' }
  const body = JSON.stringify({ level: 'warn', message: 'a\nb\u2028c', time: 0 })
  await fetch(`${url}/log`, { method: 'POST', headers, body })
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  child.kill('SIGKILL')
  expect(String(line)).toMatch(/^[^\n\u2028]*\n$/)
  expect(JSON.parse(String(line))).toMatchObject({
    name: 'client',
    level: 'warn',
    clientTime: '1970-01-01T00:00:00.000Z',
    browser: 'UA/1.0',
  })
})

test('a server still answers if the output of its log is closed', async () => {
  const { child, url } = await runServer('pipe')
  child.stdout?.destroy()
  expect(await logMany(url, many)).toEqual(allWell)
  child.kill('SIGKILL')
})

const hasFullDevice = existsSync('/dev/full')

;(hasFullDevice ? test : test.skip)(
  'a server still answers if the disk of its log is full, and counts failed records',
  async () => {
    const full = openSync('/dev/full', 'w')
    const { child, url } = await runServer(full)
    expect(await logMany(url, many)).toEqual(allWell)
    expect(await failedCountOf(child)).toBeGreaterThan(0)
    child.kill('SIGKILL')
    closeSync(full)
  },
)
