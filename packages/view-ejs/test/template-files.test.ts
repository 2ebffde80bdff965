import { describe, expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { routeEngine, type EjsOptions, type RouteEngine } from '@mvc-router/view-ejs'
import { join } from 'node:path'
import { describeEngine, directive, failure, router, views, write } from './engine-under-test.js'

function slowId(): Promise<number> {
  return new Promise((resolve) => setImmediate(resolve, 5))
}

describeEngine(({ ejs, engine }) => {
  describe('files', () => {
    test('a file is rendered with a callback or a promise', async () => {
      const path = write('user.ejs', `\uFEFF${directive}\n<route:reverse action="userController.listAll"/>`)
      await expect(engine.renderFile(path)).resolves.toBe('\n/user/')
      const viaCallback = await new Promise((resolve, reject) => {
        engine(path, {}, (error, html) => (error === null ? resolve(html) : reject(error as Error)))
      })
      expect(viaCallback).toBe('\n/user/')
    })

    test('a missing file is an error of the callback or the promise', async () => {
      const path = join(views, 'missing.ejs')
      await expect(engine.renderFile(path)).rejects.toThrow('ENOENT')
      await expect(new Promise((resolve) => engine(path, {}, resolve))).resolves.toMatchObject({
        code: 'ENOENT',
      })
    })

    test('an included file has its own prefix, and the locals of the including file', async () => {
      write(
        'parts/menu.ejs',
        `<%@ taglib prefix="r" uri="/mvc-router" %><r:reverse action="userController.showUser" id="<%= id %>"/><%- include('deep/end') %>`,
      )
      write(
        'parts/deep/end.ejs',
        `${directive} <route:reverse action="userController.showUser" id="<%= id + 1 %>"/>`,
      )
      const path = write(
        'page.ejs',
        `<%- include('parts/menu', { id: 7 }) %> <%- include('/parts/deep/end.ejs') %>`,
      )
      const rooted = routeEngine({ router, ejs, options: { root: views } })
      await expect(rooted.renderFile(path, { id: 1 })).resolves.toBe('/user/7 /user/8  /user/2')
    })

    test('include finds files in the folders of the option views', async () => {
      write('shared/link.ejs', `${directive}<route:reverse action="userController.listAll"/>`)
      const path = write('pages/page.ejs', `<%- include('shared/link') %>`)
      const options = { views: [views] }
      await expect(routeEngine({ router, ejs, options }).renderFile(path)).resolves.toBe('/user/')
    })

    test('the error for a missing include names the missing file and has the line of the include', async () => {
      const path = write('page.ejs', `\n\n<%- include('nowhere') %>`)
      const { message } = await failure(engine.renderFile(path))
      expect(message).toContain(`${path}:3\n`)
      expect(message).toContain('Could not find the include file "nowhere"')
    })

    test('the option includer is called first, and its templates can have tags', async () => {
      const options: EjsOptions = {
        includer: (name) =>
          name === 'virtual'
            ? { template: `${directive}<route:reverse action="userController.listAll"/>` }
            : null,
      }
      write('real.ejs', 'real')
      const path = write('page.ejs', `<%- include('virtual') %> <%- include('real') %>`)
      await expect(routeEngine({ router, ejs, options }).renderFile(path)).resolves.toBe('/user/ real')
    })

    test('files are read again each time, unless they are cached', async () => {
      write('part.ejs', `${directive}<route:reverse action="userController.listAll"/>`)
      const path = write(
        'page.ejs',
        `${directive}<route:reverse action="searchController.search"/> <%- include('part') %>`,
      )
      const caching = routeEngine({ router, ejs, options: { cache: true } })
      await expect(caching.renderFile(path)).resolves.toBe('/search /user/')
      await expect(engine.renderFile(path)).resolves.toBe('/search /user/')

      write('part.ejs', 'new part')
      write('page.ejs', `new page <%- include('part') %>`)
      await expect(caching.renderFile(path)).resolves.toBe('/search /user/')
      await expect(engine.renderFile(path)).resolves.toBe('new page new part')

      ejs.clearCache()
      await expect(caching.renderFile(path)).resolves.toBe('new page new part')
    })

    test.each([
      [true, 'old'],
      ['true', 'new'],
      [1, 'new'],
      [undefined, 'new'],
    ])('only cache: true caches a file: with %j, a changed file shows its %s text', async (cache, shown) => {
      const rendered = (locals: object): Promise<string | undefined> =>
        new Promise((resolve) => engine(path, locals, (_, html) => resolve(html)))
      const path = write('page.ejs', 'old')
      await expect(rendered({ cache })).resolves.toBe('old')
      write('page.ejs', 'new')
      await expect(rendered({ cache })).resolves.toBe(shown)
      ejs.clearCache()
    })

    test('a cached template uses the router of the engine that renders it', async () => {
      const path = write('page.ejs', `${directive}<route:reverse action="userController.listAll"/>`)
      const other = Router.parse('GET /people userController.listAll')
      const options = { cache: true }
      await expect(routeEngine({ router, ejs, options }).renderFile(path)).resolves.toBe('/user/')
      await expect(routeEngine({ router: other, ejs, options }).renderFile(path)).resolves.toBe('/people')
    })

    test('a cached file is read once', async () => {
      const path = write('page.ejs', `${directive}<%- include('part') %>`)
      write('part.ejs', `${directive}<route:reverse action="userController.listAll"/>`)
      const read: string[] = []
      const counting = { ...ejs, fileLoader: (file: string) => (read.push(file), ejs.fileLoader(file)) }
      const caching: RouteEngine = routeEngine({ router, ejs: counting, options: { cache: true } })
      for (let time = 0; time < 3; time++) await expect(caching.renderFile(path)).resolves.toBe('/user/')
      expect(read).toEqual([path, join(views, 'part.ejs')])
    })
  })

  describe('asynchronous templates', () => {
    test('an asynchronous template can wait in tags and includes', async () => {
      const path = write(
        'page.ejs',
        `${directive}<route:reverse action="userController.showUser" id="<%= await id() %>"/><%- await include('part') %>`,
      )
      write(
        'part.ejs',
        `${directive} <route:reverse action="userController.showUser" id="<%= await id() + 1 %>"/>`,
      )
      const asynchronous = routeEngine({ router, ejs, options: { async: true } })
      await expect(asynchronous.renderFile(path, { id: slowId })).resolves.toBe('/user/5 /user/6')
      await expect(
        new Promise((resolve) => asynchronous(path, { id: slowId }, (_, html) => resolve(html))),
      ).resolves.toBe('/user/5 /user/6')
    })

    test('an error in an asynchronous template has its line and column', async () => {
      const path = write(
        'page.ejs',
        `${directive}\n<% await 1 %><route:reverse action="userController.nobody"/>`,
      )
      const asynchronous = routeEngine({ router, ejs, options: { async: true } })
      expect(await failure(asynchronous.renderFile(path))).toMatchObject({ line: 2, column: 14 })
    })

    test('if the callback of an asynchronous template throws an error, the callback gets this error', async () => {
      const asynchronous = routeEngine({ router, ejs, options: { async: true } })
      const answered = new Error('already answered')
      const reported = await new Promise((resolve) => {
        asynchronous(write('page.ejs', ''), {}, (error) => {
          if (error === null) throw answered
          resolve(error)
        })
      })
      expect(reported).toBe(answered)
    })
  })
})
