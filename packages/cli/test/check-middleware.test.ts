import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { TestFolder } from './run-in-folder.js'

const folder = new TestFolder()
beforeAll(() => {
  folder.write('routes.conf', '+ use=signedIn,uplaod\nGET /a a.b\n# why\n+ use=signedIn\n-> /in in.conf\n')
  folder.write('in.conf', 'GET /x x.y\n+ use=admin\nGET /y y.z\n')
})
afterAll(() => folder.remove())

interface Finding {
  readonly code: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly hint?: string
}

async function findings(program: string): Promise<{ errors: Finding[]; warnings: Finding[] }> {
  folder.write('app.js', program)
  const { stdout } = await folder.run('check', '--json', 'app.js')
  return JSON.parse(stdout) as { errors: Finding[]; warnings: Finding[] }
}
const shown = (list: readonly Finding[]): string[] =>
  list.map(
    ({ code, file, line, column, hint }) =>
      `${code} ${file}:${line}:${column}${hint === undefined ? '' : ` ${hint}`}`,
  )

test('check reports unknown names in use= as errors, and unused middleware as warnings', async () => {
  const { errors, warnings } = await findings(
    `new RouterHandlerMapping({\n  middleware: { signedIn, 'upload': [a, b], old(req, res, next) { next() }, admin: x },\n})\n`,
  )
  expect(shown(errors)).toEqual(['E_MIDDLEWARE_UNKNOWN routes.conf:1:16 did you mean upload?'])
  expect(shown(warnings)).toEqual(['W_MIDDLEWARE_UNUSED app.js:2:28', 'W_MIDDLEWARE_UNUSED app.js:2:45'])
})

test('a comment with mvc-router-ignore silences the warning about unused middleware', async () => {
  const { warnings } = await findings(
    `export const middleware = {\n  signedIn,\n  admin,\n  old, // mvc-router-ignore\n}\n`,
  )
  expect(shown(warnings)).toEqual([])
})

test('check reports no names if the middleware object spreads a second object', async () => {
  const { errors, warnings } = await findings('export const middleware = { ...others, signedIn }\n')
  expect([...shown(errors), ...shown(warnings)]).toEqual([])
})

test('check reports no names if the program has no middleware object', async () => {
  const { errors, warnings } = await findings('app.use(mapping.middleware)\n')
  expect([...shown(errors), ...shown(warnings)]).toEqual([])
})

test('check marks the unknown name in use=, even if a longer name, a comment or a tag contains it', async () => {
  folder.write(
    'places.conf',
    '\uFEFF+ use=authAdmin,auth\r\nGET /a a.b\n+ use=upload use=upl\n+ tag=use=old use=uploads # use=old\n+ use=old\nGET /b a.c\n',
  )
  folder.write('app.js', 'export const middleware = { authAdmin, upload, uploads }\n')
  const { stdout } = await folder.run('check', '--json', '-r', 'places.conf', 'app.js')
  const { errors } = JSON.parse(stdout) as { errors: Finding[] }
  expect(shown(errors)).toEqual([
    expect.stringContaining('E_MIDDLEWARE_UNKNOWN places.conf:1:17'),
    expect.stringContaining('E_MIDDLEWARE_UNKNOWN places.conf:3:18'),
    expect.stringContaining('E_MIDDLEWARE_UNKNOWN places.conf:5:7'),
  ])
})
