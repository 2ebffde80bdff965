import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { realpathSync } from 'node:fs'
import { Editor } from './editor.js'
import { TestFolder } from './run-in-folder.js'

// Every kind of name in a project, in one editor: middleware, includes, classes and what registers them.

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
  'node_modules/shop/shop.conf': 'GET /shop  shopController.buy\n',
  'node_modules/shop/package.json': '{ "name": "shop", "version": "1.0.0" }',
  'src/app.ts': `import { tagController } from './tags'
class Made { run() {} stop() {} }
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
`,
  'src/circle.ts': `export class CircleController extends Round { run() {} }
class Round extends CircleController { turn() {} }
`,
  'src/twice.ts': `export const twiceController = { run() {} }
`,
  'views/a.njk': '<a href="{% route "userController.show", id=1 %}">{{ route("userController.list") }}</a>\n',
  'views/b.hbs': '<a href="{{route "tagController.show" name=x}}">x</a>\n',
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

describe('hover shows', () => {
  test.each([
    ['routes.conf', 'use=sig|nedIn,log', 'Middleware `signedIn` of 2 lines'],
    ['src/app.ts', "'lo|g': []", 'Middleware `log` of 1 line'],
    ['routes.conf', '-> /in ad|min.conf', 'Routes of `admin.conf` below `/in`'],
    ['routes.conf', 'userController.sh|ow', 'Arguments: `id`, `tab`'],
    ['routes.conf', 'tagController.li|st', 'No link leads here.'],
    ['routes.conf', 'GET   /ol|d', 'redirect:301:@userController.list'],
    ['views/d.tsx', "'userController.li|st'", '# routes.conf:3'],
    ['src/app.ts', 'run() {} st|op()', 'No route has the action `madeController.stop`'],
    ['src/app.ts', "'ind|ex'()", 'adminController.index  # admin.conf:1'],
    ['src/users.ts', 'extends Base { li|st()', 'Method in `src/users.ts`'],
    ['src/users.ts', 'extends Base { |list()', 'Method in `src/users.ts`'],
    ['src/users.ts', 'extends Base { list|()', 'Method in `src/users.ts`'],
  ])('in %s at %s', async (file, shown, text) => {
    expect(await editor.hover(file, shown)).toContain(text)
  })

  test.each([
    ['routes.conf', '# the sh|op'],
    ['views/d.tsx', '"userController.no|thing"'],
    ['src/app.ts', 'hid|den: 5'],
    ['src/users.ts', 'extends Base { list(|)'],
    ['src/users.ts', 'extends Base {| list()'],
    ['src/app.ts', 'static n|o()'],
    ['views/a.njk', '<a hr|ef'],
  ])('nothing in %s at %s', async (file, shown) => {
    expect(await editor.hover(file, shown)).toBeUndefined()
  })
})

describe('definition leads', () => {
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
  ])('in %s from %s', async (file, shown, places) => {
    expect((await editor.definition(file, shown)).toSorted()).toEqual(places)
  })

  test('from a middleware to its lines and back', async () => {
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

describe('completion offers', () => {
  /** What is offered where `|` stands in a text that takes the place of another one for a moment. */
  const offered = async (file: string, place: string, typed: string): Promise<string[]> => {
    const text = typed.replace('|', '')
    await editor.replace(file, place, text)
    const items = await editor.complete(file, typed)
    await editor.replace(file, text, place)
    return items.map(({ label }) => label)
  }
  const line = 'GET   /nothing            goneController.run'

  test.each<[string, string, string, string[]]>([
    ['routes.conf', line, '+ use=si|\nGET /n a.b', ['signedIn', 'log']],
    ['routes.conf', line, '+ use=log,|\nGET /n a.b', ['signedIn', 'log']],
    ['routes.conf', line, '+ al|\nGET /n a.b', ['use=', 'alias', 'name=']],
    ['routes.conf', line, '-> /n ad|', ['admin.conf', 'routes.conf']],
    ['routes.conf', line, 'GET /n redirect:@us|', ['userController.list', 'userController.show']],
    ['routes.conf', line, 'GET /n [q] us|', ['userController.list', 'staticDir:']],
    ['routes.conf', line, 'GET|PO| /n a.b', []],
    ['views/a.njk', '"userController.show", id=1', '"userController.show", |', ['id', 'tab']],
    ['views/a.njk', '"userController.show", id=1', '"userController.show", id=1, |', ['tab']],
    ['views/b.hbs', '"tagController.show" name=x', '"tagController.show" |', ['name']],
    ['views/c.ejs', 'name="x">x', '|>x', ['name']],
    ['views/d.tsx', '{{ id: 1 }}', '{{ | }}', ['id', 'tab']],
    ['views/d.tsx', '{{ id: 1 }}', '{{ id: 1, | }}', ['tab']],
    [
      'views/d.tsx',
      'action="userController.show"',
      'action="us|"',
      ['userController.list', 'tagController.show'],
    ],
    [
      'views/d.tsx',
      'action="userController.show"',
      "action={'us|'}",
      ['userController.list', 'tagController.list'],
    ],
  ])('in %s instead of %j at %j', async (file, place, typed, labels) => {
    const all = await offered(file, place, typed.replace('GET|PO|', 'GET/PO|'))
    expect(all).toEqual(expect.arrayContaining(labels))
    if (labels.length === 1) expect(all).toEqual(labels)
  })

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
  ])('nothing in %s instead of %j at %j', async (file, place, typed) => {
    expect(await offered(file, place, typed)).toEqual([])
  })
})

describe('rename is refused', () => {
  test.each([
    ['routes.conf', 'twiceController.r|un', 'go', 'is declared several times: '],
    [
      'routes.conf',
      '/users              userController.li|st',
      'all',
      'Base has a method "list" that belongs to this one',
    ],
    ['routes.conf', 'upController.r|un', 'go', 'has methods that its source does not show'],
    ['routes.conf', 'madeController.r|un', 'stop', 'The controller has a method "stop" already'],
    ['routes.conf', 'madeController.r|un', 'constructor', '"constructor" cannot be the name of a method'],
    ['routes.conf', 'use=sig|nedIn,log', 'go', 'There is no action here'],
  ])('in %s at %s to %s', async (file, shown, name, reason) => {
    expect(await refusal(editor.rename(file, shown, name))).toContain(reason)
  })

  test('of a class that extends itself', async () => {
    expect(await refusal(editor.rename('routes.conf', 'circleController.tu|rn', 'go'))).toContain(
      'circleController has methods that its source does not show',
    )
  })

  test('where a template names the action and cannot be read, or writes it with escapes', async () => {
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

  test('where a link asks for a group of actions that would change', async () => {
    await editor.replace('views/a.njk', '</a>', '{{ route.isCurrent("madeController.r*") }}</a>')
    expect(await refusal(editor.rename('routes.conf', 'madeController.r|un', 'go'))).toContain(
      'views/a.njk:1 asks for "madeController.r*", which means another set of actions then',
    )
    await editor.replace('views/a.njk', '{{ route.isCurrent("madeController.r*") }}', '')
  })

  test('while a route file is broken', async () => {
    await editor.replace('admin.conf', 'GET /admin', 'GTE /admin')
    expect(await refusal(editor.rename('routes.conf', 'madeController.r|un', 'go'))).toContain(
      'admin.conf:1: mend the route files first: ',
    )
    await editor.replace('admin.conf', 'GTE /admin', 'GET /admin')
  })

  test('without a name', async () => {
    const params = editor.at('routes.conf', 'madeController.r|un')
    expect(await refusal(editor.request('textDocument/rename', params))).toBe('Expected a new name')
  })
})

test('a method that a class inherits is renamed where it is written', async () => {
  const { changes = {} } = await editor.rename('routes.conf', 'userController.sh|ow', 'one')
  expect(Object.keys(changes).map((uri) => uri.slice(uri.lastIndexOf('/') + 1))).toEqual(
    expect.arrayContaining(['routes.conf', 'users.ts']),
  )
})

test('a rename to the same name changes nothing, and a new one is made everywhere', async () => {
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
