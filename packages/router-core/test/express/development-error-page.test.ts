import { afterEach, describe, expect, test } from '@jest/globals'
import { developmentErrorPage, RouterHandlerMapping } from '@mvc-router/router-core/express'
import type { NextFunction, Request, Response } from 'express'
import { closeAll, expressVersions, serve, type TestServer } from './serve.js'

afterEach(closeAll)

describe.each(expressVersions)('developmentErrorPage on %s', (_name, express) => {
  const siteController = {
    home: (_request: Request, response: Response): void => void response.send('home'),
    badLink: (): string => mapping.reverse('siteController.hmoe').url,
    fails: (): never => {
      throw new Error('it failed')
    },
  }
  const routes =
    'GET / siteController.home\nGET /bad siteController.badLink\nGET /fails siteController.fails\n'
  let text: string
  let mapping: RouterHandlerMapping

  async function start(): Promise<TestServer> {
    text = routes
    mapping = new RouterHandlerMapping({ routeFiles: () => text, controllers: { siteController } })
    mapping.on('reload-error', () => {})
    await mapping.load()
    const app = express()
    app.use(mapping.middleware)
    app.use(developmentErrorPage({ mapping }))
    app.use((_request: Request, response: Response) => void response.status(404).send('nobody'))
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).send(`other: ${error.message}`)
    })
    return serve(app)
  }

  test('shows the frame of a broken route file where no route answers; the last good routes answer', async () => {
    const server = await start()
    expect(await server.ask('GET /new')).toMatchObject({ status: 404, body: 'nobody' })
    text = `${routes}GET /{<b>new siteController.home\n`
    await mapping.reload()
    const page = await server.ask('GET /new')
    expect(page).toMatchObject({ status: 500, headers: { 'cache-control': 'no-store' } })
    expect(page.body).toContain('  GET /{&lt;b&gt;new siteController.home\n')
    expect(page.body).toMatch(/\n +\^\n/)
    expect(page.body).not.toContain('node_modules')
    expect(await server.ask('GET /')).toMatchObject({ status: 200, body: 'home' })
    text = `${routes}GET /new siteController.home\n`
    await mapping.reload()
    expect(await server.ask('GET /new')).toMatchObject({ status: 200, body: 'home' })
  })

  test('shows why a link cannot be built, and leaves every other error alone', async () => {
    const server = await start()
    const page = await server.ask('GET /bad')
    expect(page).toMatchObject({ status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.body).toContain('siteController.home')
    expect(page.body).not.toContain('.test.')
    expect(await server.ask('GET /fails')).toMatchObject({ status: 500, body: 'other: it failed' })
  })

  test('does nothing in production', async () => {
    const server = await start()
    const environment = process.env['NODE_ENV']
    process.env['NODE_ENV'] = 'production'
    try {
      text = 'GET'
      await mapping.reload()
      expect(await server.ask('GET /new')).toMatchObject({ status: 404, body: 'nobody' })
      expect((await server.ask('GET /bad')).body).toMatch(/^other: /)
    } finally {
      process.env['NODE_ENV'] = environment
    }
  })
})
