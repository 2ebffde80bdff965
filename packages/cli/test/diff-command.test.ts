import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBin, type BinResult } from './run-bin.js'

const folder = mkdtempSync(join(tmpdir(), 'diff-command-'))
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const diff = (...args: string[]): BinResult => runBin(['diff', ...args], folder)
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

const old = `GET  /books/{id}          bookController.show
GET  /users/{<[0-9]+>id}  userController.show
GET  /home                homeController.index
POST /cart                cartController.add
`
const next = `GET  /people/{<[0-9]+>id}  userController.show
GET  /home                 mainController.index
POST /cart                 cartController.add
`

beforeAll(() => {
  write('old.conf', old)
  write('routes.conf', next)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('diff of two files', () => {
  test('diff shows broken and changed URLs of each line, and ends with 1 for a broken URL', () => {
    expect(diff('old.conf', 'routes.conf')).toEqual({
      stdout: `old.conf:1:1  GET /books/{id}  bookController.show
  broken  GET /books/0 is answered by nothing

old.conf:2:1  GET /users/{<[0-9]+>id}  userController.show
  broken  GET /users/0 is answered by nothing
  to keep it alive: GET /users/{<[0-9]+>id} redirect:301:@userController.show

old.conf:3:1  GET /home  homeController.index
  changed  GET /home is answered by mainController.index, routes.conf:2

2 broken, 1 changed, 1 of 4 lines kept
`,
      stderr: '',
      status: 1,
    })
  })

  test('a folder and a line with + passes take no URL from later lines', () => {
    const lines = `GET / staticDir:public
+ passes
* /{<.*>path} allController.all
+ passes
GET /a aController.load
`
    const kept = 'GET /docs/ staticDir:docs\nGET /b bController.show\n'
    write(
      'with-folder.conf',
      `${lines}GET /a aController.show\nGET /docs/{<[a-z]+>page} docController.show\n${kept}`,
    )
    write('without-lines.conf', lines + kept)
    expect(diff('with-folder.conf', 'without-lines.conf').stdout)
      .toBe(`with-folder.conf:6:1  GET /a  aController.show
  changed  GET /a is answered by aController.load, without-lines.conf:5

with-folder.conf:7:1  GET /docs/{<[a-z]+>page}  docController.show
  changed  GET /docs/a is answered by staticDir:docs, without-lines.conf:6

0 broken, 2 changed, 5 of 7 lines kept
`)
    write('without-b.conf', lines)
    expect(diff('without-lines.conf', 'without-b.conf').stdout).toContain(
      'broken  GET /b is answered by nothing',
    )
    expect(diff('with-folder.conf', 'with-folder.conf').stdout).toBe(
      '0 broken, 0 changed, 7 of 7 lines kept\n',
    )
  })

  test('diff compares with the file of --routes, or with routes.conf', () => {
    expect(diff('old.conf').status).toBe(1)
    expect(diff('old.conf', '--routes', 'old.conf').stdout).toBe('0 broken, 0 changed, 4 of 4 lines kept\n')
  })

  test('diff reports a redirection with other arguments of the same action as changed', () => {
    write('to-a.conf', "GET /{id} a.b\nGET /old/x redirect:301:@a.b(id:'1')\n")
    write('to-b.conf', "GET /{id} a.b\nGET /old/x redirect:301:@a.b(id:'2')\n")
    expect(diff('to-a.conf', 'to-b.conf').stdout).toContain(
      "changed  GET /old/x is answered by redirect:301:@a.b(id:'2'), to-b.conf:2",
    )
  })

  test('diff does not count lines that answer with an error', () => {
    write('gone.conf', 'GET /a a.b\nGET /gone 410\n')
    expect(diff('gone.conf', 'gone.conf').stdout).toBe('0 broken, 0 changed, 1 of 1 lines kept\n')
  })

  test('diff ends with 0 if only the actions of URLs have changed', () => {
    write('renamed.conf', old.replaceAll('Controller.', 'Pages.'))
    expect(diff('old.conf', 'renamed.conf')).toMatchObject({ status: 0 })
  })

  test('diff --json prints broken and changed URLs as JSON', () => {
    const { stdout, status } = diff('old.conf', 'routes.conf', '--json')
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      broken: [
        expect.objectContaining({ pattern: '/books/{id}', witness: 'GET /books/0', becomes: null }),
        {
          method: 'GET',
          pattern: '/users/{<[0-9]+>id}',
          witness: 'GET /users/0',
          was: 'userController.show',
          becomes: null,
          redirect: 'GET /users/{<[0-9]+>id} redirect:301:@userController.show',
          file: 'old.conf',
          line: 2,
        },
      ],
      changed: [
        expect.objectContaining({
          was: 'homeController.index',
          becomes: 'mainController.index',
          by: { file: 'routes.conf', line: 2 },
        }),
      ],
      kept: 1,
      unfinished: [],
    })
  })

  test('diff --redirects prints lines that keep broken URLs alive', () => {
    const { stdout, stderr } = diff('old.conf', 'routes.conf', '--redirects')
    expect(stdout).toBe('GET /users/{<[0-9]+>id} redirect:301:@userController.show\n')
    expect(stderr).toContain('No line can keep GET /books/0 alive: bookController.show has no URL')
    write('kept.conf', next + stdout)
    expect(diff('old.conf', 'kept.conf').stdout).toContain('1 broken, 2 changed')
  })

  test('diff reports a line as broken if only its host has changed', () => {
    write('host-a.conf', 'GET a.example.com/x a.b\n')
    write('host-b.conf', 'GET b.example.com/x a.b\n')
    expect(diff('host-a.conf', 'host-b.conf').stdout).toContain('1 broken, 0 changed, 0 of 1 lines kept')
  })

  test('diff applies --variables and --module to both files', () => {
    write('with-variable.conf', 'GET ${prefix}/x a.b\n-> /inc inc.routes\n* /m module:more\n')
    write('inc.routes', 'GET /y a.c\n')
    write('more.conf', 'GET /z a.d\n')
    write('plain.conf', 'GET /shop/x a.b\nGET /inc/y a.c\nGET /m/z a.d\n')
    const options = ['--variables', 'prefix=/shop', '--module', 'more=more.conf']
    expect(diff('with-variable.conf', 'plain.conf', ...options).stdout).toBe(
      '0 broken, 0 changed, 3 of 3 lines kept\n',
    )
  })
})

describe('diff against a git revision', () => {
  beforeAll(() => {
    git('init', '--quiet', '--initial-branch', 'main')
    mkdirSync(join(folder, 'config'))
    write('config/routes.conf', 'GET /a a.b\n-> /inc more.routes\n')
    write('config/more.routes', 'GET /c a.d\n')
    git('add', 'config')
    git('commit', '--quiet', '--message', 'first')
    write('config/more.routes', 'GET /d a.d\n')
  })

  test.each([
    ['main:config/routes.conf', 'config/routes.conf'],
    ['--git', 'main', 'config/routes.conf'],
    ['--git', 'HEAD', '--routes', 'config/routes.conf'],
  ])('diff %s %s %s compares with the file in git', (...args) => {
    const { stdout, status } = diff(...args)
    expect(stdout).toContain('GET /inc/c is answered by nothing')
    expect(stdout).toContain('config/more.routes:1:1')
    expect(stdout).toContain('1 broken, 0 changed, 1 of 2 lines kept')
    expect(status).toBe(1)
  })

  test('diff finds the packages of the working folder for a git revision', () => {
    mkdirSync(join(folder, 'node_modules/shop-routes'), { recursive: true })
    write('node_modules/shop-routes/package.json', '{"name":"shop-routes"}')
    write('node_modules/shop-routes/shop.routes', 'GET /cart cart.show\n')
    write('packages.conf', '-> /shop package:shop-routes/shop.routes\n')
    git('add', 'packages.conf')
    git('commit', '--quiet', '--message', 'packages', '--', 'packages.conf')
    expect(diff('main:packages.conf', 'packages.conf')).toMatchObject({
      stdout: '0 broken, 0 changed, 1 of 1 lines kept\n',
      stderr: '',
    })
  })

  test('diff accepts a path in a git revision from the top of the repository or from the current folder', () => {
    for (const path of ['config/routes.conf', 'routes.conf'])
      expect(runBin(['diff', `main:${path}`, 'routes.conf'], join(folder, 'config')).stdout).toContain(
        '1 broken',
      )
  })

  test('diff leaves no files in the git index, the working tree or the temporary folder', () => {
    const status = git('status', '--porcelain')
    diff('main:config/routes.conf', 'config/routes.conf')
    expect(git('status', '--porcelain')).toBe(status)
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('mvc-router-diff-'))).toEqual([])
  })
})

test('diff prints the examples of docs/diff.md', () => {
  const page = readFileSync('docs/diff.md', 'utf8')
  for (const [, file = '', text = ''] of page.matchAll(/^`([\w.]+)`\n\n```\n([^]*?)```/gm)) write(file, text)
  const examples = [...page.matchAll(/```console\n\$ mvc-router diff (.*)\n([^]*?)```/g)]
  expect(examples).toHaveLength(2)
  for (const [, args = '', expected] of examples) {
    const { stdout, stderr } = diff(...args.split(' '))
    expect(stdout + stderr.replace(/\(node.*\n/g, '')).toBe(expected)
  }
})

test.each([
  [[], 'Expected the route file or revision to compare with'],
  [['a.conf', 'b.conf', 'c.conf'], 'and not "c.conf" as well'],
  [['nowhere:routes.conf'], 'There is no git revision "nowhere"'],
  [['--git', '--upload-pack=x', 'old.conf'], 'ambiguous'],
  [['main:none.conf', 'old.conf'], 'has no file none.conf'],
  [['none.conf', 'old.conf'], 'There is no file none.conf'],
  [['empty.conf', 'old.conf'], 'no routes to compare'],
  [['--no-such'], "Unknown option '--no-such'"],
  [['--redirect'], "Unknown option '--redirect'\n  hint: did you mean --redirects?"],
])('diff %j ends with 2: %s', (args, message) => {
  write('empty.conf', '# nothing\n')
  const { stdout, stderr, status } = diff(...args)
  expect([stdout, status]).toEqual(['', 2])
  expect(stderr).toContain(message)
  expect(stderr).not.toMatch(/^ +at /m)
})

test('diff prints all errors of a broken route file, and ends with 2', () => {
  write('broken.conf', 'GET /x\nGET y a.b\n')
  const { stderr, status } = diff('old.conf', 'broken.conf')
  expect(status).toBe(2)
  expect(stderr).toContain('2 errors in the route files')
})
