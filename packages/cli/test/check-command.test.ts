import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { runBin } from './run-bin.js'

interface Finding {
  readonly code: string
  readonly message: string
  readonly hint?: string
  readonly file: string
  readonly line: number
  readonly column: number
}
interface Report {
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
  readonly dynamic: readonly Finding[]
  readonly unread: readonly Finding[]
  readonly files: number
  readonly links: number
  readonly ignored: number
  readonly unknownFiles: readonly string[]
}

const planted = 'packages/cli/test/fixtures/planted'

function report(args: readonly string[], cwd: string): Report {
  const { stdout, stderr } = runBin(['check', '--json', ...args], cwd)
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout) as Report
}

const places = (findings: readonly Finding[]): string[] =>
  findings.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code.replace('E_', '')}`)

test('check reports the place and the nearest name of every mistake', () => {
  const mistakes = 'packages/cli/test/fixtures/mistakes'
  const { stdout, status } = runBin(['check', '--verbose'], mistakes)
  expect(stdout).toBe(readFileSync(join(mistakes, 'expected.txt'), 'utf8'))
  expect(status).toBe(1)
})

describe('planted mistakes', () => {
  test.each([
    [
      'views/*.njk',
      [
        'views/bad.njk:1:20 REVERSE_NO_ROUTE',
        'views/bad.njk:2:22 REVERSE_MISSING_ARG',
        'views/bad.njk:3:49 REVERSE_CONSTRAINT',
        'views/bad.njk:4:20 REVERSE_MISSING_ARG',
        'views/bad.njk:4:70 REVERSE_MISSING_ARG',
        'views/bad.njk:5:47 REVERSE_CONSTRAINT',
        'views/bad.njk:6:24 REVERSE_NO_ROUTE',
        'views/bad.njk:7:20 REVERSE_BAD_ACTION',
        'views/bad.njk:8:45 REVERSE_BAD_ARGS',
        'views/bad.njk:9:20 REVERSE_CONSTRAINT',
        'views/bad.njk:10:11 REVERSE_CONSTRAINT',
        'views/bad.njk:10:72 REVERSE_NO_ROUTE',
        'views/bad.njk:11:18 REVERSE_NO_ROUTE',
        'views/bad.njk:12:21 REVERSE_NO_ROUTE',
        'views/bad.njk:13:20 REVERSE_MISSING_ARG',
        'views/bad.njk:14:20 REVERSE_MISSING_ARG',
        'views/broken.njk:3:4 TEMPLATE_SYNTAX',
      ],
    ],
    [
      'views/*.hbs',
      [
        'views/bad.hbs:1:19 REVERSE_NO_ROUTE',
        'views/bad.hbs:2:21 REVERSE_MISSING_ARG',
        'views/bad.hbs:3:47 REVERSE_CONSTRAINT',
        'views/bad.hbs:4:11 REVERSE_MISSING_ARG',
        'views/bad.hbs:5:17 REVERSE_NO_ROUTE',
        'views/bad.hbs:6:19 REVERSE_NO_ROUTE',
        'views/bad.hbs:7:35 REVERSE_BAD_ARGS',
        'views/bad.hbs:8:47 REVERSE_NO_ROUTE',
        'views/bad.hbs:9:25 REVERSE_NO_ROUTE',
        'views/broken.hbs:2:4 TEMPLATE_SYNTAX',
      ],
    ],
    [
      'views/*.eta',
      [
        'views/bad.eta:1:20 REVERSE_NO_ROUTE',
        'views/bad.eta:3:22 REVERSE_MISSING_ARG',
        'views/bad.eta:4:54 REVERSE_CONSTRAINT',
        'views/bad.eta:6:12 REVERSE_MISSING_ARG',
        'views/bad.eta:7:28 REVERSE_NO_ROUTE',
        'views/bad.eta:8:23 REVERSE_NO_ROUTE',
        'views/bad.eta:9:19 REVERSE_NO_ROUTE',
        'views/bad.eta:10:11 REVERSE_NO_ROUTE',
      ],
    ],
    [
      'views/*.ejs',
      [
        'views/bad.ejs:2:17 REVERSE_NO_ROUTE',
        'views/bad.ejs:4:19 REVERSE_MISSING_ARG',
        'views/bad.ejs:6:49 REVERSE_CONSTRAINT',
        'views/bad.ejs:7:12 REVERSE_MISSING_ARG',
        'views/bad.ejs:8:25 REVERSE_NO_ROUTE',
        'views/bad.ejs:9:1 TEMPLATE_SYNTAX',
        'views/bad.ejs:10:1 TEMPLATE_SYNTAX',
        'views/bad.ejs:11:1 TEMPLATE_SYNTAX',
        'views/bad.ejs:12:61 REVERSE_NO_ROUTE',
        'views/bad.ejs:13:1 TEMPLATE_SYNTAX',
      ],
    ],
    [
      'src/*',
      [
        'src/bad.js:2:39 REVERSE_MISSING_ARG',
        'src/bad.js:3:74 REVERSE_NO_ROUTE',
        'src/bad.tsx:7:19 REVERSE_NO_ROUTE',
        'src/bad.tsx:8:19 REVERSE_MISSING_ARG',
        'src/bad.tsx:9:60 REVERSE_CONSTRAINT',
        'src/bad.tsx:10:21 REVERSE_MISSING_ARG',
        'src/bad.tsx:17:33 REVERSE_MISSING_ARG',
        'src/bad.tsx:18:23 REVERSE_NO_ROUTE',
        'src/bad.tsx:19:22 REVERSE_BAD_ACTION',
      ],
    ],
  ])('check reports exactly the planted mistakes of %s, at their places', (glob, expected) => {
    const { errors } = report(['-t', glob], planted)
    expect(places(errors)).toEqual(['routes.conf:11:49 REVERSE_MISSING_ARG', ...expected])
  })

  test('if the action of a link is a variable, check lists the link as dynamic', () => {
    const { dynamic, unread, ignored } = report(['-t', 'views/*', '-t', 'src/*'], planted)
    expect(dynamic.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'src/good.tsx:16',
      'views/good.ejs:11',
      'views/good.eta:10',
      'views/good.hbs:10',
      'views/good.njk:17',
    ])
    expect(unread.map(({ file }) => file)).toEqual(['src/broken.js'])
    expect(ignored).toBe(2)
  })

  test('check suggests the nearest names for an unknown action', () => {
    const { errors } = report(['-t', 'views/bad.njk'], planted)
    expect(errors[1]).toMatchObject({
      message: 'No route has the action "userController.showUsr"',
      hint: expect.stringMatching(/^did you mean userController\.showUser, /),
    })
  })

  test('check says for each candidate route why the arguments do not fit', () => {
    const { errors } = report(['-t', 'views/bad.njk'], planted)
    expect(errors.find(({ line }) => line === 5)?.message).toBe(
      [
        'No route of "pageController.show" fits the arguments:',
        `  routes.conf:6  GET /home: the fixed argument "page" is 'home'`,
        `  routes.conf:7  GET /about: the fixed argument "page" is 'about'`,
      ].join('\n'),
    )
  })

  test('check warns of a shadowed route, and of a controller method without a route', () => {
    const { warnings } = report([], planted)
    expect(warnings.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '13 E_ROUTE_SHADOWED',
      '16 W_ACTION_UNUSED',
    ])
  })
})

describe('check of a project', () => {
  let folder = ''
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mvc-router-cli-'))
    write('routes.conf', 'GET /user/{id} userController.show\n-> /admin admin.conf\n')
    write('admin.conf', 'GET /${area}/users adminController.users\n')
    write('broken.conf', 'GET /user/{id userController.show\nget /x a.b\n')
    write('twice.conf', 'GET /user/{id} userController.show\nGET /user/{id} userController.other\n')
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const check = (...args: string[]): ReturnType<typeof runBin> =>
    runBin(['check', '--variables', 'area=a', ...args], folder)

  test('check of a project without mistakes ends with 0', () => {
    write('views/page.njk', '{% route "userController.show", id=1 %}{% route "adminController.users" %}')
    expect(check('views/*')).toEqual({
      stdout: 'Checked 2 routes, 2 links in 1 file\n0 errors, 0 warnings\n',
      stderr: '',
      status: 0,
    })
  })

  test('check shows all mistakes of the route files, and ends with 1', () => {
    const { stderr, status } = check('--routes', 'broken.conf')
    expect(status).toBe(1)
    expect(stderr).toContain('broken.conf:1:11\n  GET /user/{id userController.show\n            ^\n  hint: ')
    expect(stderr).toContain('broken.conf:2:1\n  get /x a.b\n  ^\n')
    expect(stderr).toContain('2 errors in the route files')
  })

  test('check ends with 0 if there are only warnings, and with 1 with --strict', () => {
    write('views/one.njk', '{% route "userController.show", id=1 %}')
    expect(check('--routes', 'twice.conf', 'views/one.njk').status).toBe(0)
    expect(check('--routes', 'twice.conf', '--strict', 'views/one.njk').status).toBe(1)
  })

  test('check ends with 2 if there is no file to check', () => {
    const empty = check('nothing/*')
    expect(empty.status).toBe(2)
    expect(empty.stderr).toBe(
      "There is no template and no program to look at\n  hint: name some: mvc-router check 'views/**'\n",
    )
    write('only-html/page.html', '<a href="/">x</a>')
    const unknown = check('only-html/*')
    expect(unknown.status).toBe(2)
    expect(unknown.stderr).toBe(
      'There is no template whose engine is known\n  hint: name the engine with --engine .html=nunjucks\n',
    )
    expect(runBin(['check'], join(folder, 'only-html')).status).toBe(2)
    const json = check('--json', 'nothing/*')
    expect(JSON.parse(json.stdout)).toMatchObject({ files: 0 })
  })

  test('the hint of check quotes the name of the file for the shell', () => {
    write("hints/it's here/page.njk", '<a href="/user/1">x</a>')
    const { warnings } = report(['--variables', 'area=a', '--hard-coded', 'hints/**'], folder)
    expect(warnings.map(({ hint }) => hint)).toEqual([
      "mvc-router adopt --write 'hints/it'\\''s here/page.njk'",
    ])
  })

  test('check shows a written URL of several lines on one line', () => {
    write('hints/lines.ejs', '<a href="/nowhere/<%= a\n  ? 1 : 2 %>">x</a>')
    const { errors } = report(['--variables', 'area=a', '--hard-coded', 'hints/lines.ejs'], folder)
    expect(errors.map(({ message }) => message)).toEqual([
      '/nowhere/<%= a ? 1 : 2 %> leads nowhere: no line answers it',
    ])
  })

  test('check reports a file that is not UTF-8, and does not count it', () => {
    const utf16 = Buffer.from('\uFEFF{% route "no.such" %}', 'utf16le')
    mkdirSync(join(folder, 'encoded'))
    writeFileSync(join(folder, 'encoded/wide.njk'), utf16)
    const alone = check('encoded/*')
    expect([alone.status, alone.stderr]).toEqual([
      2,
      'No file could be read\n  hint: save templates and programs as UTF-8\n',
    ])
    write('encoded/good.njk', '\uFEFF{% route "userController.show", id=1 %}')
    const { files, errors, unread } = report(['--variables', 'area=a', 'encoded/*'], folder)
    expect({ files, errors, unread: unread.map(({ file }) => file) }).toEqual({
      files: 1,
      errors: [],
      unread: ['encoded/wide.njk'],
    })
    expect(check('--strict', 'encoded/*').status).toBe(1)
  })

  test('check without file names reads all templates and programs of the folder, except in node_modules and dist', () => {
    write('whole/routes.conf', 'GET /user/{id} userController.show\n')
    write('whole/views/deep/page.hbs', '{{route "userController.shw" id=1}}')
    write('whole/node_modules/x/page.hbs', '{{route "no.such"}}')
    write('whole/dist/app.js', 'Router.reverse("no.such")')
    const { errors, files } = report([], join(folder, 'whole'))
    expect(places(errors)).toEqual(['views/deep/page.hbs:1:10 REVERSE_NO_ROUTE'])
    expect(files).toBe(1)
  })

  test('check shows only the part of a long line around the caret', () => {
    write('views/long.njk', `${'<p>'.repeat(100)}{% route "no.such" %}`)
    const { stdout, status } = check('views/long.njk')
    expect(status).toBe(1)
    expect(stdout).toContain('views/long.njk:1:311\n')
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThan(150)
  })

  test('check reads the extensions and delimiters of --engine and --nunjucks-tags', () => {
    write(
      'html/page.html',
      '<% if x %><$ route("no.call") $><% endif %><% route "no.tag" %>{{ route("no.text") }}',
    )
    const { errors } = report(
      ['--variables', 'area=a', '--engine', '.html=nunjucks', '--nunjucks-tags', '<% %> <$ $>', 'html/*'],
      folder,
    )
    expect(places(errors)).toEqual([
      'html/page.html:1:21 REVERSE_NO_ROUTE',
      'html/page.html:1:54 REVERSE_NO_ROUTE',
    ])
  })

  test('check accepts each name that fills the variables of an action column', () => {
    write('dynamic.conf', 'GET /{controller}/{<[a-z]+>method} {controller}.{method}\n')
    write(
      'views/dynamic.ejs',
      "<%= route('any.thing') %><%= route('any.thing', { controller: 'any' }) %><%= route('any.2') %>",
    )
    const { errors } = report(['--routes', 'dynamic.conf', 'views/dynamic.ejs'], folder)
    expect(places(errors)).toEqual(['views/dynamic.ejs:1:85 REVERSE_BAD_ACTION'])
  })

  test('check accepts a redirection to an action that its path names', () => {
    write(
      'moved.conf',
      'GET /u/{id} user.show\nGET /old/{id}/{m} redirect:@user.{m}\nGET /x redirect:@user.shw\n',
    )
    const { stdout } = check('--routes', 'moved.conf', 'no/*')
    expect(stdout).toContain('moved.conf:3:18\n')
    expect(stdout).toContain('1 error, 0 warnings')
  })

  test('check lists the extensions of files with an unknown engine', () => {
    write('html/other.html', '')
    const { stdout, status } = runBin(['check', '--variables', 'area=a', 'html/*'], folder)
    expect(stdout).toContain('html/page.html:1:')
    expect(stdout).toContain('Engine unknown: 1 .html (--engine .html=nunjucks, --verbose)')
    expect(status).toBe(1)
  })

  test('check accepts links without the arguments of --ambient', () => {
    write('ambient.conf', "GET /{<de|en>locale}/{id} page.show\nGET / redirect:@page.show(id:'1')\n")
    write('views/ambient.ejs', "<%= route('page.show', { id: 1 }) %><%= route('page.show') %>")
    const args = ['--routes', 'ambient.conf', 'views/ambient.ejs']
    expect(places(report(args, folder).errors)).toHaveLength(3)
    expect(places(report([...args, '--ambient', 'locale'], folder).errors)).toEqual([
      'views/ambient.ejs:1:48 REVERSE_MISSING_ARG',
    ])
  })

  test('check finds links with the model attribute of --attribute', () => {
    write('views/attribute.ejs', "<%= urls('no.such') %><%= urls.reverse('no.other') %>")
    const { errors } = report(['--variables', 'area=a', '--attribute', 'urls', 'views/attribute.ejs'], folder)
    expect(places(errors)).toEqual([
      'views/attribute.ejs:1:11 REVERSE_NO_ROUTE',
      'views/attribute.ejs:1:41 REVERSE_NO_ROUTE',
    ])
  })

  test.each([
    ['--templates'],
    ['--unknown'],
    ['--engine', 'html'],
    ['--engine', '.html=jade'],
    ['--nunjucks-tags', '<%'],
    ['--variables', 'area'],
    ['--controller-names', 'some'],
  ])('check with wrong options (%s %s) ends with 2 and a hint', (...args) => {
    const { stderr, status } = runBin(['check', ...args], folder)
    expect({ status, hasHint: stderr.includes('hint: ') }).toEqual({ status: 2, hasHint: true })
  })

  test('check without routes.conf hints at --routes', () => {
    const { stderr, status } = runBin(['check'], `${folder}/views`)
    expect(status).toBe(2)
    expect(stderr).toContain('--routes config/routes.conf')
  })
})

test('check finds no mistake in the example site', () => {
  const { errors, warnings, unread, links } = report(['views/**/*', 'src/**/*.{ts,tsx}'], 'examples/site')
  expect({ errors, warnings, unread }).toEqual({ errors: [], warnings: [], unread: [] })
  expect(links).toBeGreaterThan(30)
})

test('the generated types of the example site are up to date', () => {
  const { status, stderr } = runBin(['types', '--out', 'src/routes.d.ts', '--check'], 'examples/site')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test.each(['bookController.show', 'cartController.add'])(
  'check reports each link to an action of the example site that was renamed: %s',
  (action) => {
    const folder = mkdtempSync(join(tmpdir(), 'mvc-router-renamed-'))
    for (const file of ['routes.conf', 'account.conf']) {
      const text = readFileSync(join('examples/site', file), 'utf8')
      writeFileSync(join(folder, file), text.replaceAll(new RegExp(`${action}\\b`, 'g'), 'x.renamed'))
    }
    const { errors } = report(
      ['--routes', join(folder, 'routes.conf'), 'views/**/*', 'src/**/*.{ts,tsx}'],
      'examples/site',
    )
    rmSync(folder, { recursive: true })
    const written = ['views', 'src'].flatMap((start) =>
      readdirSync(join('examples/site', start), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.d.ts'))
        .flatMap((entry) => {
          const file = join(entry.parentPath, entry.name)
          return readFileSync(file, 'utf8')
            .split('\n')
            .flatMap((line, index) =>
              [...line.matchAll(new RegExp(`(?<=["'])${action}(?=["'(])`, 'g'))].map(
                (match) => `${relative('examples/site', file)}:${index + 1}:${match.index + 1}`,
              ),
            )
        }),
    )
    expect(written.length).toBeGreaterThan(4)
    expect(errors.map(({ file, line, column }) => `${file}:${line}:${column}`).toSorted()).toEqual(
      written.toSorted(),
    )
  },
)

test('check finds no mistake in the templates of the migration example', () => {
  const { errors } = report(
    ['after/views/*', 'src/**/*.ts', '--routes', 'after/routes.conf'],
    'examples/migration',
  )
  expect(errors).toEqual([])
})
