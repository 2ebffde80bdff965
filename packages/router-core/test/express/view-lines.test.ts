import { afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import { readFileSync } from 'node:fs'
import { Router } from '@mvc-router/router-core'
import {
  RouterModelAttribute,
  type HandlerInterceptor,
  type ModelAndView,
} from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

const routes = `
GET /about            view:page.txt(title:'About us')
+ use=signedIn
GET /page/{title}     view:page.txt
+ name=terms
GET /terms            view:legal/terms.njk
+ name=old.terms
GET /conditions/{id}  view:conditions.njk
+ name=profile
GET /user/{id}        userController.show
+ name=profile
GET /user/{id}/{tab}  userController.showTab
GET /missing          view:missing.txt
`

describe('view lines', () => {
  const router = Router.parse(routes)

  test('a view line is reversed by its view, by its name, and with arguments in the text', () => {
    expect(router.reverse('view:page.txt', { title: 'x' }).url).toBe('/page/x')
    expect(router.reverse('view:page.txt', { title: 'About us' }).url).toBe('/about')
    expect(router.reverse("view:page.txt(title:'x')").url).toBe('/page/x')
    expect(router.reverse('terms').url).toBe('/terms')
    expect(router.reverse('old.terms', { id: 1 }).url).toBe('/conditions/1')
  })

  test('if several lines have the same name, reverse uses the first line that fits', () => {
    expect(router.reverse('profile', { id: 1 }).url).toBe('/user/1')
    expect(router.reverse("profile(id:'1')").url).toBe('/user/1')
    expect(router.reverse('userController.showTab', { id: 1, tab: 'a' }).url).toBe('/user/1/a')
  })

  test.each([
    ['GET /a view:', /Expected the name of a view/],
    ['GET /a view:x.njk(id:5)', /Expected a quoted value/],
    ['GET /a view:x.njk y', /Expected the end of the line/],
    ['GET /a view:%{x}', /Scripting/],
    ['+ name\nGET /a a.b', /name=/],
    ['+ name=\nGET /a a.b', /name=/],
    ['+ name=9\nGET /a a.b', /name=/],
  ])('the lines %j are refused', (text, message) => {
    expect(() => Router.parse(text)).toThrow(message)
  })
})

describe.each(expressVersions)('view lines on %s', (_name, express) => {
  test('a view line renders its variables and arguments, after its middleware and interceptors', async () => {
    const seen: string[] = []
    const interceptor: HandlerInterceptor = {
      preHandle: (_request, _response, { action }) => void seen.push(action),
      postHandle: (_request, _response, _execution, result?: ModelAndView) =>
        void result?.addObject('added', 'yes'),
    }
    const signedIn = (_request: Request, _response: Response, next: NextFunction): void => {
      seen.push('signedIn')
      next()
    }
    const mapping = await loadMapping(routes.replace(/^.*userController.*$/gm, 'GET /gone 404'), {
      middleware: { signedIn },
      interceptors: [interceptor],
    } as never)
    const app = express()
    app.engine('txt', (path: string, model: object, done: (error: unknown, text?: string) => void) => {
      const { title, added, route } = model as Record<string, unknown>
      readFileSync(path)
      done(null, `${String(title)} ${String(added)} ${typeof route}`)
    })
    app.set('views', new URL('../../test/express/views', import.meta.url).pathname)
    app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).send(error.message)
    })
    const server = await serve(app)
    expect((await server.ask('GET /about')).body).toBe('About us yes function')
    expect((await server.ask('GET /page/Hello')).body).toBe('Hello yes function')
    expect(seen).toEqual(['view:page.txt', 'signedIn', 'view:page.txt'])
    const missing = await server.ask('GET /missing')
    expect([missing.status, missing.body]).toEqual([500, expect.stringContaining('missing.txt')])
  })
})
