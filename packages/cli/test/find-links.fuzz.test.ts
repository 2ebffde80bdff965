import { describe, expect, test } from '@jest/globals'
import { LinkFinder, SourceText, type TemplateLink } from '@mvc-router/cli'
import fc from 'fast-check'

const finder = new LinkFinder({ cwd: process.cwd(), attributeName: 'route' })
const find = (engine: string, text: string, file = 'file.tsx'): readonly TemplateLink[] =>
  finder.find(new SourceText(text, file), engine).links
const actions = (links: readonly TemplateLink[]): string[] =>
  links.flatMap((link) => link.actions.map(({ text }) => text))

describe('places of links', () => {
  const text = [
    'a',
    ' ',
    '\n',
    '\r\n',
    '\t',
    'é',
    '😀',
    '<p class="x">',
    "it's ",
    ' { ',
    ' } ',
    '<!-- c -->',
    '&amp;',
  ]
  const dialects: Record<string, readonly [link: string, others: readonly string[]]> = {
    nunjucks: [
      '{% route "x.y", id="v" %}',
      [
        '{# c\n #}',
        '{{ name }}',
        '{%- set a = "%}\n" -%}',
        '{% raw %}{{ {% endraw %}',
        '{% if a %}\n{% endif %}',
      ],
    ],
    handlebars: [
      '{{route "x.y" id="v"}}',
      ['{{!-- c\n --}}', '{{name}}', '{{~#if a~}}\n{{~else}}\r\n{{/if}}', '{{!c}}', '{{> part a="b\n"}}'],
    ],
    eta: [
      '<% route "x.y", { id: "v" } %>',
      ['<%= "%>" %>', '<% if (a) { %>\r\n<% } -%>', '<%_ /* %> */ %>', '<%~ `\n` %>', '<%= it.b; // c\n%>'],
    ],
    ejs: [
      '<%= route("x.y", { id: "v" }) %>',
      ['<%= a; %>', '<% if (a) { -%>\r\n<% } _%>', '<%# %>', '<%% ', '<%- `\n` // c\n-%>', '<% // c %>'],
    ],
    pug: [
      '\na(href=route("x.y", { id: "v" }))\n',
      ['\np text\n', '\n//- c\n', '\n- const a = 1\n', '\np #{name}\n'],
    ],
    script: ['Router.reverse("x.y", { id: "v" });', []],
  }
  const scripts = [
    '\n',
    '\r\n',
    '/* é\n */',
    '// 😀 "\n',
    'const a = `\n`;',
    'f("it\'s");',
    '<A b="c">\n{d}</A>;',
  ]

  test.each(Object.keys(dialects))('a link of %s is found at its place after any text', (engine) => {
    const [link, others] = dialects[engine] ?? ['', []]
    const pieces = engine === 'script' ? scripts : engine === 'pug' ? others : [...text, ...others]
    const file = fc.array(fc.constantFrom(...pieces), { maxLength: 12 })
    fc.assert(
      fc.property(file, file, (before, after) => {
        const source = new SourceText(`${before.join('')}${link} ${after.join('')}`, 'file.jsx')
        const [found, ...more] = finder.find(source, engine).links
        const action = source.text.indexOf('x.y')
        expect(more).toEqual([])
        expect(found).toMatchObject({
          actions: [{ text: 'x.y', offset: action }],
          args: [{ name: 'id', value: { literal: 'v' }, offset: source.text.indexOf('"v"', action) }],
        })
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 40) },
    )
  })
})

test('links of Nunjucks are found in the order of the text, and misspelt links only with a literal action', () => {
  const text =
    '{{ rout("a.b") }} {% route "c.d" %} {{ rout(name) }} {% rout name %} {% Route "e.f" %} {{ route("g.h") }}'
  const found = find('nunjucks', text)
  expect(found.map(({ actions: [action], misspelt }) => [action?.text, misspelt])).toEqual([
    ['a.b', 'rout'],
    ['c.d', undefined],
    ['e.f', 'Route'],
    ['g.h', undefined],
  ])
})

describe('links in programs', () => {
  const script = (text: string): string[] => actions(find('script', text))

  test.each([
    'mapping.router.reverse("a.b")',
    'res.locals.route("a.b")',
    'req.app.locals.urls?.reverse("a.b")',
    'import { redirect as go } from "@mvc-router/router-core/express"; go("a.b")',
    'import { redirect } from "./web.js"; redirect("a.b")',
    'import { reverseLink } from "@mvc-router/router-core"; reverseLink(router, "a.b")',
    'import { linkTo } from "@mvc-router/router-core/hypermedia"; linkTo("a.b").slash(1)',
    'const { href: url } = createRouteComponents({ jsx, router }); url("a.b")',
    '<links.Link action="a.b" />',
    '<Form action={"a.b" as const}>x</Form>',
    'class A { @Get() m(@Param("x") x) { return Router.reverse("a.b") } }',
    'enum E { A } declare const x: E; Router.reverse("a.b" satisfies string)',
    'if (x) return Router.reverse("a.b")',
  ])('the program %s has a link', (text) => {
    expect(script(text)).toEqual(['a.b'])
  })

  test.each([
    '[1, 2].reverse()',
    '_.reverse("a b c")',
    'timeline.reverse(0)',
    'app.route("/a.b")',
    'import { redirect } from "next/navigation"; redirect("a.b")',
    'import { Link } from "react-router"; <Link action="a.b" />',
    'function href(file) {} href("style.css")',
    'const route = (name) => name; route("a.b")',
    'redirect("a.b")',
    '<Form action="/login" />',
    '<Link to="a.b" />',
    'const text = "Router.reverse(\'a.b\')"',
  ])('the program %s has no link', (text) => {
    expect(script(text)).toEqual([])
  })

  test.each<[string, object]>([
    ['{ id: 5, "tab": `x`, 7: true }', { args: ['id', 'tab', '7'], hasUnknownArguments: false }],
    ['{ ["id"]: 5 }', { args: ['id'], hasUnknownArguments: false }],
    ['{ [name]: 5 }', { args: [], hasUnknownArguments: true }],
    ['{ ...rest, id: 5 }', { args: ['id'], hasUnknownArguments: true }],
    ['given', { args: [], hasUnknownArguments: true }],
    ['', { args: [], hasUnknownArguments: false }],
  ])('the names of the link arguments %s are found', (written, expected) => {
    const [link] = find('script', `Router.reverse("a.b"${written === '' ? '' : `, ${written}`})`)
    const { args = [], hasUnknownArguments } = link ?? {}
    expect({ args: args.map(({ name }) => name), hasUnknownArguments }).toEqual(expected)
  })

  test('literal values of link arguments are found, and null and undefined are null', () => {
    const values = '{ a: "x", b: 5, c: true, d: 7n, e: null, f: undefined, g: id, h: f(), i: "y" as const }'
    const [link] = find('script', `Router.reverse("a.b", ${values})`)
    expect(link?.args.map(({ value }) => value?.literal)).toEqual([
      'x',
      5,
      true,
      '7',
      null,
      null,
      undefined,
      undefined,
      'y',
    ])
  })

  test('the value of a link argument is unknown if a spread follows it', () => {
    const [link] = find('script', 'Router.reverse("a.b", { id: "new", ...given, tab: "x" })')
    expect(link?.args.map(({ value }) => value?.literal)).toEqual([undefined, 'x'])
  })

  test('href of a router is a link, and href of another object is a guess', () => {
    expect(find('script', "router.href('a.b')")).toMatchObject([
      { actions: [{ text: 'a.b' }], isGuess: false },
    ])
    expect(find('script', "page.href('a.b')")).toMatchObject([{ isGuess: true }])
    expect(script("location.href('/a')")).toEqual([])
  })

  test('a link in a .ts file may have a type assertion in angle brackets', () => {
    expect(actions(find('script', 'Router.reverse(<string>"a.b")', 'file.ts'))).toEqual(['a.b'])
  })
})

test.each<string>(['eta', 'ejs'])(
  'the place of a link in the first tag of %s is right, even if the tag ends a block that did not begin',
  (engine) => {
    const text = `<% } else { route('a.b') %>`
    expect(find(engine, text).flatMap((link) => link.actions.map(({ offset }) => offset))).toEqual([
      text.indexOf('a.b'),
    ])
  },
)

describe('large and hostile files', () => {
  /** A long text before code. The test takes too long if the cost of code grows with its offset. */
  const far = 'x'.repeat(4_000_000)

  test.each<[string, string]>([
    ['nunjucks', '{% if a %}'.repeat(1000)],
    ['handlebars', '{{#if a}}'.repeat(1000)],
    ['eta', '<%'.repeat(100_000)],
    ['eta', `<% ${"'".repeat(100_001)}`],
    ['ejs', '<%'.repeat(100_000)],
    ['ejs', `<%@ taglib ${'a'.repeat(100_000)} %>`],
    ['ejs', `<%@ taglib prefix="r" uri="/mvc-router" %>${'<r:link '.repeat(4000)}`],
    ['ejs', `<%@ taglib prefix="r" uri="/mvc-router" %><r:link ${'a="<%= b %>" '.repeat(20_000)}>`],
    ['eta', `${far}<% } %>${'<% a %>'.repeat(1000)}`],
    ['ejs', `${far}<% } %>${'<% a %>'.repeat(1000)}`],
    ['pug', `//- ${far}\n${'p(title=a)\n'.repeat(1000)}`],
    ['script', '('.repeat(1000)],
    ['script', 'x.'.repeat(2000)],
  ])('find returns no links of a large or hostile file: %s', (engine, text) => {
    expect(find(engine, text)).toEqual([])
  })
})
