import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

// Runs the applications of docs/hosts.md unchanged.

const folder = mkdtempSync(join(tmpdir(), 'hosts-page-'))
const page = readFileSync('docs/hosts.md', 'utf8')
const files = new Map(
  Array.from(page.matchAll(/^`([\w.]+)`\n\n```\w*\n([^]*?)^```$/gm), ([, name = '', text = '']) => [
    name,
    text,
  ]),
)
let running: ChildProcess | undefined

beforeAll(() => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
})
afterEach(async () => {
  if (running?.kill() === true) await once(running, 'exit')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts an application on a free port. */
async function start(name: string): Promise<string> {
  const env = { ...process.env, PORT: '0' }
  const args = ['--import', `data:text/javascript,${encodeURIComponent(reportsPort)}`, name]
  running = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [port] = (await once(running, 'message')) as [number]
  return `http://localhost:${port}`
}

const reportsPort = `
import { Server } from 'node:net'
const { listen } = Server.prototype
Server.prototype.listen = function (...args) {
  this.once('listening', () => process.send(this.address().port))
  return listen.apply(this, args)
}`

test.each(['express.js', 'fastify.js', 'koa.js', 'node.js', 'hono.js'])(
  'the application %s of docs/hosts.md answers both lines',
  async (name) => {
    const origin = await start(name)
    expect(await (await fetch(`${origin}/users/`)).json()).toEqual([{ id: 1, url: '/users/1' }])
    expect(await (await fetch(`${origin}/users/1`)).json()).toEqual({ id: 1 })
    expect((await fetch(`${origin}/users/x`)).status).toBe(404)
  },
)
