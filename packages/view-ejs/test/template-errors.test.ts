import { describe, expect, test } from '@jest/globals'
import { NoHandlerFoundException } from '@mvc-router/router-core'
import { routeEngine, TagSyntaxException } from '@mvc-router/view-ejs'
import { describeEngine, directive, failure, router, write } from './engine-under-test.js'

describeEngine(({ ejs, engine }) => {
  describe('errors', () => {
    test('an error of the router keeps its class, and shows the source of the template with line and column', async () => {
      const path = write(
        'user.ejs',
        `${directive}\n<ul>\n  <a href="<route:reverse action="userController.showUsr" id="<%= 5 %>"/>">\n</ul>`,
      )
      const error = await failure(engine.renderFile(path))
      expect(error).toBeInstanceOf(NoHandlerFoundException)
      expect(error).toMatchObject({ code: 'E_REVERSE_NO_ROUTE', template: path, line: 3, column: 12 })
      const [frame, ...rest] = error.message.split('\n\n')
      expect(frame).toBe(
        [
          `${path}:3`,
          `    1| ${directive}`,
          '    2| <ul>',
          ' >> 3|   <a href="<route:reverse action="userController.showUsr" id="<%= 5 %>"/>">',
          '    4| </ul>',
        ].join('\n'),
      )
      expect(rest.join('\n\n')).toContain('userController.showUser')
      const line = '  <a href="<route:reverse action="userController.showUsr" id="<%= 5 %>"/>">'
      expect(error.message.endsWith(`\n  at ${path}:3:12\n  ${line}\n${' '.repeat(13)}^`)).toBe(true)
    })

    test.each([false, true])(
      'an error in a template without a file shows the source of the template, with async: %s',
      async (async) => {
        const line = '<route:reverse action="userController.showUsr" id="<%= 5 %>"/>'
        const template = engine.compile(`${directive}\n${line}`, { async })
        const { message } = await failure(Promise.resolve().then(() => template()))
        expect(message.split('\n\n')[0]).toBe(`ejs:2\n    1| ${directive}\n >> 2| ${line}`)
      },
    )

    test('an error in a changed file shows the new text of the file', async () => {
      const path = write('user.ejs', `${directive}<route:reverse action="userController.listAll"/>`)
      await engine.renderFile(path)
      write('user.ejs', 'no tags\n<%= nobody %>')
      const { message } = await failure(engine.renderFile(path))
      expect(message).toContain('    1| no tags\n >> 2| <%= nobody %>')
    })

    test('an error in an expression has the line of the expression within its tag', async () => {
      const path = write(
        'user.ejs',
        `${directive}\n<route:link\n  action="userController.showUser"\n\n  id="<%= nobody %>"\n  html:class="<%= x %>">\n</route:link>`,
      )
      const { message } = await failure(engine.renderFile(path))
      expect(message).toContain(`${path}:5\n`)
      expect(message).toContain(' >> 5|   id="<%= nobody %>"\n')
      expect(message).toContain('nobody is not defined')
    })

    test('an error after a tag of several lines has the correct line', async () => {
      const path = write(
        'user.ejs',
        `${directive}\n<route:reverse\n\n  action="userController.showUser"\n  id="<%= 5 //\n  %>"\n/>\n<%= nobody %>\n`,
      )
      const { message } = await failure(engine.renderFile(path))
      expect(message).toContain(' >> 8| <%= nobody %>\n')
    })

    test('an error in an included file names both files with their lines', async () => {
      const part = write('part.ejs', `${directive}\n<route:reverse action="userController.nobody"/>`)
      const path = write(
        'page.ejs',
        `${directive}\n\n<route:reverse action="userController.listAll"/><%- include('part') %>`,
      )
      const { message } = await failure(engine.renderFile(path))
      expect(message).toContain(
        ` >> 3| <route:reverse action="userController.listAll"/><%- include('part') %>`,
      )
      expect(message).toContain(`${part}:2\n`)
      expect(message).toContain(' >> 2| <route:reverse action="userController.nobody"/>')
    })

    test('an error of a tag is thrown when the template is compiled, also in code that does not run', async () => {
      const path = write('page.ejs', `${directive}\n<% if (false) { %><route:nope/><% } %>`)
      const error = await failure(engine.renderFile(path))
      expect(error).toBeInstanceOf(TagSyntaxException)
      expect(error).toMatchObject({ code: 'E_TAG_UNKNOWN', template: path, line: 2, column: 19 })
    })

    test('an error of the router has its line and column also without compileDebug', async () => {
      const template = `${directive}\n<route:reverse action="userController.showUser" id="x"/>`
      const error = await failure(
        new Promise((resolve) =>
          resolve(engine.compile(template, { compileDebug: false, filename: 'user.ejs' })()),
        ),
      )
      expect(error).toMatchObject({ code: 'E_REVERSE_CONSTRAINT', line: 2, column: 1 })
      expect(error.message).toContain('  at user.ejs:2:1\n  <route:reverse action')
    })

    test('the value of onError is printed instead of the URL', () => {
      const seen: unknown[] = []
      const lenient = routeEngine({ router, ejs, onError: (_, position) => (seen.push(position), '#"') })
      const html = lenient.compile(`${directive}<route:reverse action="a.b"/> <route:form action="a.b"/>`, {
        filename: 'x.ejs',
      })()
      expect(html).toBe('#&quot; <form action="#&#34;" method="post"></form>')
      expect(seen).toEqual([
        { template: 'x.ejs', line: 1, column: 47 },
        { template: 'x.ejs', line: 1, column: 77 },
      ])
    })
  })
})
