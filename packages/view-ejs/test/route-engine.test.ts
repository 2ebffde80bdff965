import { describe, expect, test } from '@jest/globals'
import { ConfigurationException } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { routeEngine } from '@mvc-router/view-ejs'
import { describeEngine, directive, router, write } from './engine-under-test.js'

describeEngine(({ ejs, engine, render }) => {
  describe('the Reverser of a template', () => {
    const template = '<route:reverse action="userController.listAll"/>'
    const mounted = router.forRequest({ mountPath: '/app', host: 'example.org' })
    const route = createModelAttribute(mounted)

    test('a tag uses the model attribute first, under the option attributeName', () => {
      expect(render(template, { route })).toBe('/app/user/')
      const renamed = routeEngine({ router, ejs, attributeName: 'links' })
      expect(renamed.compile(directive + template)({ links: route, route: { reverse: () => 'x' } })).toBe(
        '/app/user/',
      )
    })

    test('a tag without a model attribute uses router.current, or the router', () => {
      const current = routeEngine({ router: { reverse: router.reverse.bind(router), current: mounted }, ejs })
      expect(current.compile(directive + template)()).toBe('/app/user/')
      expect(render(template)).toBe('/user/')
    })

    test('the data of a request never replaces the model attribute', () => {
      for (const hostile of ['x', ['x'], { reverse: 'x' }, null, Buffer.from('x')]) {
        expect(render(template, { route: hostile, __routeTags: hostile, locals: hostile })).toBe('/user/')
      }
    })

    test('a route of another host gets an absolute URL', () => {
      expect(render('<route:reverse action="apiController.index"/>', { route })).toBe(
        'http://api.example.org/app/v1',
      )
    })
  })

  describe('hostile values', () => {
    const values = [
      `"><script>alert(1)</script>`,
      `' onmouseover='alert(1)`,
      'x onmouseover=alert(1)',
      '</script>',
      '`',
      '\\',
      'javascript:alert(1)',
      '<%= process.exit() %>',
      '<route:nope>',
    ]

    test.each(values)('the hostile value %s is encoded in the URL', (value) => {
      const tag = '<route:reverse action="draftController.edit" name="<%= value %>" q="<%= value %>"/>'
      const html = render(tag, { value })
      expect(html).toMatch(/^\/draft\/[^"'<>\s`\\]+\?q=[^"'<>\s`\\]+$/)
      expect(router.match({ method: 'GET', path: html.replaceAll('&amp;', '&') })?.args).toEqual({
        name: value,
      })
    })

    test('render options in the locals run no code (template-022)', async () => {
      const path = write('page.ejs', `${directive}<route:reverse action="userController.listAll"/>`)
      const hostile = {
        outputFunctionName: 'x;globalThis.hacked=1;y',
        escape: 'x',
        client: true,
        cache: 'x',
        root: '/',
      }
      const locals = {
        settings: { 'view options': hostile, views: '/' },
        ...hostile,
        _with: false,
        delimiter: '?',
      }
      await expect(engine.renderFile(path, locals)).resolves.toBe('/user/')
      expect(globalThis).not.toHaveProperty('hacked')
    })

    test('a polluted Object.prototype changes nothing (template-023)', async () => {
      const path = write(
        'page.ejs',
        `${directive}<route:reverse action="searchController.search" a="<%= 1 %>"/> <%- include('part') %>`,
      )
      write('part.ejs', '<%= "<" %>')
      const pollution = {
        escapeFunction: () => 'hacked',
        escape: () => 'hacked',
        outputFunctionName: 'x;globalThis.hacked=1;y',
        client: true,
        includer: () => ({ template: 'hacked' }),
        strict: true,
        reverse: () => 'hacked',
        route: { reverse: () => 'hacked' },
        __routeTags: { reverse: () => 'hacked' },
      }
      const prototype = Object.prototype as Record<string, unknown>
      try {
        for (const [name, value] of Object.entries(pollution)) {
          Object.defineProperty(prototype, name, { value, configurable: true, writable: true })
        }
        expect(await engine.renderFile(path)).toBe('/search?a=1 &lt;')
      } finally {
        for (const name of Object.keys(pollution)) delete prototype[name]
      }
    })
  })
})

test.each(['settings', 'cache', '_locals', 'locals', '__routeTags', 'a-b', '', '1a'])(
  'the attribute name %j is refused',
  (attributeName) => {
    expect(() => routeEngine({ router, attributeName })).toThrow(ConfigurationException)
  },
)
