import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { TestFolder } from './run-in-folder.js'

const folder = new TestFolder()
beforeAll(() => {
  folder.write(
    'routes.conf',
    'GET  /users       userController.list\nPOST /users       userController.create\nGET /old/{<[a-z]+>averylongvariable}/more oldController.show\n',
  )
  folder.write('old.conf', 'GET /users a.b\nGET /gone c.d\nPOST /users userController.create\n')
  folder.write('same.conf', 'GET /users userController.list\n')
  folder.write('shadow.conf', 'GET /{x} a.b\nGET /y c.d\n')
  folder.write('broken.conf', 'GTE /a a.b\nGET /b\n')
  folder.write(
    'page.hbs',
    '<a href="{{route "userController.lst"}}">x</a>\n<a href="/users">y</a><a href="/nowhere">z</a>\n',
  )
  folder.write(
    'more.eta',
    '<%= route(name) %><%= route(other) %>\n<%/* mvc-router-ignore */%><%= route("a.b") %>\n',
  )
  folder.write('half.js', 'const = 1\n')
})
afterAll(() => folder.remove())

/** A terminal that writes red text as `<red>text</red>`. */
const painted = {
  paint: (style: string, text: string): string => `<${style}>${text}</${style}>`,
  columns: 60,
}

describe('colours', () => {
  const shown = async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await folder.runIn(painted, ...args)
    return stdout + stderr
  }

  test('list is coloured in a terminal', async () => {
    expect(await shown('list', '--method', 'GET', '--action', 'user*')).toBe(
      '<green>GET</green>  /users  userController.list  <dim>routes.conf:1</dim>\n',
    )
  })

  test('diff is coloured in a terminal', async () => {
    expect(await shown('diff', 'old.conf', 'routes.conf')).toBe(`old.conf:1:1  GET /users  a.b
  <yellow>changed</yellow>  GET /users is answered by userController.list, routes.conf:1

old.conf:2:1  GET /gone  c.d
  <red>broken</red>  GET /gone is answered by nothing

<red>1 broken, 1 changed, 1 of 3 lines kept</red>
`)
    expect(await shown('diff', 'same.conf', 'routes.conf')).toBe(
      '<green>0 broken, 0 changed, 1 of 1 lines kept</green>\n',
    )
    folder.write('moved.conf', 'GET /users other.list\n')
    expect(await shown('diff', 'same.conf', 'moved.conf')).toContain(
      '<yellow>0 broken, 1 changed, 0 of 1 lines kept</yellow>',
    )
  })

  test('check shows errors and warnings with place and caret in colour', async () => {
    expect(await shown('check', 'page.hbs')).toBe(`<red>No route has the action "userController.lst"</red>
<cyan>page.hbs:1:19</cyan>
  <a href="{{route "userController.lst"}}">x</a>
<red>                    ^</red>
  hint: did you mean userController.list?

<yellow>Warning: /nowhere leads nowhere: no line answers it</yellow>
<cyan>page.hbs:2:32</cyan>
  <a href="/users">y</a><a href="/nowhere">z</a>
<yellow>                                 ^</yellow>

<bold>Checked 3 routes, 1 link in 1 file</bold>
Written out by hand: 1 URL that could be links (mvc-router adopt)
<red>1 error, 1 warning</red>
`)
    const hardCoded = await shown('check', '--hard-coded', 'page.hbs')
    expect(hardCoded).toContain('/users is written out; its action is userController.list')
    expect(hardCoded).not.toContain('Written out by hand')
    expect(await shown('check', '-r', 'shadow.conf', 'more.eta')).toContain(
      '<yellow>0 errors, 1 warning</yellow>',
    )
    expect(await shown('check', 'more.eta')).toContain('<green>0 errors, 0 warnings</green>')
  })

  test('errors of broken route files are coloured in a terminal', async () => {
    const text = await shown('list', '-r', 'broken.conf')
    expect(text).toContain('<red>Unknown method "GTE"</red>\n<cyan>broken.conf:1:1</cyan>\n')
    expect(text).toMatch(/\n\n2 errors in the route files\n$/)
  })

  test('the diff and the summary of adopt are coloured in a terminal', async () => {
    expect(await shown('adopt', 'page.hbs')).toBe(`<bold>--- a/page.hbs</bold>
<bold>+++ b/page.hbs</bold>
<cyan>@@ -1,2 +1,2 @@</cyan>
 <a href="{{route "userController.lst"}}">x</a>
<red>-<a href="/users">y</a><a href="/nowhere">z</a></red>
<green>+<a href="{{route "userController.list"}}">y</a><a href="/nowhere">z</a></green>
<bold>The application needs, once:</bold>
  engine({ helpers: routeHelpers(mapping) }) // @mvc-router/view-handlebars; with hbs: registerRoute(hbs, mapping)
page.hbs:2:32  <red>dead: /nowhere (no line answers it)</red>
<bold>To adopt: 1 URL in 1 file  (--write)</bold>
Left alone: 1 dead
`)
  })

  test('the error of match is coloured in a terminal', async () => {
    expect(await shown('match', 'users/7')).toContain('<red>No line answers GET /users/7</red>\n')
  })
})

describe('check --verbose', () => {
  test('check --verbose lists dynamic links and unreadable code with their places', async () => {
    const { stdout, status } = await folder.run('check', '--verbose', 'more.eta', 'half.js')
    expect(stdout).toBe(`more.eta:1:5  the action is known at run time only
more.eta:1:23  the action is known at run time only
half.js:1:7  not read: Unexpected token

Checked 3 routes, 3 links in 2 files
Not checked: 2 links whose action is known at run time only (--verbose)
Not read: 1 piece of code (--verbose)
Ignored: 1 finding
0 errors, 0 warnings
`)
    expect(status).toBe(0)
    expect((await folder.run('check', '--strict', 'half.js')).status).toBe(1)
  })
})

describe('a narrow terminal', () => {
  const narrow = async (...args: string[]): Promise<string> =>
    (await folder.runIn({ columns: 40 }, ...args)).stdout

  test('in a narrow terminal, list breaks long texts within their columns, even inside words', async () => {
    expect(await narrow('list', '--action', 'old*')).toBe(`GET  /old/       oldControl  routes.conf:3
       {<[a-z]+    ler.show
       >averylo
       ngvariab
       le}/more
`)
  })

  test('the help fits into a terminal with 60 columns', async () => {
    for (const name of ['list', 'check', 'import', 'client']) {
      const { stdout } = await folder.runIn({ columns: 60 }, name, '--help')
      const lines = stdout.split('\n').filter((each) => !each.startsWith('Example'))
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(60)
    }
  })
})

test('list --json prints mistakes of route files as JSON', async () => {
  const { stdout, stderr, status } = await folder.run('list', '--json', '-r', 'broken.conf')
  expect({ stderr, status }).toEqual({ stderr: '', status: 1 })
  expect((JSON.parse(stdout) as { errors: { line: number }[] }).errors.map(({ line }) => line)).toEqual([
    1, 2,
  ])
})

test('format --json prints the files, the changed files and the unreadable lines', async () => {
  folder.write('crooked.conf', 'GET   /a    a.b\nno line\n')
  const { stdout } = await folder.run('format', '--check', '--json', 'crooked.conf')
  expect(JSON.parse(stdout)).toEqual({
    files: ['crooked.conf'],
    changed: ['crooked.conf'],
    unread: ['crooked.conf:2'],
  })
})
