import { describe, expect, test } from '@jest/globals'
import { RouteDirective, type RouteDirectiveOptions } from '@mvc-router/view-nunjucks'
import nunjucks from 'nunjucks'
import { fakeReverser } from './fake-reverser.js'

type Templates = Record<string, string>

function environment(
  templates: Templates = {},
  { autoescape = true, ...options }: Partial<RouteDirectiveOptions> & { autoescape?: boolean } = {},
): nunjucks.Environment {
  const loader = new nunjucks.Loader() as nunjucks.Loader & nunjucks.ILoader
  loader.getSource = (name) => ({ src: templates[name] ?? '', path: name, noCache: false })
  const env = new nunjucks.Environment(loader, { autoescape })
  return env.addExtension('RouteDirective', new RouteDirective({ router: fakeReverser(), ...options }))
}

/** Loads precompiled templates as a browser does. */
function precompiledLoader(source: string): nunjucks.PrecompiledLoader {
  const window: { nunjucksPrecompiled: unknown[] } = { nunjucksPrecompiled: [] }
  // oxlint-disable-next-line typescript/no-implied-eval -- the source is code that nunjucks just wrote
  new Function('window', source)(window)
  return new nunjucks.PrecompiledLoader(window.nunjucksPrecompiled)
}

function render(template: string, context: object = {}): string {
  return environment().renderString(template, context)
}

describe('the route tag', () => {
  test('route prints the URL of an action', () => {
    expect(render('{% route "user.list" %}')).toBe('/user/list')
  })

  test('route accepts named arguments', () => {
    expect(render('{% route "user.show", id=user.id %}', { user: { id: 5 } })).toBe('/user/show?id=5')
  })

  test('route accepts arguments as a dict', () => {
    expect(render('{% route "user.show", { id: user.id } %}', { user: { id: 5 } })).toBe('/user/show?id=5')
  })

  test('route accepts arguments as a variable', () => {
    expect(render('{% route "user.show", args %}', { args: { id: 5 } })).toBe('/user/show?id=5')
  })

  test('named arguments replace arguments of the dict without changing the dict', () => {
    const args = { id: 5, page: 1 }
    expect(
      environment({}, { autoescape: false }).renderString('{% route "user.show", args, page=2 %}', { args }),
    ).toBe('/user/show?id=5&page=2')
    expect(args).toEqual({ id: 5, page: 1 })
  })

  test('an action with arguments in its text is passed to the router unchanged', () => {
    const actions: string[] = []
    const router = {
      reverse: (action: string) => (actions.push(action), fakeReverser().reverse('user.show')),
    }
    environment({}, { router }).renderString(`{% route "user.show(id:'5')" %}`, {})
    expect(actions).toEqual([`user.show(id:'5')`])
  })

  test('route sets a variable with "as"', () => {
    expect(render('{% route "user.list" as users %}[{{ users }}]')).toBe('[/user/list]')
    expect(render('{% route "user.show", id=5 as user %}{{ user.url }} {{ user.method }}')).toBe(
      '/user/show?id=5 GET',
    )
  })

  test('route sets a variable in the scope of a loop', () => {
    expect(render('{% for id in [1, 2] %}{% route "user.show", id=id as url %}{{ url }} {% endfor %}')).toBe(
      '/user/show?id=1 /user/show?id=2 ',
    )
  })

  test('the action can be an expression', () => {
    expect(render('{% route "user.list" if all else "user.show", id=1 %}', { all: false })).toBe(
      '/user/show?id=1',
    )
    expect(render('{% route action %}', { action: 'user.list' })).toBe('/user/list')
  })

  test('the action can be the result of a macro or a block set', () => {
    expect(render('{% set action %}user.list{% endset %}{% route action %}')).toBe('/user/list')
    expect(render('{% macro list() %}user.list{% endmacro %}{% route list() %}')).toBe('/user/list')
  })

  test('route works with the delimiters <% %>', () => {
    const tags = { blockStart: '<%', blockEnd: '%>', variableStart: '<$', variableEnd: '$>' }
    const env = new nunjucks.Environment(null, { tags })
    env.addExtension('RouteDirective', new RouteDirective({ router: fakeReverser() }))
    expect(env.renderString('<a href="<% route "user.show", id=id %>"><$ id $></a>', { id: 5 })).toBe(
      '<a href="/user/show?id=5">5</a>',
    )
  })

  test('route can remove the white space around its tag', () => {
    expect(render('a  {%- route "user.list" -%}  b')).toBe('a/user/listb')
  })

  test('route works in asynchronous loops', async () => {
    const template =
      '{% asyncEach id in ids %}{% route "user.show", id=id %} {% endeach %}{% asyncAll id in ids %}{% route "user.show", id=id as url %}{{ url }} {% endall %}'
    const html = await new Promise((resolve) => {
      environment().renderString(template, { ids: [1, 2] }, (_error, result) => resolve(result))
    })
    expect(html).toBe('/user/show?id=1 /user/show?id=2 /user/show?id=1 /user/show?id=2 ')
  })

  test('an argument of route can have an asynchronous filter', async () => {
    const env = environment()
    env.addFilter(
      'later',
      (value: unknown, done: (error: null, value: unknown) => void) => setImmediate(done, null, value),
      true,
    )
    const html = new Promise((resolve, reject) => {
      env.renderString(
        '{% route "user.show", id=5|later %}{% route "user.show", id=6|later as url %} {{ url }}',
        {},
        (error, result) => (error ? reject(error) : resolve(result)),
      )
    })
    await expect(html).resolves.toBe('/user/show?id=5 /user/show?id=6')
  })
})

describe('escaping', () => {
  const template = '{% route "user.list", a=1, b=2 %}|{% route "user.list", a=1, b=2 as url %}{{ url }}'

  test('a link is escaped once with autoescape', () => {
    expect(environment({}, { autoescape: true }).renderString(template, {})).toBe(
      '/user/list?a=1&amp;b=2|/user/list?a=1&amp;b=2',
    )
  })

  test('a link is not escaped without autoescape', () => {
    expect(environment({}, { autoescape: false }).renderString(template, {})).toBe(
      '/user/list?a=1&b=2|/user/list?a=1&b=2',
    )
  })
})

describe('the Reverser of a template', () => {
  const template = '{% route "user.list" %}'

  test('route uses the model attribute of the request first', () => {
    const route = Object.assign(() => '', { ...fakeReverser('/shop') })
    expect(render(template, { route })).toBe('/shop/user/list')
  })

  test('route uses the model attribute under attributeName', () => {
    const env = environment({}, { attributeName: 'links' })
    expect(env.renderString(template, { links: fakeReverser('/shop'), route: fakeReverser('/wrong') })).toBe(
      '/shop/user/list',
    )
  })

  test('route uses router.current if the template has no model attribute', () => {
    const router = { ...fakeReverser(), current: fakeReverser('/shop') }
    expect(environment({}, { router }).renderString(template, {})).toBe('/shop/user/list')
  })

  test.each<[string, unknown]>([
    ['a query parameter', 'x'],
    ['a nested query parameter', { reverse: 'x' }],
    ['a list', ['a', 'b']],
    [
      'an object of the application',
      new (class BusLine {
        reverse(): string {
          return 'x'
        }
      })(),
    ],
    ['null', null],
  ])('route ignores %s with the name of the model attribute', (_, route) => {
    expect(render(template, { route })).toBe('/user/list')
  })
})

describe('several templates', () => {
  const macro = '{% macro link(id) %}{% route "user.show", id=id %}{% endmacro %}'

  test('route works in an included template', () => {
    const env = environment({ page: '[{% include "part" %}]', part: '{% route "user.list" %}' })
    expect(env.render('page', { route: fakeReverser('/shop') })).toBe('[/shop/user/list]')
  })

  test('route works in a layout and its blocks', () => {
    const env = environment({
      layout: '{% route "home.index" %} {% block main %}{% route "user.list" %}{% endblock %}',
      page: '{% extends "layout" %}{% block main %}{{ super() }} {% route "user.show", id=1 %}{% endblock %}',
    })
    expect(env.render('page')).toBe('/home/index /user/list /user/show?id=1')
  })

  test('a macro that is imported with context uses the model attribute', () => {
    const env = environment({ macro, page: '{% from "macro" import link with context %}{{ link(5) }}' })
    expect(env.render('page', { route: fakeReverser('/shop') })).toBe('/shop/user/show?id=5')
  })

  test('a macro that is imported without context uses router.current', () => {
    const router = { ...fakeReverser(), current: fakeReverser('/shop') }
    const env = environment({ macro, page: '{% import "macro" as m %}{{ m.link(5) }}' }, { router })
    expect(env.render('page', { route: fakeReverser('/shop') })).toBe('/shop/user/show?id=5')
  })

  test('route works in a precompiled template', () => {
    const source = nunjucks.precompileString(
      '{% route "user.show", id=id %}{% route "user.list" as url %} {{ url }}',
      { name: 'page', env: environment(), asFunction: false },
    )
    const env = new nunjucks.Environment(precompiledLoader(source), {})
    env.addExtension('RouteDirective', new RouteDirective({ router: fakeReverser('/shop') }))
    expect(env.render('page', { id: 5 })).toBe('/shop/user/show?id=5 /shop/user/list')
  })
})

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('Nothing was thrown')
}

describe('errors', () => {
  test('an error has the template, line and column of the tag', () => {
    const env = environment({ page: '<p>\n  <b>\n    {% route "user.unknown" %}' })
    expect(messageOf(() => env.render('page'))).toBe(
      '(page) [Line 3, Column 8]\n  RangeError: No route for the action user.unknown',
    )
  })

  test('an error in an included template has the name of this template and the line', () => {
    const env = environment({ page: '\n\n{% include "part" %}', part: '\n{% route "user.unknown" %}' })
    expect(messageOf(() => env.render('page'))).toContain('(part) [Line 2, Column 4]\n  RangeError: No route')
  })

  test.each([
    '{% block a %}\n{% route "user.unknown" %}{% endblock %}',
    '{% macro m() %}\n{% route "user.unknown" %}{% endmacro %}{{ m() }}',
    '{% for i in [1] %}\n{% route "user.unknown" as url %}{% endfor %}',
  ])('an error has the line of the tag within %j', (page) => {
    expect(messageOf(() => environment({ page }).render('page'))).toContain('(page) [Line 2, Column 4]')
  })

  test('with dev: true, the error of the router is the cause', () => {
    const env = new nunjucks.Environment(null, { dev: true })
    env.addExtension('RouteDirective', new RouteDirective({ router: fakeReverser() }))
    let thrown: unknown
    try {
      env.renderString('{% route "user.unknown" %}', {})
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ lineno: 1, colno: 4, cause: expect.any(RangeError) })
    expect((thrown as Error).stack).toContain('[Line 1, Column 4]')
  })

  test('the error of an included template contains its position only once', () => {
    const env = environment({ page: '{% include "part" %}', part: '\n{% route "user.unknown" %}' })
    Object.assign(env, { opts: { ...Reflect.get(env, 'opts'), dev: true } })
    expect(messageOf(() => env.render('page'))).toBe(
      '(page)\n  (part) [Line 2, Column 4]\n  RangeError: No route for the action user.unknown',
    )
  })

  test('the callback of an asynchronous rendering gets the error', async () => {
    const env = environment({ page: '{% include "part" %}', part: '{% route "user.unknown" %}' })
    const error = await new Promise((resolve) => {
      env.render('page', {}, resolve)
    })
    expect(String(error)).toContain('(part) [Line 1, Column 4]')
  })

  test('the error of an action without quotes suggests quotes', () => {
    expect(messageOf(() => render('{% route user.show, id=5 %}'))).toContain(
      'The action is not a string but undefined: without quotes, user.show is an expression. Write route "user.show" to name the action',
    )
  })

  test('the error of an argument without a name suggests a name', () => {
    expect(messageOf(() => render('{% route "user.show", 5 %}'))).toContain(
      'Arguments of "user.show" need a name: write id=value, not the number alone',
    )
  })

  test.each([
    ['{% route %}', 'Expected an action: route "controller.method"'],
    ['{% route "user.show" id=5 %}', 'Expected a comma, "as" or the end of the route tag'],
    ['{% route "user.show", id=5, 6 %}', 'Expected name=value'],
    ['{% route "user.show" as "x" %}', 'Expected the name of a variable after "as"'],
  ])('the mistake in %s is an error when the template is compiled: %s', (template, message) => {
    expect(messageOf(() => render(template))).toMatch(/\[Line 1, Column \d+\]/)
    expect(messageOf(() => render(template))).toContain(message)
  })

  test('in an environment without the extension, a precompiled template throws an error about printRoute', () => {
    const source = nunjucks.precompileString('{% route "user.list" %}', { name: 'page', env: environment() })
    const env = new nunjucks.Environment(precompiledLoader(source), {})
    expect(messageOf(() => env.render('page'))).toContain(
      "Cannot read properties of undefined (reading 'printRoute')",
    )
  })

  test('the cause of an error gets the name of the template, unless the cause is frozen', () => {
    const causes = [new RangeError('no such action'), Object.freeze(new RangeError('no such action'))]
    for (const cause of causes) {
      const reverse = (): never => {
        throw cause
      }
      const env = environment({ page: '{% route "user.list" %}' }, { router: { reverse } })
      expect(messageOf(() => env.render('page'))).toContain('no such action')
      expect(Reflect.get(cause, 'template')).toBe(Object.isFrozen(cause) ? undefined : 'page')
    }
  })

  test('onError gets the error and its position, and its value is printed', () => {
    const seen: unknown[] = []
    const env = environment({}, { onError: (error, position) => (seen.push(error, position), '#') })
    expect(
      env.renderString(
        '\n<a href="{% route "user.unknown" %}">{% route "user.unknown" as url %}{{ url }}',
        {},
      ),
    ).toBe('\n<a href="#">#')
    expect(seen.slice(0, 2)).toEqual([expect.any(RangeError), { line: 2, column: 13 }])
  })
})

describe('escaping of other values', () => {
  const reverser = { ...fakeReverser(), href: () => `"><b>'&` }
  const page = '{% route "user.list" %}'

  test('route escapes the URL of a Reverser of the application', () => {
    expect(environment({}, { router: reverser }).renderString(page, {})).toBe('&quot;&gt;&lt;b&gt;&#39;&amp;')
  })

  test('route does not escape the URL of a Reverser without autoescape', () => {
    expect(environment({}, { router: reverser, autoescape: false }).renderString(page, {})).toBe(`"><b>'&`)
  })

  test.each<[string, unknown, string]>([
    ['a text', '<&', '&lt;&amp;'],
    ['safe text', new nunjucks.runtime.SafeString('<b>'), '<b>'],
    ['undefined', undefined, ''],
  ])('nunjucks escapes the value of onError as it escapes a variable: %s', (_name, instead, html) => {
    const env = environment({}, { onError: () => instead })
    expect(env.renderString('{% route "user.unknown" %}', {})).toBe(html)
  })
})
