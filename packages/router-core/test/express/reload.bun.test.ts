import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Request, Response } from 'express'
import { RouterHandlerMapping, RouterModelAttribute } from '@mvc-router/router-core/express'
import { once } from 'node:events'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeAll, expressVersions, serve, type TestServer } from './serve.js'

let cwd: string
let mapping: RouterHandlerMapping

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mapping-reload-'))
})
afterEach(async () => {
  await closeAll()
  await mapping.close()
  await rm(cwd, { recursive: true })
})

async function save(text: string): Promise<void> {
  await writeFile(join(cwd, 'next'), text)
  await rename(join(cwd, 'next'), join(cwd, 'routes.conf'))
}

/**
 * Saves the file and returns the value of the event. Listens first, because the event can come before `save` returns.
 */
async function reloadOf(text: string, event = 'reload'): Promise<unknown> {
  const reported = once(mapping, event)
  await save(text)
  const [value] = (await reported) as unknown[]
  return value
}

describe.each(expressVersions)('a reload on %s', (_name, express) => {
  let proceed: (() => void)[] = []

  const pageController = {
    show: (request: Request, response: Response): void => {
      response.send(`page ${JSON.stringify(request.params)}`)
    },
    slow: async (request: Request, response: Response): Promise<void> => {
      const before = mapping.reverse('pageController.show', { id: 1 }).url
      await new Promise<void>((resolve) => proceed.push(resolve))
      const route: unknown = response.locals['route']
      const after = [
        mapping.reverse('pageController.show', { id: 1 }).url,
        (route as (action: string, args: object) => { url: string })('pageController.show', { id: 1 }).url,
      ]
      response.json({ before, after, params: request.params })
    },
  }

  async function start(text: string, options: { autoReloadEnabled?: boolean } = {}): Promise<TestServer> {
    proceed = []
    await save(text)
    mapping = new RouterHandlerMapping({
      routeFiles: 'routes.conf',
      cwd,
      controllers: { pageController },
      autoReloadEnabled: true,
      ...options,
    })
    await mapping.load()
    const app = express()
    app.use(new RouterModelAttribute({ mapping }).middleware)
    app.use(mapping.middleware)
    return serve(app)
  }

  test('a reload changes the routes that answer and the URLs', async () => {
    const server = await start('GET /a/{id} pageController.show\n')
    await reloadOf('GET /b/{id} pageController.show\n')
    expect((await server.ask('GET /a/1')).status).toBe(404)
    expect(await server.ask('GET /b/1')).toMatchObject({ status: 200, body: 'page {"id":"1"}' })
    expect(mapping.reverse('pageController.show', { id: 1 }).url).toBe('/b/1')
  })

  test('a reload keeps routes that were added in code, after the lines of the files', async () => {
    const server = await start('GET /a/{id} pageController.show\n')
    mapping.router
      .add('GET', '/added/{id}', 'pageController.show')
      .add('GET', '/b/{other}', 'pageController.show')
    for (const path of ['/b', '/c']) {
      await reloadOf(`GET ${path}/{id} pageController.show\n`)
      expect(await server.ask('GET /added/1')).toMatchObject({ status: 200, body: 'page {"id":"1"}' })
    }
    expect(await server.ask('GET /b/1')).toMatchObject({ status: 200, body: 'page {"other":"1"}' })
    expect(mapping.router.routes).toHaveLength(3)
  })

  test('a reload of a broken file is refused, and the last good routes answer', async () => {
    const server = await start('GET /a/{id} pageController.show\n')
    const error = await reloadOf('GET /b/{id pageController.show\n', 'reload-error')
    expect(error).toMatchObject({ code: 'E_ROUTE_SYNTAX', file: 'routes.conf', line: 1, column: 8 })
    expect(mapping.reloadError).toBe(error)
    expect((await server.ask('GET /a/1')).status).toBe(200)
    await reloadOf('GET /c/{id} pageController.show\n')
    expect(mapping.reloadError).toBeUndefined()
    expect((await server.ask('GET /c/1')).status).toBe(200)
  })

  test('a reload of a file with an unknown action is refused', async () => {
    const server = await start('GET /a/{id} pageController.show\n')
    const error = await reloadOf('GET /a/{id} pageController.shwo\n', 'reload-error')
    expect(error).toMatchObject({ code: 'E_ACTION_NOT_FOUND', line: 1 })
    expect(String(error)).toContain('pageController.slow? Or restart, if the method is new')
    const other = await reloadOf('GET /a/{id} pageController.quiteNew\n', 'reload-error')
    expect(String(other)).toMatch(
      /the public methods of "pageController" are .*; or restart, if the method is new/,
    )
    expect((await server.ask('GET /a/1')).status).toBe(200)
  })

  test('a request keeps its routes, parameters and links during a reload', async () => {
    const server = await start('GET /slow/{id} pageController.slow\nGET /a/{id} pageController.show\n')
    const answer = server.ask('GET /slow/7')
    while (proceed.length === 0) await sleep(5)
    await reloadOf('GET /slow/{other} pageController.slow\nGET /b/{id} pageController.show\n')
    proceed[0]?.()
    expect(JSON.parse((await answer).body)).toEqual({
      before: '/a/1',
      after: ['/a/1', '/a/1'],
      params: { id: '7' },
    })
    const next = server.ask('GET /slow/7')
    while (proceed.length === 1) await sleep(5)
    proceed[1]?.()
    expect(JSON.parse((await next).body)).toEqual({
      before: '/b/1',
      after: ['/b/1', '/b/1'],
      params: { other: '7' },
    })
  })

  test('without autoReloadEnabled, only reload() reads the files again', async () => {
    const server = await start('GET /a/{id} pageController.show\n', { autoReloadEnabled: false })
    await save('GET /b/{id} pageController.show\n')
    await sleep(300)
    expect((await server.ask('GET /a/1')).status).toBe(200)
    await expect(mapping.reload()).resolves.toBe(true)
    expect((await server.ask('GET /b/1')).status).toBe(200)
    await save('GET')
    mapping.on('reload-error', () => {})
    await expect(mapping.reload()).resolves.toBe(false)
    expect((await server.ask('GET /b/1')).status).toBe(200)
  })

  test('after close, files are not reloaded, and requests are still answered', async () => {
    const server = await start('GET /a/{id} pageController.show\n')
    await mapping.close()
    await save('GET /b/{id} pageController.show\n')
    await sleep(300)
    expect((await server.ask('GET /a/1')).status).toBe(200)
  })
})

test('a refused reload causes a warning if nobody listens to reload-error', async () => {
  const warnings: string[] = []
  await save('GET /a a.b\n')
  mapping = new RouterHandlerMapping({
    routeFiles: 'routes.conf',
    cwd,
    reversingOnly: true,
    onWarning: (text) => warnings.push(text),
  })
  await expect(mapping.reload()).rejects.toThrow('await mapping.load() first')
  await mapping.load()
  await save('GET /a\n')
  await expect(mapping.reload()).resolves.toBe(false)
  expect(warnings).toEqual([expect.stringContaining('routes.conf:1:7')])
})
