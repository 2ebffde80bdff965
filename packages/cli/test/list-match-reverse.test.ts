import { describe, expect, test } from '@jest/globals'
import { runBin, spawnBin } from './run-bin.js'
import { TestFolder } from './run-in-folder.js'

const site = (...args: string[]): ReturnType<typeof runBin> =>
  runBin(args, 'packages/cli/test/fixtures/planted')

describe('list', () => {
  test('list keeps within the columns of a terminal, and does not break lines in a pipe', async () => {
    const folder = new TestFolder()
    try {
      const path = `/${'segment/'.repeat(12)}{id}`
      folder.write('routes.conf', `GET ${path} someController.show\nGET / a.b\n`)
      const { stdout, status } = await folder.run('list')
      expect(status).toBe(0)
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
      const piped = spawnBin(['list'], folder.path)
      expect(piped.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
        ['GET', path, 'someController.show', 'routes.conf:1'],
        ['GET', '/', 'a.b', 'routes.conf:2'],
        [''],
      ])
    } finally {
      folder.remove()
    }
  })

  test('list shows the method, host, path, action with fixed arguments, and place of each route', () => {
    const { stdout } = site('list', '--action', 'PAGEcontroller.*')
    expect(stdout).toBe(
      `GET  /home   pageController.show(page:'home')   routes.conf:6\n` +
        `GET  /about  pageController.show(page:'about')  routes.conf:7\n`,
    )
    expect(site('list', '--action', 'shopController.show').stdout).toContain('{shop}.example.com/x')
    expect(site('list', '--action', 'searchController.find').stdout).toContain('/search [q]')
  })

  test('list --method shows only routes of this method', () => {
    expect(site('list', '--method', 'post').stdout).toBe(
      'POST  /user/add/?  userController.createUser  routes.conf:5\n',
    )
    expect(JSON.parse(site('list', '--json', '--method', 'HEAD').stdout)).toHaveLength(12)
  })

  test('list --json prints the routes as JSON', () => {
    const [route] = JSON.parse(site('list', '--json', '--action', 'pageController.show').stdout) as unknown[]
    expect(route).toEqual({
      method: 'GET',
      path: '/home',
      action: 'pageController.show',
      args: { page: 'home' },
      formats: [],
      predicates: [],
      modifiers: {},
      middleware: [],
      file: 'routes.conf',
      line: 6,
    })
  })

  test('list ends with 1 if no route is selected', () => {
    expect(site('list', '--action', 'no.such')).toMatchObject({ stdout: '', status: 1 })
  })
})

describe('match', () => {
  test('match shows the route and its arguments', () => {
    expect(site('match', 'GET', '/user/42?x=1')).toEqual({
      stdout: 'GET  /user/{<[0-9]+>id}  userController.showUser  routes.conf:3\n  id = 42\n',
      stderr: '',
      status: 0,
    })
    expect(site('match', '/user').stdout).toContain('userController.listAll')
  })

  test.each([
    [['DELETE', '/user/42'], 'the path fits, but the method is GET'],
    [['/search'], "the query does not fit the route's conditions"],
    [['/home/'], 'the line would answer /home: a pattern that ends in "/?" accepts both'],
    [['/user/abc'], 'the variable "id" does not satisfy [0-9]+'],
    [['/usr/42'], 'the line would answer /user/42'],
    [['/HOME'], 'the line would answer /home'],
    [['/x'], 'the host is not known; name it with --host'],
    [['/x', '--host', 'other.org'], 'the host does not fit {shop}.example.com'],
    [
      ['POST', '/x', '--host', 'other.org'],
      'the path fits, but the method is GET; the host does not fit {shop}.example.com',
    ],
  ])('match %j says why no route answers: %s', (args, reason) => {
    const { stdout, stderr, status } = site('match', ...args)
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
    expect(stderr).toContain(`    ${reason}\n`)
  })

  test('match uses the host of --host, of a URL and of a header', () => {
    expect(site('match', '/x', '--host', 'tea.example.com').stdout).toContain('  shop = tea\n')
    expect(site('match', 'GET', 'https://tea.example.com:8443/x?a=1#top').stdout).toContain('  shop = tea\n')
    expect(site('match', '/x', '-H', 'Host: tea.example.com').stdout).toContain('  shop = tea\n')
  })

  test('if a line passes a request on, match also shows the next line that gets it', async () => {
    const folder = new TestFolder()
    try {
      const lines = 'GET / staticDir:public\n+ passes\nGET /a a.first\nGET /a a.second\nGET /a a.third\n'
      folder.write('routes.conf', lines)
      expect((await folder.run('match', '/a')).stdout).toBe(
        'GET  /  staticDir:public  routes.conf:1\n  resource = a\nIf the file is missing:\n' +
          'GET  /a  a.first  routes.conf:3\nIf the action passes the request on:\n' +
          'GET  /a  a.second  routes.conf:4\n',
      )
      expect((await folder.run('match', '/b')).stdout).toMatch(/\nIf the file is missing, no line answers\n$/)
    } finally {
      folder.remove()
    }
  })

  test('match of a malformed path reports 400', () => {
    expect(site('match', '/%zz')).toMatchObject({ status: 1, stderr: expect.stringContaining('400') })
  })

  test('match --json prints the route or the reasons as JSON', () => {
    expect(JSON.parse(site('match', '--json', '/user/42').stdout)).toMatchObject({
      action: 'userController.showUser',
      args: { id: '42' },
      route: { line: 3 },
    })
    const missed = site('match', '--json', '/user/abc')
    expect(missed.status).toBe(1)
    expect(JSON.parse(missed.stdout)).toMatchObject({
      action: null,
      reasons: [
        { reason: 'the variable "id" does not satisfy [0-9]+', route: { line: 3 } },
        { reason: 'the variable "id" does not satisfy [0-9]+', route: { line: 13 } },
      ],
    })
  })

  test.each([[[]], [['GET', '/a', '/b']], [['/a', '--header', 'x']]])('match %j is wrong usage', (args) => {
    expect(site('match', ...args).status).toBe(2)
  })
})

describe('reverse', () => {
  test('reverse prints the last slash as --reverse-trailing-slash says', () => {
    const url = (...args: string[]): string => site('reverse', 'userController.listAll', ...args).stdout
    expect(url()).toBe('/user/\n')
    expect(url('--reverse-trailing-slash', 'true')).toBe('/user/\n')
    expect(url('--reverse-trailing-slash', 'false')).toBe('/user\n')
    expect(site('reverse', 'a.b', '--reverse-trailing-slash', 'no')).toMatchObject({
      stderr: expect.stringContaining('--reverse-trailing-slash: expected true or false'),
      status: 2,
    })
  })

  test.each([
    [['userController.showUser', 'id=42'], '/user/42'],
    [['userController.showUser', 'id=42', 'q=a b', 'q==x'], '/user/42?q=a+b&q=%3Dx'],
    [["userController.showUser(id:'5')"], '/user/5'],
    [['userController.listAll', '--base-path', '/shop'], '/shop/user/'],
    [['userController.listAll', '--base-url', 'https://example.org'], 'https://example.org/user/'],
    [['shopController.show', 'shop=tea', '--base-url', 'https://example.org'], 'https://tea.example.com/x'],
  ])('reverse %j prints %s', (args, url) => {
    expect(site('reverse', ...args)).toEqual({ stdout: `${url}\n`, stderr: '', status: 0 })
  })

  test('reverse says why there is no URL', () => {
    expect(site('reverse', 'userController.showUser')).toEqual({
      stdout: '',
      stderr:
        'No route of "userController.showUser" fits the arguments:\n' +
        '  routes.conf:3  GET /user/{<[0-9]+>id}: the argument "id" is missing\n',
      status: 1,
    })
    expect(site('reverse', 'userController.showUsr').stderr).toContain('did you mean userController.showUser')
  })

  test('reverse --json prints the URL or the error as JSON', () => {
    expect(JSON.parse(site('reverse', '--json', 'userController.createUser').stdout)).toMatchObject({
      url: '/user/add/',
      method: 'POST',
    })
    expect(JSON.parse(site('reverse', '--json', 'userController.showUser').stdout)).toMatchObject({
      error: { code: 'E_REVERSE_MISSING_ARG' },
    })
  })

  test.each([[[]], [['a.b', 'id']]])('reverse %j is wrong usage', (args) => {
    expect(site('reverse', ...args).status).toBe(2)
  })
})

describe('mvc-router', () => {
  test('mvc-router --help lists the commands', () => {
    const { stdout, status } = runBin(['--help'])
    expect(status).toBe(0)
    for (const name of ['list', 'match', 'reverse', 'check', 'format', 'types'])
      expect(stdout).toContain(`\n  ${name}`)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test.each(['list', 'match', 'reverse', 'check', 'format', 'types'])(
    'the help of %s fits into 80 columns',
    (name) => {
      const { stdout, status } = runBin([name, '--help'])
      expect(status).toBe(0)
      expect(stdout).toContain('--routes')
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    },
  )

  test('mvc-router --version prints the version', () => {
    for (const option of ['--version', '-V', '-v'])
      expect(spawnBin([option]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('mvc-router without a known command ends with 2', () => {
    expect(runBin(['lst'])).toMatchObject({ status: 2, stdout: '' })
    expect(runBin([]).status).toBe(2)
  })
})
