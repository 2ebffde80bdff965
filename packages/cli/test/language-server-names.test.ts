import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { httpMethods } from '@mvc-router/router-core/tools'
import { realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { Editor } from './editor.js'
import { TestFolder } from './run-in-folder.js'

// Tests each kind of name in one project: middleware, includes, classes and their registrations.

const files: Readonly<Record<string, string>> = {
  'routes.conf': `# the shop
+ use=signedIn,log alias
GET   /users              userController.list
+ use=signedIn
GET   /users/{id} [tab !print] userController.show
GET   /old                redirect:301:@userController.list
GET   shop.example.com/a  tagController.list(sort:'name')
GET   /tags/{name}        tagController.show
GET   /made               madeController.run
GET   /twice              twiceController.run
GET   /up                 upController.run
GET   /marked             books.find
GET   /any                anyController.run
GET   /nothing            goneController.run
GET   /circle             circleController.turn
-> /in admin.conf
-> /pkg package:shop/shop.conf

`,
  'admin.conf': 'GET /admin  adminController.index\n',
  'node_modules/shop/shop.conf': '\uFEFFGET /shop  shopController.buy\n',
  'node_modules/shop/package.json': '{ "name": "shop", "version": "1.0.0" }',
  'src/app.ts': `import { tagController } from './tags'
const Made = class { run() {} stop() {} }
const made = new Made()
export const middleware = { signedIn(req, res, next) { next() }, 'log': [] }
export const controllers = {
  userController: new UserController(),
  tagController,
  madeController: made,
  adminController: { 'index'() {}, hidden: 5, ['computed']() {} },
  anyController: class { run = () => 1; static no() {} private secret() {} },
  "upController": new UpController() as unknown,
  ...more,
}
`,
  'src/users.ts': `export abstract class Base { show() { return this.list() } list() {} }
export class UserController extends Base { list() { return this.show() } #hidden() {} constructor() { super() } get name() { return 1 } }
`,
  'src/tags.ts': `export const tagController = { list, show: show, other: 'text' }
function list() {}
function show() {}
`,
  'src/up.ts': `class UpController extends mixin(Base) { run() {} }
@Controller('books') class Shelf { find() {} }
@Controller class TwiceController { run() {} }
Params(requestParam('page', Number))(Shelf.prototype.find)
`,
  'src/circle.ts': `export class CircleController extends Round { run() {} }
class Round extends CircleController { turn() {} }
`,
  'src/twice.ts': `export const twiceController = { run() {} }
`,
  'views/a.njk': '<a href="{% route "userController.show", id=1 %}">{{ route("userController.list") }}</a>\n',
  'views/b.hbs': '<a href="{{route "tagController.show" name=x}}">x</a>{{route "shopController.buy"}}\n',
  'views/c.ejs':
    '<%@ taglib prefix="r" uri="/mvc-router" %><r:link action="tagController.show" name="x">x</r:link><%= route("userController.list", {  }) %>\n',
  'views/d.tsx': `export const D = () => <Link action="userController.show" params={{ id: 1 }} />
const text = 'userController.list', other = "userController.nothing"
`,
}

let folder: TestFolder
let editor: Editor

beforeAll(async () => {
  folder = new TestFolder()
  for (const [name, text] of Object.entries(files)) folder.write(name, text)
  editor = new Editor(realpathSync(folder.path))
  await editor.start()
  for (const name of Object.keys(files)) if (!name.startsWith('node_modules')) await editor.open(name)
})
afterAll(async () => {
  await editor.stop()
  folder.remove()
})

const refusal = async (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    (answer) => `answered ${JSON.stringify(answer)}`,
    (error: unknown) => (error as Error).message,
  )

describe('hover', () => {
  test.each([
    ['routes.conf', 'use=sig|nedIn,log', 'Middleware `signedIn` of 2 lines'],
    ['src/app.ts', "'lo|g': []", 'Middleware `log` of 1 line'],
    ['routes.conf', '-> /in ad|min.conf', 'Routes of `admin.conf` below `/in`'],
    [
      'routes.conf',
      'userController.sh|ow',
      '```mvc-routes\nGET  /users/{id} [tab !print]  use=signedIn userController.show  # routes.conf:5\n```\n\nArguments: `id`, `tab`\n\n2 links in 2 files\n\nMethod in `src/users.ts`',
    ],
    [
      'routes.conf',
      'tagController.li|st',
      "```mvc-routes\nGET  shop.example.com/a  tagController.list(sort:'name')  # routes.conf:7\n```\n\nNo link leads here.\n\nMethod in `src/tags.ts`",
    ],
    [
      'routes.conf',
      'GET   /ol|d',
      '```mvc-routes\nGET  /old  redirect:301:@userController.list  # routes.conf:6\n```',
    ],
    [
      'views/d.tsx',
      "'userController.li|st'",
      '```mvc-routes\nGET  /users  use=signedIn,log userController.list  # routes.conf:3\n```\n\n3 links in 3 files\n\nMethod in `src/users.ts`',
    ],
    ['src/app.ts', 'run() {} st|op()', 'No route has the action `madeController.stop`'],
    [
      'src/app.ts',
      "'ind|ex'()",
      '```mvc-routes\nGET  /in/admin  adminController.index  # admin.conf:1\n```\n\nNo link leads here.\n\nMethod in `src/app.ts`',
    ],
    [
      'src/users.ts',
      'extends Base { li|st()',
      '```mvc-routes\nGET  /users  use=signedIn,log userController.list  # routes.conf:3\n```\n\n3 links in 3 files\n\nMethod in `src/users.ts`',
    ],
    [
      'src/users.ts',
      'extends Base { |list()',
      '```mvc-routes\nGET  /users  use=signedIn,log userController.list  # routes.conf:3\n```\n\n3 links in 3 files\n\nMethod in `src/users.ts`',
    ],
    [
      'src/users.ts',
      'extends Base { list|()',
      '```mvc-routes\nGET  /users  use=signedIn,log userController.list  # routes.conf:3\n```\n\n3 links in 3 files\n\nMethod in `src/users.ts`',
    ],
    ['routes.conf', '/in ad|min.conf', 'Routes of `admin.conf` below `/in`'],
    [
      'views/c.ejs',
      'action="tagController.sh|ow"',
      '```mvc-routes\nGET  /tags/{name}  tagController.show  # routes.conf:8\n```\n\nArguments: `name`\n\n2 links in 2 files\n\nMethod in `src/tags.ts`',
    ],
    [
      'src/tags.ts',
      '{ li|st, show',
      "```mvc-routes\nGET  shop.example.com/a  tagController.list(sort:'name')  # routes.conf:7\n```\n\nNo link leads here.\n\nMethod in `src/tags.ts`",
    ],
    [
      'src/up.ts',
      '{ fi|nd() {} }',
      '```mvc-routes\nGET  /marked  books.find  # routes.conf:12\n```\n\nNo link leads here.\n\nMethod in `src/up.ts`',
    ],
  ])('hover in %s at %s shows the route, include or middleware', async (file, shown, text) => {
    expect(await editor.hover(file, shown)).toBe(text)
  })

  test.each([
    ['routes.conf', '# the sh|op'],
    ['views/d.tsx', '"userController.no|thing"'],
    ['src/app.ts', 'hid|den: 5'],
    ['src/users.ts', 'extends Base { list(|)'],
    ['src/users.ts', 'extends Base {| list()'],
    ['src/app.ts', 'static n|o()'],
    ['views/a.njk', '<a hr|ef'],
  ])('hover in %s at %s shows nothing', async (file, shown) => {
    expect(await editor.hover(file, shown)).toBeUndefined()
  })
})

test('hover in a file outside of the workspace uses the nearest route file in a parent folder', async () => {
  const outside = new TestFolder()
  outside.write('routes.conf', 'GET /outer outerController.show\n')
  outside.write('inner/routes.conf', 'GET /inner innerController.show\n')
  outside.write('inner/views/a.njk', '{% route "innerController.show" %}')
  const file = `../${basename(outside.path)}/inner/views/a.njk`
  await editor.open(file)
  expect(await editor.hover(file, 'innerController.sh|ow')).toContain('GET  /inner  innerController.show')
  await editor.close(file)
  outside.remove()
})

describe('definition', () => {
  test.each<[string, string, string[]]>([
    ['routes.conf', 'use=sig|nedIn,log', ['src/app.ts:4: signedIn']],
    ['routes.conf', 'signedIn,lo|g alias', ['src/app.ts:4: log']],
    ['routes.conf', '@userController.li|st', ['routes.conf:3: userController.list']],
    ['routes.conf', '/users              userController.li|st', ['src/users.ts:2: list']],
    ['routes.conf', 'userController.sh|ow', ['src/users.ts:1: show']],
    ['routes.conf', 'tagController.li|st', ['src/tags.ts:1: list']],
    ['routes.conf', 'madeController.r|un', ['src/app.ts:2: run']],
    ['routes.conf', 'anyController.r|un', ['src/app.ts:10: run']],
    ['routes.conf', 'upController.r|un', ['src/up.ts:1: run']],
    ['routes.conf', 'books.fi|nd', ['src/up.ts:2: find']],
    ['routes.conf', 'twiceController.r|un', ['src/twice.ts:1: run', 'src/up.ts:3: run']],
    ['routes.conf', 'goneController.r|un', []],
    ['routes.conf', 'circleController.tu|rn', ['src/circle.ts:2: turn']],
    ['routes.conf', '/in ad|min.conf', ['admin.conf:1: ']],
    ['routes.conf', '/pkg package:sh|op', []],
    ['admin.conf', 'adminController.in|dex', ['src/app.ts:9: index']],
    ['src/app.ts', 'run() {} st|op()', ['src/app.ts:2: stop']],
    ['views/c.ejs', 'action="tagController.sh|ow"', ['routes.conf:8: tagController.show']],
    ['views/a.njk', '<a hr|ef', []],
  ])('definition in %s at %s returns the declarations', async (file, shown, places) => {
    expect((await editor.definition(file, shown)).toSorted()).toEqual(places)
  })

  test('the place of a definition in a file on disk does not count the byte order mark', async () => {
    const [line] = await editor.request<{ range: { start: object } }[]>(
      'textDocument/definition',
      editor.at('views/b.hbs', 'shopController.b|uy'),
    )
    expect(line?.range.start).toEqual({ line: 0, character: 'GET /shop  '.length })
  })

  test('references of a middleware are its declaration and its lines', async () => {
    const references = async (isWithDeclaration: boolean): Promise<number> =>
      (
        await editor.request<unknown[]>('textDocument/references', {
          ...editor.at('routes.conf', 'use=sig|nedIn,log'),
          context: { includeDeclaration: isWithDeclaration },
        })
      ).length
    expect([await references(true), await references(false)]).toEqual([3, 2])
    expect(await editor.references('src/app.ts', 'sig|nedIn(req')).toEqual([
      'src/app.ts:4: signedIn',
      'routes.conf:2: signedIn',
      'routes.conf:4: signedIn',
    ])
    expect(await editor.references('views/a.njk', '<a hr|ef')).toEqual([])
  })
})

describe('completion', () => {
  /** Returns the proposals at `|` in a text that temporarily replaces another text. */
  const offered = async (file: string, place: string, typed: string): Promise<string[]> => {
    const text = typed.replace('|', '')
    await editor.replace(file, place, text)
    const items = await editor.complete(file, typed)
    await editor.replace(file, text, place)
    return items.map(({ label, kind, detail, textEdit }) => {
      const written = textEdit?.newText === label ? '' : ` as ${textEdit?.newText}`
      return `${kind} ${label}${written}${detail === undefined ? '' : `: ${detail}`}`
    })
  }
  const line = 'GET   /nothing            goneController.run'

  const modifiers = [
    '14 use=: middleware that runs before the action',
    '14 alias: keeps an old address, so no link needs this line',
    '14 passes: an action that may call next()',
    '14 name=: a second name for links',
    '14 signed: answers signed links only',
    '14 signed=: answers signed links until they expire: signed=1h',
    '14 signed-ignore=: parameters that may be added to a signed link',
    '14 tag=',
    '14 deprecated',
    '14 nocsrf',
  ]
  const targets = [
    '2 userController.list: src/users.ts',
    '2 userController.show: src/users.ts',
    '2 tagController.list: src/tags.ts',
    '2 tagController.show: src/tags.ts',
    '2 madeController.run: src/app.ts',
    '2 madeController.stop: src/app.ts',
    '2 adminController.index: src/app.ts',
    '2 anyController.run: src/app.ts',
    '2 upController.run: src/up.ts',
    '2 circleController.run: src/circle.ts',
    '2 circleController.turn: src/circle.ts',
    '2 twiceController.run: src/up.ts',
    '2 books.find: src/up.ts',
    '14 redirect:: to a path or a URL',
    '14 redirect:301:@: to the URL of an action, permanently',
    '14 staticDir:: the files of a folder',
    '14 staticFile:: one file',
    '14 view:: a page without a controller',
    '14 404: a status',
  ]
  const methods = [
    ...Array.from(httpMethods, (method) => `14 ${method}`),
    '14 *: every method',
    '14 ->: include a route file below a prefix',
    '14 +: modifiers of the next line',
  ]
  const actions = [
    '2 userController.list: GET /users',
    '2 userController.show: GET /users/{id} [tab !print]',
    '2 tagController.list: GET shop.example.com/a',
    '2 tagController.show: GET /tags/{name}',
    '2 madeController.run: GET /made',
    '2 twiceController.run: GET /twice',
    '2 upController.run: GET /up',
    '2 books.find: GET /marked',
    '2 anyController.run: GET /any',
    '2 goneController.run: GET /nothing',
    '2 circleController.turn: GET /circle',
    '2 adminController.index: GET /in/admin',
    '2 shopController.buy: GET /pkg/shop',
  ]
  test.each<[string, string, string, string[]]>([
    ['routes.conf', line, '+ use=si|\nGET /n a.b', ['3 signedIn: src/app.ts', '3 log: src/app.ts', '3 si: ']],
    ['routes.conf', line, '+ use=log,|\nGET /n a.b', ['3 signedIn: src/app.ts', '3 log: src/app.ts']],
    ['routes.conf', line, '+ al|\nGET /n a.b', modifiers],
    ['routes.conf', line, '-> /n ad|', ['17 admin.conf', '17 routes.conf']],
    [
      'routes.conf',
      line,
      'GET /n redirect:@us|',
      [
        '2 userController.list: GET /users',
        '2 userController.show: GET /users/{id} [tab !print]',
        '2 tagController.list: GET shop.example.com/a',
        '2 tagController.show: GET /tags/{name}',
        '2 madeController.run: GET /made',
        '2 twiceController.run: GET /twice',
        '2 upController.run: GET /up',
        '2 books.find: GET /marked',
        '2 anyController.run: GET /any',
        '2 circleController.turn: GET /circle',
        '2 adminController.index: GET /in/admin',
        '2 shopController.buy: GET /pkg/shop',
      ],
    ],
    ['routes.conf', line, 'GET /n [q] us|', targets],
    ['routes.conf', line, 'GET /n/{<a b>n} us|', targets],
    ['routes.conf', line, 'GET/PO| /n a.b', methods],
    [
      'views/a.njk',
      '"userController.show", id=1',
      '"userController.show", |',
      ['5 id as id=', '5 tab as tab='],
    ],
    ['views/a.njk', '"userController.show", id=1', '"userController.show", id=1, |', ['5 tab as tab=']],
    ['views/b.hbs', '"tagController.show" name=x', '"tagController.show" |', ['5 name as name=']],
    ['views/c.ejs', 'name="x">x', '|>x', ['5 name as name=""']],
    ['views/d.tsx', '{{ id: 1 }}', '{{ | }}', ['5 id as id: ', '5 tab as tab: ']],
    ['views/d.tsx', '{{ id: 1 }}', '{{ id: 1, | }}', ['5 tab as tab: ']],
    ['views/d.tsx', 'action="userController.show"', 'action="us|"', actions],
    ['views/d.tsx', 'action="userController.show"', "action={'us|'}", actions],
    ['views/d.tsx', "const text = 'userController.list'", "const text = route('us|')", actions],
    ['views/d.tsx', "const text = 'userController.list'", 'const text = isRoute(`us|`)', actions],
    ['views/d.tsx', "const text = 'userController.list'", 'const text = x.reverse("us|")', actions],
    ['views/d.tsx', "const text = 'userController.list'", "const text = reverseTemplate('us|')", actions],
    ['views/d.tsx', "const text = 'userController.list'", "const text = isCurrent( 'us|')", actions],
    ['views/d.tsx', "const text = 'userController.list'", "const text = linkTo('us|')", actions],
    ['views/d.tsx', "const text = 'userController.list'", "const text = href('us|')", actions],
    ['views/d.tsx', "const text = 'userController.list'", "const text = redirect('us|')", actions],
    ['routes.conf', line, 'P|\n', methods],
    ['routes.conf', line, '+|\nGET /n a.b', modifiers],
    ['routes.conf', line, 'GET /n  |', targets],
    ['views/b.hbs', '"tagController.show" name=x', '"tagController.show" nam|', ['5 name as name=']],
    [
      'views/d.tsx',
      "const text = 'userController.list'",
      "const text = x.reverse('userController.show', { other: `a`, i| })",
      ['5 id as id: ', '5 tab as tab: '],
    ],
    ['views/d.tsx', '<Link action="userController.show"', '<ui.Form action="us|"', actions],
  ])(
    'completion in %s, with %j replaced by %j, proposes the expected names',
    async (file, place, typed, labels) => {
      expect(await offered(file, place, typed)).toEqual(labels)
    },
  )

  test.each([
    ['routes.conf', line, '# PO|'],
    ['routes.conf', line, 'GET /n|'],
    ['routes.conf', line, 'GET /n a.b mo|'],
    ['views/a.njk', 'id=1 %}', 'id=1 %} |'],
    ['views/c.ejs', '{  }', '{ | }'],
    ['views/b.hbs', '"tagController.show" name=x', '"tagController.show", |'],
    ['views/a.njk', '"userController.show", id=1', '"userController.show", id=1 |'],
    ['views/b.hbs', 'name=x}}">x', 'name=x}}">|'],
    ['views/d.tsx', '{{ id: 1 }} />', '{{ id: 1 }} |'],
    ['views/d.tsx', "const text = 'userController.list'", "const text = 'us|'"],
    ['views/d.tsx', '<Link action="userController.show"', '<p action="us|"'],
    ['views/d.tsx', "const text = 'userController.list'", "const text = x.href('us|')"],
    ['views/d.tsx', "const text = 'userController.list'", "const text = href = 'us|'"],
    [
      'views/d.tsx',
      "const text = 'userController.list'",
      "const text = x.reverse('userController.show', {}, | )",
    ],
    [
      'views/d.tsx',
      "const text = 'userController.list'",
      "const text = x.reverse('userController.show', { id: 'a, | })",
    ],
    [
      'views/d.tsx',
      "const text = 'userController.list'",
      "const text = x.reverse('userController.show', { id: 1; | })",
    ],
  ])('completion in %s, with %j replaced by %j, proposes nothing', async (file, place, typed) => {
    expect(await offered(file, place, typed)).toEqual([])
  })
})

describe('refused renames', () => {
  test.each([
    [
      'routes.conf',
      'twiceController.r|un',
      'go',
      'twiceController.run is declared several times: src/twice.ts, src/up.ts',
    ],
    [
      'routes.conf',
      '/users              userController.li|st',
      'all',
      'Base has a related method "list" (src/users.ts)',
    ],
    [
      'routes.conf',
      'upController.r|un',
      'go',
      'upController has methods that its source does not show, and they may call run',
    ],
    ['routes.conf', 'madeController.r|un', 'stop', 'The controller has a method "stop" already'],
    ['routes.conf', 'madeController.r|un', 'constructor', '"constructor" cannot be the name of an action'],
    ['routes.conf', 'use=sig|nedIn,log', 'go', 'There is no action here: put the caret on controller.method'],
    [
      'routes.conf',
      'goneController.r|un',
      'go',
      'goneController.run cannot be renamed everywhere: there is no controller "goneController" in the sources',
    ],
    [
      'routes.conf',
      'tagController.li|st',
      'show',
      'The route files have an action "tagController.show" already',
    ],
    [
      'routes.conf',
      'tagController.li|st',
      'other.show',
      'Only the method can be renamed: "other.show" is in another controller than tagController',
    ],
    [
      'routes.conf',
      'tagController.li|st',
      'a-b',
      '"a-b" cannot be the name of a method: letters, digits, "_" and "$", with a letter or "$" first',
    ],
    ['routes.conf', 'tagController.li|st', 'toString', '"toString" cannot be the name of an action'],
    ['routes.conf', 'tagController.li|st', 'then', '"then" cannot be the name of an action'],
    [
      'routes.conf',
      'tagController.li|st',
      '1a',
      '"1a" cannot be the name of a method: letters, digits, "_" and "$", with a letter or "$" first',
    ],
  ])('rename in %s at %s to %s is refused with the reason', async (file, shown, name, reason) => {
    expect(await refusal(editor.rename(file, shown, name))).toBe(reason)
  })

  test('rename of a method is refused if its class extends itself', async () => {
    expect(await refusal(editor.rename('routes.conf', 'circleController.tu|rn', 'go'))).toContain(
      'circleController has methods that its source does not show',
    )
  })

  test('rename is refused if a template with the action cannot be read or escapes its name', async () => {
    await editor.replace('views/b.hbs', '</a>', '</a>{{#if madeController.run}}')
    expect(await refusal(editor.rename('routes.conf', 'madeController.r|un', 'go'))).toContain(
      'views/b.hbs:2 names the action, and cannot be read: ',
    )
    await editor.replace('views/b.hbs', '{{#if madeController.run}}', '')
    await editor.replace('views/d.tsx', "'userController.list'", "router.reverse('madeController\\u002erun')")
    expect(await refusal(editor.rename('routes.conf', 'madeController.r|un', 'go'))).toContain(
      'views/d.tsx:2 writes the name of the action with escapes',
    )
    await editor.replace('views/d.tsx', "router.reverse('madeController\\u002erun')", "'userController.list'")
  })

  test('rename is refused while a route file is broken', async () => {
    await editor.replace('admin.conf', 'GET /admin', 'GTE /admin')
    expect(await refusal(editor.rename('routes.conf', 'madeController.r|un', 'go'))).toContain(
      'admin.conf:1: fix the route files first: ',
    )
    await editor.replace('admin.conf', 'GTE /admin', 'GET /admin')
  })

  test('rename without a new name is refused', async () => {
    const params = editor.at('routes.conf', 'madeController.r|un')
    expect(await refusal(editor.request('textDocument/rename', params))).toBe('Expected a new name')
  })
})

test('rename of an inherited method changes the file of the base class', async () => {
  const { changes = {} } = await editor.rename('routes.conf', 'userController.sh|ow', 'one')
  expect(Object.keys(changes).map((uri) => uri.slice(uri.lastIndexOf('/') + 1))).toEqual(
    expect.arrayContaining(['routes.conf', 'users.ts']),
  )
})

test('rename to the same name changes nothing, and rename to a new name changes all files with the action', async () => {
  const edit = await editor.rename('routes.conf', 'madeController.r|un', 'run')
  expect(edit.changes ?? {}).toEqual({})
  expect(editor.apply(await editor.rename('routes.conf', 'tagController.sh|ow', 'one'))).toEqual([
    'routes.conf',
    'src/tags.ts',
    'views/b.hbs',
    'views/c.ejs',
  ])
  expect(folder.read('src/tags.ts')).toContain('{ list, one: show, other:')
})

test('rename changes the method in a call of Params', async () => {
  expect(editor.apply(await editor.rename('routes.conf', 'books.fi|nd', 'search'))).toEqual([
    'routes.conf',
    'src/up.ts',
  ])
  expect(folder.read('src/up.ts')).toMatch(
    /class Shelf { search\(\) {} }\n.*\nParams.*\(Shelf.prototype.search\)/,
  )
})

test.each([
  ['exports.show = () => {}', "const camps = require('./camps')", 'show', false],
  ['module.exports = { show() {} }', "const camps = require('./camps')", 'show', false],
  ['export const show = () => {}', "import * as camps from './camps.js'", 'show', false],
  [
    'const camps = { show() {} } // a controller\nmodule.exports = camps',
    "const camps = require('./camps')",
    'one',
    true,
  ],
])(
  'rename changes the method of a controller, but not a function that a module exports outside of a controller: %s',
  async (module, line, kept, isController) => {
    const project = new TestFolder()
    const names = isController ? 'camps' : 'camps: { show: wrap(camps.show) }'
    project.write('routes.conf', 'GET /camps camps.show\n')
    project.write('camps.js', module)
    project.write('controllers.js', `${line}\nexport const controllers = { ${names} }\n`)
    project.write('app.js', `import { controllers } from './controllers.js'\nuse(controllers.camps.show)\n`)
    project.write('use.js', `${line}\nuse(camps.show) // as the controller does\n`)
    const other = new Editor(realpathSync(project.path))
    try {
      await other.start()
      const changed = other.apply(await other.rename('routes.conf', 'camps.sh|ow', 'one'))
      expect(changed).toEqual(
        isController
          ? ['app.js', 'camps.js', 'routes.conf', 'use.js']
          : ['app.js', 'controllers.js', 'routes.conf'],
      )
      expect(project.read('use.js')).toContain(`use(camps.${kept})`)
      if (!isController) expect(project.read('controllers.js')).toContain('camps: { one: wrap(camps.show) }')
    } finally {
      await other.stop()
      project.remove()
    }
  },
)
