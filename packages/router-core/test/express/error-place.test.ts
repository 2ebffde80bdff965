import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findPlace, frameAt } from '../../dist/lib/http/development/error-place.js'

const link = '<a href="{% route "a.b" %}">\n'
const templates = {
  'user/show.njk': link,
  'user/show.ejs': link,
  'shop/show.ejs': link,
  'one/base.njk': 'no link\n',
  'one/child.njk': '\n{% route "only.one" %}\n',
  'two/child.ejs': '\n{% route "only.one" %}\n',
  'pages/base.njk': 'no link\n',
  'pages/first.njk': '\n\n{% route "twice.there" %}\n',
  'others/second.njk': '\n\n{% route "twice.there" %}\n',
  'node_modules/module/installed.njk': '{% route "installed.there" %}\n',
}

let views: string
beforeAll(() => {
  views = mkdtempSync(join(tmpdir(), 'error-place-'))
  for (const [name, text] of Object.entries(templates)) {
    mkdirSync(dirname(join(views, name)), { recursive: true })
    writeFileSync(join(views, name), text)
  }
})
afterAll(() => rmSync(views, { recursive: true }))

/** The file with the failed link, relative to the views. */
function fileOf(template: string | undefined, action: string, line: number): string | undefined {
  const error = Object.assign(new Error('no route'), { template, action, line, column: 1 })
  return findPlace(error, [views])?.file.slice(views.length + 1)
}

test.each<
  [template: string | undefined, action: string, line: number, file: string | undefined, why: string]
>([
  ['user/show.ejs', 'a.b', 1, 'user/show.ejs', 'the path is in the views'],
  ['./user/show.njk', 'a.b', 1, 'user/show.njk', 'the path begins with a dot'],
  [
    '../views/one/child.njk',
    'only.one',
    2,
    'one/child.njk',
    'only one template with this extension has the link',
  ],
  ['one/base.njk', 'only.one', 2, 'one/child.njk', 'a template that extends the layout has the link'],
  ['pages/base.njk', 'twice.there', 3, 'pages/base.njk', 'two templates have the link, so the path is used'],
  ['user/show.njk', 'nowhere.there', 1, 'user/show.njk', 'no template has the link, so the path is used'],
  ['nothing.njk', 'installed.there', 1, undefined, 'installed packages are not searched'],
  [undefined, 'a.b', 1, undefined, 'several templates have the link'],
])('the template %j with the link %s in line %i is found as %j: %s', (template, action, line, file, _by) => {
  expect(fileOf(template, action, line)).toBe(file)
})

test('a frame has up to two lines before and after its line', () => {
  const file = join(views, 'lines.txt')
  writeFileSync(file, Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n'))
  const numbers = (line: number): readonly (string | undefined)[] =>
    [...(frameAt({ file, line, column: 1 }, '') ?? '').matchAll(/^(?:>| ) +(\d+) \| line \1$/gm)].map(
      ([, n]) => n,
    )
  expect([1, 2, 3, 9, 12].map(numbers)).toEqual([
    ['1', '2', '3'],
    ['1', '2', '3', '4'],
    ['1', '2', '3', '4', '5'],
    ['7', '8', '9', '10', '11'],
    ['10', '11', '12'],
  ])
})

/** Finds the place of an error in a program. The stack of the error has the given frames. */
function placeIn(frames: readonly string[], action: string, message = 'no route'): unknown {
  const error = Object.assign(new Error(message), { action })
  error.stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n')
  const place = findPlace(error, [views])
  return place && [place.file.slice(views.length + 1), place.line, place.column]
}

test('the place of an error in a program is the first frame of the stack outside the router', () => {
  writeFileSync(join(views, 'app.mjs'), 'one\ntwo\n')
  const router = join(process.cwd(), 'packages/router-core/dist/lib/router.js')
  const caller = `show (${pathToFileURL(join(views, 'app.mjs')).href}:2:7)`
  expect(placeIn([`Router.reverse (${router}:10:5)`, caller], '')).toEqual(['app.mjs', 2, 7])
  expect(placeIn([`${join(views, 'app.mjs')}:1:2`], '')).toEqual(['app.mjs', 1, 2])
  expect(placeIn(['node:internal/x:1:1', 'gone (/no/such/file.js:1:1)'], '')).toBeUndefined()
})

test('the place of an error in a library is the only program with the action, or else the frame of the application', () => {
  writeFileSync(join(views, 'app.mjs'), 'one\ntwo\n')
  writeFileSync(join(views, 'page.jsx'), 'x\n  <Link to="jsx.only" />\n  <Link to="jsx.twice" />\n')
  writeFileSync(join(views, 'other.tsx'), "href('jsx.twice')\nhref(`jsx.called(id:'1')`)\n")
  writeFileSync(join(views, 'types.d.ts'), "'jsx.only'\n")
  const library = join(process.cwd(), 'node_modules/express/index.js')
  const frames = [`render (${library}:1:1)`, `handler (${join(views, 'app.mjs')}:2:3)`]
  expect(placeIn(frames, 'jsx.only')).toEqual(['page.jsx', 2, 12])
  expect(placeIn(frames, "jsx.called(id:'1')")).toEqual(['other.tsx', 2, 6])
  for (const action of ['jsx.twice', 'jsx.nowhere', ''])
    expect(placeIn(frames, action)).toEqual(['app.mjs', 2, 3])
})

test('the place of an error in Pug has the file and line of the message, and the column of the action', () => {
  const path = join(views, 'list.pug')
  writeFileSync(path, 'ul\n  a(href=route("pug.list"))\n')
  const placeOf = (action: string, at = path): unknown =>
    findPlace(Object.assign(new Error(`${path}:2\n  > 2| a\n\nno route`), { path: at, action }), [])
  expect(placeOf('pug.list')).toEqual({ file: path, line: 2, column: 17 })
  expect(placeOf('pug.other')).toEqual({ file: path, line: 2, column: 1 })
  // Without the file, the place comes from the stack.
  expect(placeOf('pug.list', join(views, 'gone.pug'))).toMatchObject({
    file: expect.stringContaining('error-place.test'),
  })
})

test('the place of an error in Handlebars is the template with the tag at the line and column of the error', () => {
  writeFileSync(join(views, 'item.hbs'), '<p>\n  {{route "hbs.only"}} {{#if (route "hbs.within")}}\n')
  const placeOf = (action: string, column: number): string | undefined =>
    findPlace(Object.assign(new Error('no route'), { action, line: 2, column }), [views])?.file.slice(
      views.length + 1,
    )
  expect(placeOf('hbs.only', 3)).toBe('item.hbs')
  expect(placeOf('hbs.within', 30)).toBe('item.hbs')
  expect(placeOf('hbs.only', 1)).toBeUndefined()
})

test('a frame cuts long lines, and is undefined for a missing line or a line that the message already shows', () => {
  const file = join(views, 'long.txt')
  writeFileSync(file, ['short', 'n'.repeat(130), `${'x'.repeat(100)}HERE${'y'.repeat(100)}`].join('\n'))
  const frame = frameAt({ file, line: 1, column: 1 }, '') ?? ''
  expect(frame.split('\n').slice(0, 3)).toEqual(['> 1 | short', '    | ^', `  2 | ${'n'.repeat(120)}…`])
  const part = (frameAt({ file, line: 3, column: 101 }, '') ?? '').split('\n')
  expect(part).toHaveLength(2)
  expect(part[0]?.indexOf('HERE')).toBe(part[1]?.indexOf('^'))
  expect(frameAt({ file, line: 1, column: 1 }, 'in\n > short\n')).toBeUndefined()
  expect(frameAt({ file, line: 9, column: 1 }, '')).toBeUndefined()
  expect(frameAt({ file: join(views, 'gone'), line: 1, column: 1 }, '')).toBeUndefined()
})
