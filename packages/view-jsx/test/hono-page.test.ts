import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

// Runs the application of docs/hono.md unchanged.

const page = readFileSync('packages/view-jsx/docs/hono.md', 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'hono-page-'))
let server: ChildProcess | undefined
let origin: string

const reportsPort = `
import { Server } from 'node:net'
const { listen } = Server.prototype
Server.prototype.listen = function (...args) {
  this.once('listening', () => process.send(this.address().port))
  return listen.apply(this, args)
}`

beforeAll(async () => {
  for (const [, path = '', text = ''] of page.matchAll(/^`([\w./]+)`\n\n```\w*\n([^]*?)^```$/gm))
    writeFileSync(join(folder, path), text)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const [, args = ''] = /^npx tsc (.*)$/m.exec(page) ?? []
  const compiler = resolve('node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, ...args.split(' '), '--skipLibCheck'], {
    cwd: folder,
    stdio: 'inherit',
  })
  server = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(reportsPort)}`, 'server.js'],
    { cwd: folder, env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const [port] = (await once(server, 'message')) as [number]
  origin = `http://localhost:${port}`
})

afterAll(() => {
  server?.kill()
  rmSync(folder, { recursive: true })
})

test('the pages of docs/hono.md have links, and their form reaches its action', async () => {
  const list = await fetch(origin)
  expect(list.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await list.text()).toContain('<a href="/user/1">Ada</a>')
  expect(await (await fetch(`${origin}/user/2`)).text()).toBe(
    '<main><h1>Grace</h1><a href="/">All users</a></main>',
  )
  expect((await fetch(`${origin}/user/9`)).status).toBe(404)
  const added = await fetch(`${origin}/user`, { method: 'POST' })
  expect([added.url, await added.text()]).toEqual([
    `${origin}/`,
    expect.stringContaining('<a href="/user/3">Somebody</a>'),
  ])
})
