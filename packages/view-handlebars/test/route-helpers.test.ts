import { describe, expect, test } from '@jest/globals'
import { NoHandlerFoundException, Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { registerRoute, routeHelpers } from '@mvc-router/view-handlebars'
import Handlebars from 'handlebars'
import { createRequire } from 'node:module'

// The types of Handlebars contain neither `create` of the runtime nor the alias handlebars-4.7.8.
const require = createRequire(import.meta.url)
const HandlebarsRuntime: Pick<typeof Handlebars, 'create'> = require('handlebars/runtime')
const Handlebars478: typeof Handlebars = require('handlebars-4.7.8')

const router = Router.parse(`
GET     /user/?              userController.listAll
GET     /user/{<[0-9]+>id}   userController.showUser
DELETE  /session             sessionController.end
GET     /login               sessionController.start
`)

type Options = Parameters<typeof registerRoute>[2]

function environment(options?: Options): typeof Handlebars {
  const handlebars = Handlebars.create()
  registerRoute(handlebars, router, options)
  return handlebars
}

function render(template: string, context: object = {}, options?: CompileOptions): string {
  return environment().compile(template, options)(context)
}

function requestOf(mountPath: string, action = 'userController.listAll', args = {}): object {
  return createModelAttribute(router.forRequest({ mountPath }), () => ({ action, args }))
}

describe('the route helper', () => {
  test('an error has no position if the options have no position', () => {
    const { route } = routeHelpers(router)
    const options = { name: 'route', hash: {}, data: { root: {} } }
    const call = (): unknown => route.call({}, 'userController.unknown', options as never)
    expect(call).toThrow(NoHandlerFoundException)
    expect(call).not.toThrow('template line')
  })

  test('route prints the URL of an action', () => {
    expect(render('{{route "userController.listAll"}}')).toBe('/user/')
  })

  test('route accepts named arguments', () => {
    expect(render('{{route "userController.showUser" id=user.id}}', { user: { id: 5 } })).toBe('/user/5')
  })

  test('the action and an argument can be a SafeString from a helper', () => {
    const safe = (text: string): Handlebars.SafeString => new Handlebars.SafeString(text)
    const template = '{{route (safe "userController.showUser") id=(safe "5")}}'
    expect(environment().compile(template)({}, { helpers: { safe } })).toBe('/user/5')
  })

  test('route accepts arguments as an object', () => {
    expect(render('{{route "userController.showUser" args}}', { args: { id: 5 } })).toBe('/user/5')
  })

  test('named arguments replace arguments of the object without changing the object', () => {
    const args = { id: 5, page: 1 }
    expect(render('{{route "userController.showUser" args page=2}}', { args })).toBe('/user/5?page=2')
    expect(args).toEqual({ id: 5, page: 1 })
  })

  test('the text of an action can contain arguments', () => {
    expect(render(`{{route "userController.showUser(id:'5')"}}`)).toBe('/user/5')
  })

  test('the action can be a variable', () => {
    expect(render('{{route action}}', { action: 'userController.listAll' })).toBe('/user/')
  })

  test('route works as a subexpression, also as an argument of route', () => {
    const handlebars = environment()
    handlebars.registerHelper('shout', (text: unknown) => String(text).toUpperCase())
    const template =
      '{{shout (route "userController.listAll")}} {{route "sessionController.start" next=(route "userController.showUser" id=5)}}'
    expect(handlebars.compile(template)({})).toBe('/USER/ /login?next=%2Fuser%2F5')
  })

  test('the block form provides a link with url and method', () => {
    const template =
      '{{#route "sessionController.end" as |link|}}{{name}}: {{link}} {{link.url}} {{link.method}}{{/route}}'
    expect(render(template, { name: 'Ada' })).toBe('Ada: /session /session DELETE')
  })

  test('the block form keeps the variables of the page', () => {
    const template =
      '{{#each ids as |id|}}{{#route "userController.showUser" id=id as |url|}}{{@index}}{{@root.name}}{{url}} {{/route}}{{/each}}'
    expect(render(template, { ids: [1, 2], name: '-' })).toBe('0-/user/1 1-/user/2 ')
  })

  test('route works in #each, #with and partials', () => {
    const handlebars = environment()
    handlebars.registerPartial('link', '{{route "userController.showUser" id=id}} ')
    const template = handlebars.compile(
      '{{#each users}}{{> link}}{{/each}}{{#with owner}}{{> link}}{{> link id=4}}{{/with}}',
    )
    const page = { users: [{ id: 1 }, { id: 2 }], owner: { id: 3 } }
    expect(template(page)).toBe('/user/1 /user/2 /user/3 /user/4 ')
    expect(template({ ...page, route: requestOf('/shop') })).toBe(
      '/shop/user/1 /shop/user/2 /shop/user/3 /shop/user/4 ',
    )
  })
})

describe('escaping', () => {
  const args = { id: 5, a: 1, b: 2 }

  test('a link is escaped once, and "=" is not escaped', () => {
    expect(render('{{route "userController.showUser" args}}', { args })).toBe('/user/5?a=1&amp;b=2')
    expect(render('{{#route "userController.showUser" args as |url|}}{{url}}{{/route}}', { args })).toBe(
      '/user/5?a=1&amp;b=2',
    )
  })

  test('a link is not escaped in triple braces or with noEscape', () => {
    expect(render('{{{route "userController.showUser" args}}}', { args })).toBe('/user/5?a=1&b=2')
    expect(render('{{route "userController.showUser" args}}', { args }, { noEscape: true })).toBe(
      '/user/5?a=1&b=2',
    )
  })
})

describe('the Reverser of a template', () => {
  const template = '{{route "userController.listAll"}}'

  test('route uses the model attribute of the request first', () => {
    expect(render(template, { route: requestOf('/shop') })).toBe('/shop/user/')
  })

  test('route uses the model attribute under attributeName', () => {
    const handlebars = environment({ attributeName: 'links' })
    expect(handlebars.compile(template)({ links: requestOf('/shop'), route: requestOf('/wrong') })).toBe(
      '/shop/user/',
    )
  })

  test('route finds the model attribute in templates that are compiled with data: false', () => {
    expect(render(template, { route: requestOf('/shop') }, { data: false })).toBe('/shop/user/')
    expect(
      render('{{route.href "userController.showUser" id=5}}', { route: requestOf('/shop') }, { data: false }),
    ).toBe('/shop/user/5')
  })

  test.each<[string, unknown]>([
    ['a query parameter', 'x'],
    ['a nested query parameter', { reverse: 'x', isCurrent: 'x' }],
    ['a list', ['a', 'b']],
    ['null', null],
  ])('route ignores %s with the name of the model attribute', (_, route) => {
    expect(render(`${template}{{isRoute "userController.*"}}`, { route })).toBe('/user/false')
  })

  test('the context can be undefined or a string', () => {
    const handlebars = environment()
    expect(handlebars.compile(template)(undefined)).toBe('/user/')
    expect(handlebars.compile(template)('text')).toBe('/user/')
  })
})

describe('the isRoute helper', () => {
  const page = { route: requestOf('', 'userController.showUser', { id: '5' }) }

  test.each([
    ['{{#if (isRoute "userController.*")}}yes{{else}}no{{/if}}', 'yes'],
    ['{{#if (isRoute "userController.showUser")}}yes{{else}}no{{/if}}', 'yes'],
    ['{{#if (isRoute "userController.showUser" id=5)}}yes{{else}}no{{/if}}', 'yes'],
    ['{{#if (isRoute "userController.showUser" id=6)}}yes{{else}}no{{/if}}', 'no'],
    ['{{#if (isRoute "sessionController.*")}}yes{{else}}no{{/if}}', 'no'],
    ['{{#isRoute "userController.*"}}yes{{else}}no{{/isRoute}}', 'yes'],
    ['{{#isRoute "sessionController.*"}}yes{{else}}no{{/isRoute}}', 'no'],
    ['{{#isRoute "sessionController.*"}}yes{{/isRoute}}', ''],
  ])('isRoute: %s prints %j', (template, expected) => {
    expect(render(template, page)).toBe(expected)
  })

  test('isRoute is false outside of a request', () => {
    expect(render('{{isRoute "userController.*"}}')).toBe('false')
  })

  test.each([
    ['\n {{isRoute nope}}', 2],
    ['\n {{#if (isRoute "userController.showUser" 5)}}{{/if}}', 8],
    ['\n {{isRoute "userController.showUser" id=x}}', 2],
  ])('a wrong call of isRoute throws an error with the position of the call: %j', (template, column) => {
    const route = requestOf('', 'userController.showUser', { id: '5' })
    expect(() => render(template, { route, x: {} })).toThrow(
      expect.objectContaining({ name: 'NoHandlerFoundException', line: 2, column }) as unknown as Error,
    )
  })
})

describe('modes of Handlebars', () => {
  const template = '{{route "userController.showUser" id=id}}{{#if (isRoute "userController.*")}} here{{/if}}'
  const page = { id: 5, route: requestOf('/shop') }

  test('the helpers work in strict mode', () => {
    expect(render(template, page, { strict: true })).toBe('/shop/user/5 here')
  })

  test('the helpers work with knownHelpersOnly', () => {
    const knownHelpers = { route: true, isRoute: true, routeWith: true }
    expect(render(template, page, { knownHelpers, knownHelpersOnly: true })).toBe('/shop/user/5 here')
  })

  test('the helpers work in precompiled templates with the runtime of Handlebars', () => {
    const runtime = HandlebarsRuntime.create()
    registerRoute(runtime, router)
    const source = Handlebars.precompile(template) as unknown as string
    // oxlint-disable-next-line typescript/no-implied-eval -- the source is code that Handlebars just wrote
    const specification: TemplateSpecification = new Function(`return ${source}`)()
    expect(runtime.template(specification)(page)).toBe('/shop/user/5 here')
  })

  test('the helpers can be passed to a single rendering', () => {
    expect(Handlebars.create().compile(template)(page, { helpers: { ...routeHelpers(router) } })).toBe(
      '/shop/user/5 here',
    )
  })

  test('the helpers work with the oldest supported version of Handlebars', () => {
    const handlebars = Handlebars478.create()
    registerRoute(handlebars, router)
    expect(
      handlebars.compile(`${template}{{#route "userController.listAll" as |url|}}{{url}}{{/route}}`)(page),
    ).toBe('/shop/user/5 here/shop/user/')
    expect(errorOf(() => handlebars.compile('\n {{route "userController.nope"}}')({}))).toMatchObject({
      line: 2,
      column: 2,
    })
  })
})

function errorOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown')
}

describe('errors', () => {
  test('an error is the exception of the router, with its line and column', () => {
    const error = errorOf(() => render('<p>\n  <a href="{{route "userController.nope"}}">'))
    expect(error).toBeInstanceOf(NoHandlerFoundException)
    expect(error).toMatchObject({
      code: 'E_REVERSE_NO_ROUTE',
      action: 'userController.nope',
      line: 2,
      column: 12,
    })
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/userController\.nope[^]*\n {2}at template line 2, column 12$/),
    )
  })

  test.each([
    ['a block', '\n {{#route "userController.nope" as |url|}}{{url}}{{/route}}', 2],
    ['a subexpression', '\n {{#if (route "userController.nope")}}{{/if}}', 8],
    ['precompiled code', '\n {{~route "userController.nope"~}}', 2],
  ])('an error has the position of %s', (_, template, column) => {
    expect(errorOf(() => render(template))).toMatchObject({ line: 2, column })
  })

  test('a missing value is a missing argument, also in strict mode', () => {
    const template = '{{route "userController.showUser" id=user.idd}}'
    expect(errorOf(() => render(template, { user: { id: 5 } }))).toMatchObject({
      code: 'E_REVERSE_MISSING_ARG',
    })
    expect(errorOf(() => render(template, { user: { id: 5 } }, { strict: true }))).toMatchObject({
      argument: 'id',
    })
  })

  test.each([
    ['{{route}}', 'The action is not a string but undefined'],
    ['{{route id=5}}', 'The action is not a string but undefined'],
    ['{{route userController.listAll}}', 'The action is not a string but undefined'],
    [
      '{{route "userController.showUser" 5}}',
      'Arguments of "userController.showUser" need a name: write id=value, not the number alone',
    ],
    ['{{route "userController.showUser" args 5}}', 'need a name'],
  ])('the error of %s says: %s', (template, message) => {
    expect(() => render(template, { args: { id: 5 } })).toThrow(message)
  })

  test('onError gets the error and its position, and its value is printed', () => {
    const seen: unknown[] = []
    const handlebars = environment({ onError: (error, position) => (seen.push(error, position), '#') })
    const template =
      '\n<a href="{{route "userController.nope"}}">{{#route "userController.nope" as |url|}}{{url}}{{/route}}'
    expect(handlebars.compile(template)({})).toBe('\n<a href="#">#')
    expect(seen.slice(0, 2)).toEqual([expect.any(NoHandlerFoundException), { line: 2, column: 10 }])
  })
})

test('registerRoute refuses an unknown option, and suggests the nearest name', () => {
  expect(() => environment({ attributName: 'links' } as object)).toThrow('did you mean attributeName?')
})
