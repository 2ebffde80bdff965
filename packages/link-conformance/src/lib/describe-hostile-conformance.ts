import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { RouterHandlerMapping, RouterModelAttribute } from '@mvc-router/router-core/express'
import type { TemplateLinkOptions } from '@mvc-router/router-core/templates'
import express from 'express'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface HostileEngine {
  readonly name: string
  /** A link to `u.show` whose `id` is the variable `x`, such as `{% route "u.show", id=x %}`. */
  readonly link: string
  /** A template of this engine that prints 7, such as `{{ 3+4 }}`. */
  readonly code: string
  render(router: Router, template: string, data: { readonly x: string }): string | PromiseLike<string>
  /** Calls the function of the package that takes the options. */
  configure(options: TemplateLinkOptions): unknown
  /** A page for Express with a link to `page.show` (`id` 2) and the variable `q`; it prints `/shop/page/2 5`. */
  readonly page?: {
    readonly file: string
    readonly text: string
    /** Adds the engine to the application, as the README of the package says. */
    serve(app: express.Express, mapping: RouterHandlerMapping, folder: string): void
  }
}

/** Describes the template cases of `fixtures/bad-inputs.json` that every engine shares. */
export function describeHostileConformance(engine: HostileEngine): void {
  const { name, page } = engine
  const router = Router.parse('GET /u/{id} u.show')

  test(`template-009: a URL in ${name} cannot end a script`, async () => {
    const template = `<script>var u="${engine.link}"</script>`
    const html = await engine.render(router, template, { x: '</script><script>alert(1)//' })
    expect(html).toBe('<script>var u="/u/%3C%2Fscript%3E%3Cscript%3Ealert(1)%2F%2F"</script>')
  })

  test.each(['settings', 'cache', '_locals', 'locals', 'a-b', '', '1a', 'a.b'])(
    `template-017, template-019: ${name} refuses the attribute name %j`,
    (attributeName) => {
      expect(() => engine.configure({ router, attributeName })).toThrow(
        expect.objectContaining({ code: 'E_CONFIG' }),
      )
    },
  )

  test(`template-027: an argument in ${name} is never a template`, async () => {
    const { url } = router.reverse('u.show', { id: engine.code })
    expect(await engine.render(router, engine.code, { x: '' })).toBe('7')
    expect(await engine.render(router, engine.link, { x: engine.code })).toBe(url)
  })

  test(`${name} refuses an unknown option, and suggests the nearest name`, () => {
    expect(() => engine.configure({ router, attributName: 'links' } as object)).toThrow(
      'did you mean attributeName?',
    )
  })

  if (page === undefined) return
  test(`template-021: a query parameter with the name of the model attribute hides no link in ${name}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hostile-page-'))
    await writeFile(join(folder, 'routes.conf'), 'GET /page/{id} page.show')
    await writeFile(join(folder, page.file), page.text)
    const mapping = new RouterHandlerMapping({
      routeFiles: [join(folder, 'routes.conf')],
      controllers: {
        page: {
          show: (req: express.Request, res: express.Response) => res.render(page.file, req.query),
        },
      },
      onWarning: () => {},
    })
    await mapping.load()
    const app = express()
    app.set('views', folder)
    page.serve(app, mapping, folder)
    app.use('/shop', new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    const server = app.listen(0)
    try {
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const answer = await fetch(`http://127.0.0.1:${port}/shop/page/1?route=x&q=5`)
      await expect(answer.text()).resolves.toBe('/shop/page/2 5')
    } finally {
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true })
    }
  })
}
