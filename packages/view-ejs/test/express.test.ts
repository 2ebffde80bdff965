import { afterAll, describe, expect, test } from '@jest/globals'
import { RouterHandlerMapping, RouterModelAttribute } from '@mvc-router/router-core/express'
import { routeEngine } from '@mvc-router/view-ejs'
import express5, { type Express, type Request, type Response } from 'express'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const { default: express4 } = (await import('express4' as string)) as { default: typeof express5 }

const folder = mkdtempSync(join(tmpdir(), 'view-ejs-express-'))
afterAll(() => rmSync(folder, { recursive: true }))

const directive = '<%@ taglib prefix="route" uri="/mvc-router" %>'
mkdirSync(join(folder, 'views/pages'), { recursive: true })
mkdirSync(join(folder, 'views/parts'), { recursive: true })
writeFileSync(
  join(folder, 'routes.conf'),
  'GET /user/{id} userController.showUser\nGET /broken userController.break\nGET /query userController.query',
)
writeFileSync(
  join(folder, 'views/pages/user.ejs'),
  `${directive}<% await wait() %><route:reverse action="userController.showUser" id="<%= id %>"/> <%- await include('parts/link') %>`,
)
writeFileSync(
  join(folder, 'views/parts/link.ejs'),
  `${directive}<% await wait() %><route:link action="userController.showUser" id="<%= id + 1 %>"/>`,
)
writeFileSync(
  join(folder, 'views/broken.ejs'),
  `${directive}\n<route:reverse action="userController.nobody"/>`,
)
writeFileSync(join(folder, 'views/query.ejs'), `${directive}<route:reverse action="userController.query"/>`)

const userController = {
  showUser: (req: Request, res: Response) =>
    res.render('pages/user', { id: Number(req.params['id']), wait: () => setTimeout(Math.random() * 5) }),
  break: (_req: Request, res: Response) => res.render('broken'),
  query: (req: Request, res: Response) => res.render('query', req.query),
}

async function page(url: string): Promise<string> {
  return (await fetch(url)).text()
}

describe.each([
  ['5', express5],
  ['4', express4],
])('in Express %s', (_, express) => {
  async function serving<Result>(use: (origin: string) => Promise<Result>): Promise<Result> {
    const app: Express = express()
    for (const mountPath of ['/a', '/b']) {
      const site: Express = express()
      const mapping = new RouterHandlerMapping({
        routeFiles: ['routes.conf'],
        controllers: { userController },
        cwd: folder,
      })
      await mapping.load()
      site.engine('ejs', routeEngine({ router: mapping, options: { async: true } }))
      site.set('view engine', 'ejs')
      site.set('views', join(folder, 'views'))
      site.enable('view cache')
      site.use(new RouterModelAttribute({ mapping }).middleware)
      site.use(mapping.middleware)
      app.use(mountPath, site)
    }
    app.use((error: Error, _req: Request, res: Response, _next: () => void) => {
      res.status(500).send(error.message)
    })
    const server = app.listen(0)
    await once(server, 'listening')
    try {
      return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    } finally {
      server.close()
    }
  }

  test('concurrent requests get links with their own mount paths', async () => {
    await serving(async (origin) => {
      const requests = Array.from({ length: 100 }, async (__, n) => {
        const mountPath = n % 2 === 0 ? '/a' : '/b'
        const html = await page(`${origin}${mountPath}/user/${n}`)
        expect(html).toBe(`${mountPath}/user/${n} <a href="${mountPath}/user/${n + 1}"></a>`)
      })
      await Promise.all(requests)
    })
  })

  test('the error handler gets an error with its line in the template', async () => {
    const message = await serving((origin) => page(`${origin}/a/broken`))
    expect(message).toContain(' >> 2| <route:reverse action="userController.nobody"/>\n')
    expect(message).toContain('broken.ejs:2:1\n')
  })

  test('a query that a view gets as its locals does not hide the links (template-021)', async () => {
    await serving(async (origin) => {
      const hostile = 'route=x&__routeTags=x&settings[views]=/&cache=&locals=x&_with=false&async='
      await expect(page(`${origin}/a/query?${hostile}`)).resolves.toBe('/a/query')
    })
  })
})
