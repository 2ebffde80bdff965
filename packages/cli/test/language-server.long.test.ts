import { formatRouteFile } from '@mvc-router/cli'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { Editor } from './editor.js'
import { TestFolder } from './run-in-folder.js'

// Tests the protocol with the bookshop, from the first opened file to a rename and its check.
describe('an editor with the bookshop', () => {
  let folder: TestFolder
  let path: string
  let editor: Editor
  const tabs = 'views/nunjucks/tabs.njk'
  const controller = 'src/controllers/catalogue-controller.ts'

  beforeAll(async () => {
    folder = new TestFolder()
    path = realpathSync(folder.path)
    editor = new Editor(path)
    for (const part of ['routes.conf', 'account.conf', 'views', 'src', 'public'])
      cpSync(resolve('examples/site', part), join(path, part), { recursive: true })
    await editor.start()
    await editor.open('routes.conf')
    await editor.open(tabs)
    await editor.open(controller)
  })

  afterAll(async () => {
    expect(await editor.stop()).toBe(0)
    folder.remove()
  })

  test('a mistake in a route file is marked with a hint while it is typed, until it is corrected', async () => {
    await editor.replace('routes.conf', 'GET       /cart/?', 'GTE       /cart/?')
    const [mark] = await editor.marks('routes.conf', (marks) => marks.length > 0)
    expect(mark).toMatch(/^\d+:1 GTE: Unknown method "GTE"\ndid you mean GET\?/)
    expect(editor.severities('routes.conf')).toEqual(['mvc-router 1'])
    await editor.replace('routes.conf', 'GTE', 'GET')
    expect(await editor.marks('routes.conf', (marks) => marks.length === 0)).toEqual([])
  })

  test('a link with wrong arguments is marked with the message of check', async () => {
    await editor.replace(tabs, 'genre=tab.genre', 'gender=tab.genre')
    const [mark] = await editor.marks(tabs, (marks) => marks.length > 0)
    expect(mark).toContain(
      '4:28 catalogueController.genre: No route of "catalogueController.genre" fits the arguments',
    )
    await editor.replace(tabs, 'gender=tab.genre', 'genre=tab.genre')
    await editor.marks(tabs, (marks) => marks.length === 0)
  })

  test('a link to a removed line is marked also in a template that is not open', async () => {
    const line = 'GET       /engine/{<[a-z]+>engine}                    engineController.choose'
    await editor.replace('routes.conf', line, `# ${line}`)
    const [mark] = await editor.marks('views/eta/layout.eta', (marks) => marks.length > 0)
    expect(mark).toContain('engineController.choose: No route has the action "engineController.choose"')
    await editor.replace('routes.conf', `# ${line}`, line)
    await editor.marks('views/eta/layout.eta', (marks) => marks.length === 0)
  })

  test('a line with an unknown method of its controller is marked with the nearest method', async () => {
    await editor.replace('routes.conf', 'bookController.show', 'bookController.shwo')
    const marks = await editor.marks('routes.conf', (found) =>
      found.some((mark) => mark.includes('has no method')),
    )
    expect(marks).toContain(
      '8:55 bookController.shwo: bookController has no method "shwo"\ndid you mean bookController.show?',
    )
    expect(editor.severities('routes.conf')).toEqual(['mvc-router 2'])
    await editor.replace('routes.conf', 'bookController.shwo', 'bookController.show')
    await editor.marks('routes.conf', (found) => found.length === 0)
  })

  test('completion in a link proposes actions, and then the arguments of the action', async () => {
    await editor.replace(tabs, '<ul class="tabs">', '<ul class="tabs">{% route "cata')
    const actions = await editor.complete(tabs, '{% route "cata|')
    expect(actions.find(({ label }) => label === 'catalogueController.genre')).toMatchObject({
      detail: 'GET /books/{<[a-z-]+>genre}/?',
      textEdit: {
        newText: 'catalogueController.genre',
        range: { start: { character: 27 }, end: { character: 31 } },
      },
    })
    await editor.replace(tabs, '"cata', '"catalogueController.genre", ')
    const names = await editor.complete(tabs, '"catalogueController.genre", |')
    expect(names.map(({ textEdit }) => textEdit?.newText)).toEqual(['genre=', 'search=', 'sort=', 'page='])
    await editor.replace(tabs, '{% route "catalogueController.genre", ', '')
  })

  test('completion in a route file proposes methods and the actions of controllers', async () => {
    await editor.replace('routes.conf', '# method', 'P\nGET /new cart\n# method')
    const methods = await editor.complete('routes.conf', 'P|\nGET /new')
    expect(methods.map(({ label }) => label)).toEqual(expect.arrayContaining(['GET', 'POST', 'PATCH', '*']))
    const targets = await editor.complete('routes.conf', 'GET /new cart|')
    expect(targets.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['cartController.add', 'cartController.remove', 'staticDir:']),
    )
    await editor.replace('routes.conf', 'P\nGET /new cart\n', '')
  })

  test('hover on a link shows its line, arguments, number of links and method', async () => {
    const shown = await editor.hover(tabs, '{% route "catalogueController.ge|nre"')
    expect(shown).toMatch(
      /GET {2}\/books\/\{<\[a-z-\]\+>genre\}\/\? {2}catalogueController\.genre {2}# routes\.conf:\d+/,
    )
    expect(shown).toContain('Arguments: `genre`')
    expect(shown).toMatch(/\d+ links in \d+ files/)
    expect(shown).toContain('Method in `src/controllers/catalogue-controller.ts`')
  })

  test('hover on a line of an included file shows its full path', async () => {
    await editor.open('account.conf')
    expect(await editor.hover('account.conf', 'GET       /lo|gin')).toContain(
      'GET  /account/login  accountController.loginForm  # account.conf:',
    )
  })

  test('definition leads from a link to its line and from the line to its method, and references lead back', async () => {
    // Line numbers are removed, because they change with the bookshop.
    const withoutLine = (place: string): string => place.replace(/:\d+:/, ':')
    const definition = async (file: string, shown: string): Promise<string[]> =>
      (await editor.definition(file, shown)).map(withoutLine)
    expect(await definition(tabs, 'route "catalogueController.li|st"')).toEqual([
      'routes.conf: catalogueController.list',
    ])
    expect(
      await definition(
        'routes.conf',
        '/books/?                                    catalogueController.li|st',
      ),
    ).toEqual([`${controller}: list`])
    expect(await definition(controller, '  li|st(')).toEqual(['routes.conf: catalogueController.list'])
    const places = (await editor.references(controller, '  li|st(')).map(withoutLine)
    expect(places).toEqual(
      expect.arrayContaining([
        `${controller}: list`,
        'routes.conf: catalogueController.list',
        'routes.conf: catalogueController.list',
        'views/ejs/book.ejs: catalogueController.list',
        'views/nunjucks/tabs.njk: catalogueController.list',
        'views/handlebars/partials/tabs.hbs: catalogueController.list',
        'src/jsx/book.tsx: catalogueController.list',
      ]),
    )
    expect(await definition('routes.conf', 'account.|conf')).toEqual(['account.conf: '])
  })

  test('the editor formats a route file as the command format does', async () => {
    await editor.replace('account.conf', 'GET       /login', 'GET /login')
    const formatted = await editor.format('account.conf')
    expect(formatted).toContain('GET   /login   accountController.loginForm\n')
    expect(formatted).toBe(formatRouteFile(editor.text('account.conf')).text)
  })

  test('rename changes route files, templates, programs and the controller, and check then finds no new errors', async () => {
    await editor.close('account.conf')
    const before = await folder.run('check', '--json')
    const prepared = await editor.request(
      'textDocument/prepareRename',
      editor.at(tabs, 'route "catalogueController.li|st"'),
    )
    expect(prepared).toMatchObject({ placeholder: 'list' })
    const changed = editor.apply(await editor.rename(tabs, 'route "catalogueController.li|st"', 'browse'))
    expect(changed).toEqual(
      expect.arrayContaining([
        'routes.conf',
        controller,
        'src/routes.d.ts',
        'src/jsx/book.tsx',
        'views/ejs/book.ejs',
        'views/eta/tabs.eta',
        'views/handlebars/partials/tabs.hbs',
        'views/nunjucks/tabs.njk',
      ]),
    )
    expect(readFileSync(join(path, controller), 'utf8')).toMatch(/^ {2}browse\(/m)
    const after = await folder.run('check', '--json')
    expect(after).toEqual({ ...before, status: 0 })
    expect((await folder.run('list', '--action', 'catalogueController.list')).stdout).not.toContain(
      'catalogueController.list',
    )
    for (const file of changed)
      expect(readFileSync(join(path, file), 'utf8')).not.toMatch(/catalogueController\.list\b/)
  })
})

// Tests wrong requests and incomplete texts.
describe('a language server', () => {
  let folder: TestFolder
  let editor: Editor

  beforeAll(() => {
    folder = new TestFolder()
    folder.write(
      'routes.conf',
      `GET  /users          userController.list
GET  /users/{id}     userController.show
GET  /shop/{method}  shopController.{method}
GET  /news           newsController.list
GET  /old            legacyController.list
GET  /events         eventController.list
`,
    )
    folder.write(
      'src/controllers.ts',
      `export const userController = { list, show() { return this.list } }
function list() {}
abstract class BaseController { list() {} }
export class NewsController extends BaseController {}
export class EventController extends LibraryController { list() {} }
export const shopController = { buy() {} }
`,
    )
    folder.write('views/users.hbs', '<a href="{{route "userController.list"}}">All</a>')
    editor = new Editor(realpathSync(folder.path))
  })

  afterAll(async () => {
    await editor.stop()
    folder.remove()
  })

  const refusal = async (asked: Promise<unknown>): Promise<string> => {
    try {
      return `answered ${JSON.stringify(await asked)}`
    } catch (error) {
      const { code, message } = error as { code: number; message: string }
      return `${code} ${message}`
    }
  }

  test('the language server refuses requests before "initialize", and a second "initialize"', async () => {
    expect(await refusal(editor.hover('routes.conf', 'GET|'))).toBe(
      '-32002 The first request has to be "initialize"',
    )
    await editor.start()
    expect(await refusal(editor.request('initialize', { capabilities: {} }))).toBe(
      '-32600 "initialize" came before',
    )
    expect(await refusal(editor.request('textDocument/guess', {}))).toContain('-32601')
  })

  test.each([
    ['an unnamed buffer', 'untitled:Untitled-1'],
    ['a file that is not there', 'file:///nowhere/at/all.njk'],
    ['a page of the web', 'https://example.org/routes.conf'],
    ['a folder', 'file:///'],
    ['a broken URI', 'file:///%E0%A4%A'],
  ])('the language server returns nothing for %s', async (_, uri) => {
    const params = { textDocument: { uri }, position: { line: 3, character: 2_000_000 } }
    for (const method of ['hover', 'definition', 'completion', 'formatting'])
      expect(await editor.request(`textDocument/${method}`, params).then((answer) => answer ?? [])).toEqual(
        [],
      )
  })

  test.each([
    [{}, 'Expected "textDocument.uri"'],
    [{ textDocument: { uri: 5 } }, 'Expected "textDocument.uri"'],
    [
      { textDocument: { uri: 'file:///a.conf' }, position: { line: -1, character: 0 } },
      'Expected "position"',
    ],
    [{ textDocument: { uri: 'file:///a.conf' }, position: { line: 'x' } }, 'Expected "position"'],
  ])('the language server refuses the parameters %j', async (params, message) => {
    expect(await refusal(editor.request('textDocument/hover', params))).toContain(`-32602 ${message}`)
  })

  test('definition and completion work while a line and a template are incomplete', async () => {
    await editor.open('routes.conf')
    await editor.open('views/users.hbs')
    await editor.hover('routes.conf', 'userController.li|st')
    await editor.replace(
      'routes.conf',
      'GET  /users          userController.list',
      'GET  /users          userController.list\nGET /{id',
    )
    await editor.marks('routes.conf', (marks) => marks.some((mark) => mark.startsWith('2:')))
    expect(editor.markedFiles).toEqual(['routes.conf'])
    expect(await editor.definition('views/users.hbs', 'userController.li|st')).toEqual([
      'routes.conf:1: userController.list',
    ])
    await editor.replace('views/users.hbs', '"userController.list"}}', '"userController.')
    const labels = (await editor.complete('views/users.hbs', '"userController.|')).map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['userController.list', 'userController.show']))
    await editor.marks('views/users.hbs', (marks) =>
      marks.some((mark) => mark.includes('Handlebars cannot read')),
    )
    await editor.replace('views/users.hbs', '"userController.', '"userController.list"}}')
    await editor.replace('routes.conf', '\nGET /{id', '')
    await editor.marks('views/users.hbs', (marks) => marks.length === 0)
  })

  test.each([
    ['views/users.hbs', 'userController.li|st', 'a-b', '"a-b" cannot be the name of a method'],
    ['views/users.hbs', 'userController.li|st', 'shopController.list', 'Only the method can be renamed'],
    ['views/users.hbs', 'userController.li|st', 'show', 'have an action "userController.show" already'],
    ['views/users.hbs', '<a hr|ef', 'show', 'There is no action here'],
    ['routes.conf', 'newsController.li|st', 'all', 'Other actions have the same method'],
    [
      'routes.conf',
      'legacyController.li|st',
      'all',
      'there is no controller "legacyController" in the sources',
    ],
    ['routes.conf', 'eventController.li|st', 'all', 'has methods that its source does not show'],
    ['src/controllers.ts', 'bu|y()', 'sell', 'routes.conf:3 takes the method from the path'],
  ])('the language server refuses to rename in %s at %s to %s', async (file, shown, name, reason) => {
    const answer = await refusal(editor.rename(file, shown, name))
    expect(answer).toMatch(/^-32803 /)
    expect(answer).toContain(reason)
  })

  test('rename changes a shorthand method of an object, and its uses with this', async () => {
    editor.apply(await editor.rename('routes.conf', 'userController.li|st', 'userController.all'))
    expect(folder.read('src/controllers.ts')).toContain(
      'export const userController = { all: list, show() { return this.all } }',
    )
    expect(folder.read('routes.conf')).toContain('userController.all\n')
    expect(folder.read('views/users.hbs')).toContain('{{route "userController.all"}}')
  })

  test('format keeps the line ends of Windows in an editor', async () => {
    await editor.open('windows.routes', 'GET /a a.b\r\nPOST   /longer   a.c # x\r\n')
    expect(await editor.format('windows.routes')).toBe('GET   /a       a.b\r\nPOST  /longer  a.c # x\r\n')
  })

  test('rename edits the open text of a declaration file, not the text on disk', async () => {
    const text = '// Written by "mvc-router types"\n\'userController.show\': 1\n'
    folder.write('routes.d.ts', text)
    await editor.open('routes.d.ts', `\n${text}`)
    const { changes = {} } = await editor.rename('routes.conf', 'userController.sh|ow', 'one')
    expect(changes[editor.uriOf('routes.d.ts')]?.map(({ range }) => range.start.line)).toEqual([2])
    await editor.close('routes.d.ts')
  })

  test('the language server goes on after invalid messages', async () => {
    const uri = editor.uriOf('views/users.hbs')
    await editor.notify('textDocument/didOpen', {})
    await editor.notify('textDocument/didChange', {
      textDocument: { uri: 'file:///nowhere' },
      contentChanges: [{}],
    })
    await editor.notify('workspace/didChangeWatchedFiles', { changes: [{}] })
    editor.writeRaw('Content-Length: 5\r\n\r\n{bad}')
    const params = { textDocument: { uri }, position: { line: 0, character: 25 } }
    expect(await editor.request('textDocument/references', params)).not.toHaveLength(0)
  })

  test('the language server goes on with very large files and invalid characters', async () => {
    await editor.open('views/huge.njk', '{% route "userController.list" %}'.repeat(200_000))
    await editor.open('views/bytes.ejs', '\u0000\uD800<% route(\uFFFF')
    await editor.open('other.routes', `${'GET '.repeat(100_000)}\n${'('.repeat(100_000)}`)
    for (const file of ['views/huge.njk', 'views/bytes.ejs', 'other.routes']) {
      const params = { textDocument: { uri: editor.uriOf(file) }, position: { line: 0, character: 20 } }
      for (const method of ['hover', 'definition', 'completion'])
        await editor.request(`textDocument/${method}`, params)
    }
    expect(editor.log).not.toMatch(/\n\s+at |Error:/)
  })
})

describe('renames in programs', () => {
  let folder: TestFolder
  let editor: Editor
  beforeAll(async () => {
    folder = new TestFolder()
    folder.write('routes.conf', 'GET /u userController.list\n')
    folder.write('user.ts', '')
    editor = new Editor(realpathSync(folder.path))
    await editor.start()
    await editor.open('user.ts')
  })
  afterAll(async () => {
    await editor.stop()
    folder.remove()
  })

  test.each([
    [
      'overloads',
      'class UserController { list(): 1; list(a?: 1): 1 { return a ?? 1 } }',
      'class UserController { all(): 1; all(a?: 1): 1 { return a ?? 1 } }',
    ],
    [
      'optional chains and property names in quotes',
      "class UserController { list() {} a() { this?.list(); this['list'](); userController?.list() } }",
      "class UserController { all() {} a() { this?.all(); this['all'](); userController?.all() } }",
    ],
    [
      'destructuring',
      'class UserController { list() {} a() { const { list, b } = this; ({ list: b } = userController) } }',
      'class UserController { all() {} a() { const { all: list, b } = this; ({ all: b } = userController) } }',
    ],
    [
      'uses of super and uses in types',
      'class Base { list() {} }\nclass UserController extends Base { a() { super.list() } }\nlet a: typeof userController.list',
      'class Base { all() {} }\nclass UserController extends Base { a() { super.all() } }\nlet a: typeof userController.all',
    ],
    [
      'this of the controller, but not another this',
      'const userController = { list() { return { list() { this.list() } } }, a: function () { this.list() } }',
      'const userController = { all() { return { list() { this.list() } } }, a: function () { this.all() } }',
    ],
  ])('rename changes %s', async (_, before, after) => {
    await editor.replace('user.ts', editor.text('user.ts'), before)
    const { changes = {} } = await editor.rename('routes.conf', 'userController.li|st', 'all')
    const document = TextDocument.create('', '', 1, before)
    expect(TextDocument.applyEdits(document, changes[editor.uriOf('user.ts')] ?? [])).toBe(after)
  })
})

test.each([
  { workspaceFolders: 'none', rootUri: 7, capabilities: 5 },
  { workspaceFolders: [null, { uri: 5 }, {}], capabilities: {} },
  { capabilities: { workspace: null } },
])(
  'the language server uses the folder of its process for a client with the parameters %j',
  async (params) => {
    const folder = new TestFolder()
    folder.write('routes.conf', 'GET /users userController.list')
    const editor = new Editor(realpathSync(folder.path))
    expect(await editor.request('initialize', params)).toMatchObject({
      capabilities: {
        textDocumentSync: { openClose: true, change: 2 },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        documentFormattingProvider: true,
      },
      serverInfo: { name: 'mvc-router', version: '0.1.0' },
    })
    await editor.notify('initialized', {})
    expect(await editor.hover('routes.conf', 'userController.li|st')).toContain('GET  /users')
    const asked = editor.hover('routes.conf', 'userController.li|st')
    await editor.notify('$/cancelRequest', { id: 999 })
    expect(await asked).toContain('GET  /users')
    await editor.stop()
    folder.remove()
  },
)

test('the language server checks a project before a file is opened', async () => {
  const folder = new TestFolder()
  folder.write('routes.conf', 'GET /users userController.list')
  folder.write('views/users.hbs', '<a href="{{route "userController.lst"}}">All</a>')
  const editor = new Editor(realpathSync(folder.path))
  await editor.start()
  const [mark] = await editor.marks('views/users.hbs', (marks) => marks.length > 0)
  expect(mark).toContain('No route has the action "userController.lst"')
  await editor.stop()
  folder.remove()
})

test('the edits of a rename fit the document version that they name, even while somebody types', async () => {
  const folder = new TestFolder()
  folder.write('routes.conf', 'GET /users userController.list\n')
  folder.write('user.ts', 'export const userController = { list() {} }\n')
  folder.write('users.hbs', '<a href="{{route "userController.list"}}">All</a>')
  const editor = new Editor(realpathSync(folder.path))
  await editor.request('initialize', {
    capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
  })
  for (const file of ['routes.conf', 'users.hbs']) await editor.open(file)
  for (let round = 0; round < 20; round++) {
    const asked = editor.rename('users.hbs', 'userController.li|st', 'all')
    // Version n begins with n - 1 empty lines.
    for (const file of ['routes.conf', 'users.hbs']) await editor.replace(file, '', '\n')
    const { documentChanges = [] } = await asked.catch(({ code }: { code: number }): WorkspaceEdit => {
      expect(code).toBe(-32_801)
      return {}
    })
    for (const { textDocument, edits } of documentChanges as TextDocumentEdit[])
      if (textDocument.version !== null)
        expect((edits as TextEdit[]).map(({ range }) => range.start.line + 1)).toEqual([textDocument.version])
  }
  await editor.stop()
  folder.remove()
})

test('the language server ends with a message if its input is not the protocol', () => {
  const bin = resolve('packages/cli/dist/bin.js')
  const options = { input: 'GET / HTTP/1.1\r\nno header\r\n\r\n', encoding: 'utf8' } as const
  const { status, stderr, stdout } = spawnSync(process.execPath, [bin, 'lsp'], options)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^mvc-router lsp: expected messages of the language server protocol: .+\n$/)
})
