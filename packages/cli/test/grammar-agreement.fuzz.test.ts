import { expect, test } from '@jest/globals'
import { LinkFinder, SourceText } from '@mvc-router/cli'
import { Router } from '@mvc-router/router-core'
import { routeEngine } from '@mvc-router/view-ejs'
import { routePlugin } from '@mvc-router/view-eta'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import { Eta } from 'eta'
import fc from 'fast-check'
import handlebars from 'handlebars'
import nunjucks from 'nunjucks'
import { createRequire } from 'node:module'

/** `check` and the engine with our package refuse the same templates, because each tag has one grammar. */

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 50)
const finder = new LinkFinder({ cwd: '.', attributeName: 'route' })
const router = Router.parse('GET /user/{id} userController.show')

const environment = new nunjucks.Environment(null)
environment.addExtension('RouteDirective', new RouteDirective({ router }))
const eta = new Eta({ plugins: [routePlugin({ router })] })
const ejs = routeEngine({ router })
// Pug has no types.
const pug = createRequire(import.meta.url)('pug') as {
  compile(text: string, options: { readonly filename: string }): unknown
}

const engines: Readonly<
  Record<
    'nunjucks' | 'handlebars' | 'eta' | 'ejs' | 'pug',
    { compile: (text: string) => unknown; pieces: readonly string[] }
  >
> = {
  nunjucks: {
    compile: (text) => new nunjucks.Template(text, environment, 'x', true),
    pieces: [
      '{% route ',
      '{% route%}',
      '"a.b"',
      '"a.b(id:1)"',
      ', ',
      'id=5',
      'x.y',
      'f(1)',
      '{ id: 5 }',
      '5',
      ' as x',
      ' as "x"',
      ' as',
      ' %}',
      '%}',
      '-%}',
      '{{ route("a.b") }}',
      '{{ route(',
      ') }}',
      '= ',
      '{% if x %}',
      '{% endif %}',
      '{% endroute %}',
      '{% set x = ',
      'text ',
      '\n',
      '{# c #}',
      ' in x',
      ' | upper',
    ],
  },
  handlebars: {
    compile: (text) => handlebars.precompile(text),
    pieces: [
      '{{route ',
      '{{#route ',
      '{{/route}}',
      '"a.b"',
      ' id=5',
      ' id=(f 1)',
      ' user.id',
      '}}',
      '}}}',
      '{{{',
      '{{#if x}}',
      '{{/if}}',
      '{{else}}',
      ' as |url|',
      ' as |',
      '{{> part ',
      'text',
      '{{!-- c --}}',
      '{{rout "a.b"}}',
    ],
  },
  eta: {
    compile: (text) => eta.compile(text),
    pieces: [
      '<% route ',
      '<% route',
      '"a.b"',
      ', { id: 5 }',
      ', id',
      ' %>',
      '%>',
      '<%= route("a.b") %>',
      '<%= ',
      '<%~ it.x',
      '<% if (x) { %>',
      '<% } %>',
      ';',
      'route',
      '(',
      ')',
      'text ',
      '\n',
      '/* %> */',
      "'",
      '`',
      '<%- route "a.b" -%>',
    ],
  },
  ejs: {
    compile: (text) => ejs.compile(text),
    pieces: [
      '<%@ taglib prefix="route" uri="/mvc-router" %>',
      '<%@ taglib prefix="r" %>',
      '<%@ page %>',
      '<route:reverse ',
      '<route:link ',
      '<route:form ',
      '<route:x ',
      '<r:link ',
      'action="a.b"',
      ' action=',
      ' id="<%= id %>"',
      ' id=5',
      ' id',
      ' html:class="x"',
      ' html:href="x"',
      '/>',
      '>',
      '</route:link>',
      '</route:reverse>',
      '</route:form',
      '"',
      '<%= x %>',
      '<%= route("a.b") ',
      '<% if (x) { %>',
      '<% } %>',
      '%>',
      '<%% x',
      '<%# c %>',
      'text',
      '\n',
      '<svg:a/>',
    ],
  },
  pug: {
    compile: (text) => pug.compile(text, { filename: 'file' }),
    pieces: [
      'a(href=route("a.b"))',
      '(id=',
      ')',
      '= route("a.b")',
      '#{x}',
      '#{route(',
      '- const a = 1',
      '- if (x {',
      '- }',
      'if x',
      'else',
      'each a in b',
      'case x',
      'when 1',
      'mixin m(a)',
      '+m(1)',
      'block a',
      'extends nowhere',
      'include nowhere',
      'input',
      '//- c',
      '| text',
      'p',
      '\n',
      '\n',
      '\n  ',
      '\n  ',
      ' ',
    ],
  },
}

test.each(Object.entries(engines))(
  'check refuses exactly the random templates that %s refuses',
  (engine, { compile, pieces }) => {
    let refused = 0
    let accepted = 0
    const template = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((list) => list.join(''))
    const started = fc.tuple(fc.boolean(), template).map(([isDeclared, text]) => {
      return isDeclared ? `${pieces[0]}${text}` : text
    })
    fc.assert(
      fc.property(started, (text) => {
        let refusal: unknown
        try {
          compile(text)
          accepted++
        } catch (error) {
          refusal = error
          refused++
        }
        const { problems } = finder.find(new SourceText(text, 'file'), engine)
        expect({ text, isRefused: problems.length > 0 }).toEqual({ text, isRefused: refusal !== undefined })
        for (const { offset } of problems) expect(offset).toBeLessThanOrEqual(text.length)
      }),
      { numRuns },
    )
    expect(refused).toBeGreaterThan(0)
    expect(accepted).toBeGreaterThan(0)
  },
)

test.each([
  ['ejs', '<%@ taglib prefix="route" uri="/mvc-router" uri="x" %>'],
  ['ejs', '<%@ taglib prefix="route" uri="/mvc-router" %><route:link action="a.b">'],
  ['ejs', '<%@ taglib prefix="route" uri="/mvc-router" %><route:reverse action="a.b" action="a.c"/>'],
  ['ejs', '<%@ taglib prefix="route" uri="/mvc-router" %><route:reverse action="a.b" html:class="x"/>'],
  ['ejs', '<% if (x) { %>'],
  ['ejs', '<%= route("a.b") '],
  ['nunjucks', '{% route "a.b", 5, 6 %}'],
  ['nunjucks', '{% route "a.b" as "x" %}'],
  ['nunjucks', '{% route "a.b", f(x)=5 %}'],
  ['handlebars', '{{> a b c}}'],
  ['eta', '<% route "a.b", { %>'],
  ['pug', 'extends nowhere'],
  ['pug', '- const a = 1//- c'],
  ['pug', 'input\n  p text'],
  ['pug', '- if (x {\np text'],
  ['pug', 'mixin m\n  p\nextends nowhere'],
] as const)('both %s and check refuse %s', (engine, text) => {
  expect(() => engines[engine].compile(text)).toThrow()
  expect(finder.find(new SourceText(text, 'file'), engine).problems).toHaveLength(1)
})

test.each([
  ['p\n  //- c\n  | text', 'a comment'],
  ['p\n  :no-such-filter\n    text', 'a filter, which is a program'],
  ['extends /layout\nblock a\n  p', 'a path in a folder that only the application knows'],
])('check accepts the Pug template %j with %s', (text) => {
  expect(finder.find(new SourceText(text, 'file'), 'pug').problems).toEqual([])
})

test('check reports mistakes of Pug templates at their places', () => {
  const offsets = ['p\np\n  include nowhere', 'p\n- if (x {\np', 'p\nextends nowhere'].map(
    (text) => finder.find(new SourceText(text, 'file'), 'pug').problems[0]?.offset,
  )
  expect(offsets).toEqual([4, 4, 2])
})
