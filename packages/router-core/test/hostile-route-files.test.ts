import { afterEach, describe, expect, test } from '@jest/globals'
import {
  ConfigurationException,
  parseRouteFile,
  RouteFileParsingException,
  Router,
} from '@mvc-router/router-core'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'routes-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

function refusalOf(text: string, options = {}): RouteFileParsingException {
  try {
    Router.parse(text, options)
  } catch (error) {
    if (error instanceof RouteFileParsingException) return error
    throw error
  }
  throw new Error('the text was loaded')
}

async function loadingRefusal(files: string[], cwd: string): Promise<RouteFileParsingException> {
  try {
    await Router.load(files, { cwd, onWarning: () => undefined })
  } catch (error) {
    if (error instanceof RouteFileParsingException) return error
    throw error
  }
  throw new Error('the files were loaded')
}

describe('many errors', () => {
  test.each([
    ['lines that cannot be read', 'x', {}],
    ['actions that do not exist', 'GET /x a.b', { controllers: { c: { d: () => undefined } } }],
  ])('the message lists a hundred errors and counts further errors: %s', (_, line, options) => {
    const error = refusalOf(`${line}\n`.repeat(350), options)
    expect(error.errors).toHaveLength(100)
    expect(error.errors.at(-1)?.line).toBe(100)
    expect(error.errorCount).toBe(350)
    expect(error.message).toMatch(/\n\nand 250 more errors$/)
    expect(refusalOf(`${line}\n`.repeat(101), options).message).toMatch(/\n\nand 1 more error$/)
    expect(refusalOf(`${line}\n`.repeat(100), options).message).not.toContain('more error')
  })

  test('the count of errors includes all files', async () => {
    const cwd = folderWith({ 'a.conf': 'x\n'.repeat(150), 'b.conf': '-> /a a.conf\n-> /b a.conf\ny' })
    const error = await loadingRefusal(['b.conf', 'a.conf'], cwd)
    expect(error.errors.filter(({ file }) => file === 'b.conf')).toHaveLength(1)
    expect([error.errors.length, error.errorCount]).toEqual([100, 151])
  })

  test('a file with more than 5,100 errors is not read to its end', () => {
    const error = refusalOf('x\n'.repeat(500_000))
    expect(error.errorCount).toBe(5100)
    expect(error.message).toMatch(/\n\nand at least 5000 more errors$/)
    expect(refusalOf('x\n'.repeat(5100)).message).toMatch(/\n\nand 5000 more errors$/)
    expect(refusalOf('x\n'.repeat(5101)).message).toMatch(/\n\nand at least 5000 more errors$/)
    expect(error.message.length).toBeLessThan(30_000)
  })

  test.each([
    ['beyond the first 100', `${'x\n'.repeat(100)}+ tag=a\n`, [100, 1, false]],
    ['for the last line that is read', `${'x\n'.repeat(5099)}+ tag=a\nx\nx\n`, [100, 5000, true]],
  ])('a + line without a route adds no problem %s', (_, text, expected) => {
    const { problems, omittedProblems, isCut } = parseRouteFile(text, { file: 'routes.conf' })
    expect([problems.length, omittedProblems, isCut]).toEqual(expected)
  })
})

test.each([...'\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'])(
  'the character %j, which changes the direction of text, is refused even in a comment',
  (character) => {
    for (const line of [
      `${character}GET /a a.b`,
      `GET /a${character} a.b`,
      `GET /a a.b # ${character}`,
      `# ${character}`,
      `+ tag=${character}x`,
    ])
      expect(refusalOf(`GET / a.b\n${line}\nGET /b a.b`).errors).toEqual([
        expect.objectContaining({ code: 'E_ROUTE_SYNTAX', line: 2, column: line.indexOf(character) + 1 }),
      ])
  },
)

test('loading without route files is an error', async () => {
  await expect(Router.load([])).rejects.toThrow(ConfigurationException)
})

describe('quotes in errors', () => {
  const secret = 'PASSWORD=hunter2\nTOKEN=abc\n'

  test('an error quotes no text of a file that is not a route file', async () => {
    const latin1 = Buffer.from('PASSWORD=\xE9\n', 'latin1')
    const cwd = folderWith({ '.env': secret, 'routes.conf': '-> / .env\nGET / a.b', 'key.pem': latin1 })
    for (const files of [['.env'], ['routes.conf'], ['key.pem']]) {
      const { message, errors } = await loadingRefusal(files, cwd)
      expect(message).not.toMatch(/PASSWORD|hunter2|TOKEN|abc/)
      expect(errors.map(({ lineText }) => lineText).join('')).not.toMatch(/PASSWORD|TOKEN/)
      expect(errors).toHaveLength(1)
    }
    expect((await loadingRefusal(['.env'], cwd)).message).toContain('.env is no route file')
  })

  test.each([
    ['text', secret],
    ['bytes', Buffer.from('PASSWORD=\xE9\n', 'latin1')],
  ])(
    'an error quotes no %s of a file behind a symbolic link, even if the link is named like a route file',
    async (_, content) => {
      const cwd = folderWith({ '.env': content })
      symlinkSync('.env', join(cwd, 'dropped.conf'))
      const { message, errors } = await loadingRefusal(['*.conf'], cwd)
      expect(message).toContain('dropped.conf')
      expect(message).not.toMatch(/PASSWORD|hunter2/)
      expect(errors[0]?.lineText).toBe('')
    },
  )

  test('an error quotes a line if the name or other lines of the file show that the file is a route file', async () => {
    const cwd = folderWith({ 'a.conf': secret, 'b.txt': `GET / a.b\n${secret}` })
    expect((await loadingRefusal(['a.conf'], cwd)).message).toContain('PASSWORD=hunter2')
    expect((await loadingRefusal(['b.txt'], cwd)).message).toContain('PASSWORD=hunter2')
  })
})
