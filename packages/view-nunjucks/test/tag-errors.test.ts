import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { RouteDirective, type RouteDirectiveOptions } from '@mvc-router/view-nunjucks'
import nunjucks from 'nunjucks'

const router = Router.parse('GET /u/{id} u.show\nGET /u u.list')

function environment(
  options: RouteDirectiveOptions = { router },
  name = 'RouteDirective',
): nunjucks.Environment {
  const env = new nunjucks.Environment(null, { dev: true })
  return env.addExtension(name, new RouteDirective(options))
}

function errorOf(template: string, options?: RouteDirectiveOptions): Error {
  try {
    environment(options).renderString(template, { list: () => ({}), links: {} })
  } catch (error) {
    return error as Error
  }
  throw new Error('Nothing was thrown')
}

test.each([
  ['\n {% route %}', 2, 5, 'Expected an action: route "controller.method"'],
  ['\n {% route "u.show", {}, {} %}', 2, 25, 'route takes an action, one object and named arguments'],
  ['\n {% route "u.show", id=1, {} %}', 2, 27, 'route takes an action, one object and named arguments'],
  ['\n {% route "u.show"\n as "x" %}', 3, 5, 'Expected the name of a variable after "as"'],
  ['\n {% route "u.show" 5 %}', 2, 20, 'Expected a comma, "as" or the end of the route tag'],
  ['\n {% route', 2, 5, 'Expected an action: route "controller.method"'],
  ['\n {% route "u.show", id=1', 2, 5, 'Expected a comma, "as" or the end of the route tag'],
  ['\n {% route "u.show" as', 2, 5, 'Expected the name of a variable after "as"'],
  ['\n {% route "u.show", a.b=1 %}', 2, 22, 'Expected the name of an argument before "="'],
  ['\n {% route "u.show", 5=1 %}', 2, 21, 'Expected the name of an argument before "="'],
  ['\n {% route "u.show", true=1 %}', 2, 21, 'Expected the name of an argument before "="'],
  ['\n {% route "u.nope" %}', 2, 5, 'NoHandlerFoundException: No route has the action "u.nope"'],
])('the tag %j is an error at line %i, column %i: %s', (template, line, column, message) => {
  expect(errorOf(template).message).toBe(
    `(unknown path) [Line ${line}, Column ${column}]\n  ${message.startsWith('route') ? 'Expected name=value: ' : ''}${message}`,
  )
})

test.each([
  ['a call', 'list().nope', undefined],
  ['a path with a number', 'links[1].nope', undefined],
  ['a path with a variable', 'links[name]', undefined],
  ['a variable', 'nope', 'nope'],
  ['a path', 'links.nope', 'links.nope'],
  ['a long path', 'nope.a.b', 'nope.a.b'],
])('the error suggests quotes only for an action that is a name: %s', (_, action, name) => {
  const { message } = errorOf(`{% route ${action} %}`)
  expect(message).toContain('The action is not a string but undefined')
  expect(/Write route "(.*)" to name the action$/.exec(message)?.[1]).toBe(name)
})

test('the error of an action that is null says null', () => {
  expect(errorOf('{% set action = none %}{% route action %}').message).toContain(
    'The action is not a string but null: without quotes, action is an expression',
  )
})

test('an error has the name "Template render error" and the stack of its cause', () => {
  const error = errorOf('{% route "u.nope" %}')
  expect(error.name).toBe('Template render error')
  expect(error.stack).toMatch(
    /^Template render error: \(unknown path\) \[Line 1, Column 4\]\n {2}NoHandlerFoundException: No route has the action "u\.nope"\n {4}at /,
  )
  expect(error.cause).toMatchObject({ template: undefined, line: 1, column: 4 })
})

test('a Reverser can throw a value that is not an error', () => {
  const reverse = (): never => {
    // oxlint-disable-next-line typescript/only-throw-error -- some programs throw strings
    throw 'no links today'
  }
  expect(errorOf('{% route "u.list" %}', { router: { reverse } })).toMatchObject({
    message: '(unknown path) [Line 1, Column 4]\n  no links today',
    cause: 'no links today',
  })
})

test('the extension works under any name', () => {
  const template = '{% route "u.list" %} {% route "u.show", id=1 as link %}{{ link }}'
  expect(environment({ router }, 'our-links').renderString(template, {})).toBe('/u /u/1')
})
