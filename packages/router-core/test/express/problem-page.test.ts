import { afterEach, describe, expect, test } from '@jest/globals'
import { devTools, RouterHandlerMapping } from '@mvc-router/router-core/express'
import type { NextFunction, Request, Response } from 'express'
import { closeAll, expressVersions, serve, type TestServer } from './serve.js'

afterEach(closeAll)

describe.each(expressVersions)('the page of problems on %s', (_name, express) => {
  const siteController = {
    home: (_request: Request, response: Response): void => void response.send('home'),
    badLink: (): string => mapping.reverse('siteController.hmoe').url,
    user: (): string => 'a user',
    missing: (): string => mapping.reverse('siteController.user').url,
    wrapped: (): never => {
      throw wrapped(1)
    },
    deep: (): never => {
      throw wrapped(11)
    },
    fails: (): never => {
      throw new Error('it failed')
    },
  }
  /** An error whose chain of causes has the error of the router at `depth`. */
  function wrapped(depth: number): Error {
    try {
      return new Error(mapping.reverse('siteController.user').url)
    } catch (error) {
      let cause = error
      for (let level = 1; level <= depth; level++) cause = new Error(`depth ${level}`, { cause })
      return cause as Error
    }
  }

  const routes =
    'GET / siteController.home\nGET /bad siteController.badLink\nGET /fails siteController.fails\nGET /user/{id} siteController.user\nGET /missing siteController.missing\nGET /wrapped siteController.wrapped\nGET /deep siteController.deep\n'
  let text: string
  let mapping: RouterHandlerMapping

  async function start(): Promise<TestServer> {
    text = routes
    mapping = new RouterHandlerMapping({ routeFiles: () => text, controllers: { siteController } })
    mapping.on('reload-error', () => {})
    await mapping.load()
    const app = express()
    app.use(devTools({ mapping }))
    app.use(mapping.middleware)
    app.use((_request: Request, response: Response) => void response.status(404).send('nobody'))
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).send(`other: ${error.message}`)
    })
    return serve(app)
  }

  test('a missing route shows the frame of a broken route file, and the last good routes still answer', async () => {
    const server = await start()
    expect(await server.ask('GET /new')).toMatchObject({ status: 404, body: 'nobody' })
    text = `${routes}GET /{<b>new siteController.home\n`
    await mapping.reload()
    const page = await server.ask('GET /new')
    expect(page).toMatchObject({ status: 500, headers: { 'cache-control': 'no-store' } })
    expect(page.body).toContain('  GET /{&lt;b&gt;new siteController.home\n')
    expect(page.body).toMatch(/\n +\^<\/pre>/)
    expect(page.body).not.toMatch(/node_modules|false/)
    expect(await server.ask('GET /')).toMatchObject({ status: 200, body: 'home' })
    text = `${routes}GET /new siteController.home\n`
    await mapping.reload()
    expect(await server.ask('GET /new')).toMatchObject({ status: 200, body: 'home' })
  })

  test('the page shows the message and its hint as paragraphs above the frame', async () => {
    const server = await start()
    text = 'GETS / siteController.home\n'
    await mapping.reload()
    const { body } = await server.ask('GET /new')
    expect(body).toMatch(
      /<p class="bad">Unknown method [^]*<p>hint: did you mean GET\?<\/p>[^]*<pre class="bad">[^]*\^<\/pre>/,
    )
    expect(body).not.toMatch(/<pre[^>]*>[^<]*(?:hint:|Unknown method)/)
  })

  test('the page shows why a link cannot be built, and other errors reach the error handler', async () => {
    const server = await start()
    const page = await server.ask('GET /bad')
    expect(page).toMatchObject({ status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.body).toContain('siteController.home')
    expect(await server.ask('GET /fails')).toMatchObject({ status: 500, body: 'other: it failed' })
  })

  test('the page shows why each line of the action does not fit, also for an error in a chain of causes', async () => {
    const server = await start()
    const { body } = await server.ask('GET /missing')
    expect(body).toContain('<h1>A link cannot be built</h1>')
    expect(body).toContain('<h2>Lines of the action</h2>')
    expect(body).toContain('<li>routeFiles():4: the argument &quot;id&quot; is missing</li>')
    expect((await server.ask('GET /wrapped')).body).toContain('<li>routeFiles():4: ')
    expect((await server.ask('GET /deep')).body).toBe('other: depth 11')
  })

  test('the page shows a hundred mistakes of the route files, and the number of further mistakes', async () => {
    const server = await start()
    text = 'GET\n'.repeat(103)
    await mapping.reload()
    const { body } = await server.ask('GET /new')
    expect(body.match(/<pre class="bad">/g)).toHaveLength(100)
    expect(body).toContain('<p>and 3 more</p>')
  })
})
