import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findPlace, frameAt } from '../../dist/lib/express/development/error-place.js'

const link = '<a href="{% route "a.b" %}">\n'
/** Each with the text of its file. */
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

/** The file, below the views, in which a link failed. */
function fileOf(template: string | undefined, action: string, line: number): string | undefined {
  const error = Object.assign(new Error('no route'), { template, action, line, column: 1 })
  return findPlace(error, [views])?.file.slice(views.length + 1)
}

test.each<
  [template: string | undefined, action: string, line: number, file: string | undefined, why: string]
>([
  ['user/show.ejs', 'a.b', 1, 'user/show.ejs', 'by its name below the views'],
  ['./user/show.njk', 'a.b', 1, 'user/show.njk', 'by a name that begins with a dot'],
  ['../views/one/child.njk', 'only.one', 2, 'one/child.njk', 'among templates of its kind'],
  [
    '../../user/show.ejs',
    'a.b',
    1,
    'user/show.ejs',
    'by a name below another folder, though others are of its kind',
  ],
  ['one/base.njk', 'only.one', 2, 'one/child.njk', 'in the one that extends the named one'],
  ['pages/base.njk', 'twice.there', 3, 'pages/first.njk', 'in the one that extends it, from the same folder'],
  ['user/show.njk', 'nowhere.there', 1, 'user/show.njk', 'where no template has the link'],
  ['nothing.njk', 'installed.there', 1, undefined, 'but not in installed packages'],
  [undefined, 'a.b', 1, undefined, 'and of no name only if one template has it'],
])('the template %j of the link %s in line %i is %j: %s', (template, action, line, file, _why) => {
  expect(fileOf(template, action, line)).toBe(file)
})

test('a frame has two lines before and after, where there are as many', () => {
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
