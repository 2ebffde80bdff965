import { describe, expect, test } from '@jest/globals'
import { ConfigurationException, Router, RouteFileParsingException } from '@mvc-router/router-core'
import { execFile } from 'node:child_process'
import { chmod, link, symlink, truncate } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { RouteFolder } from './route-folder.js'

const folder = new RouteFolder()

type Options = Parameters<typeof Router.load>[1]

async function actionsOf(locations: Parameters<typeof Router.load>[0], options?: Options): Promise<string[]> {
  const router = await Router.load(locations, { cwd: folder.path, onWarning: () => {}, ...options })
  return router.routes.map(({ path, action }) => `${path} ${action}`)
}

async function failureOf(
  locations: Parameters<typeof Router.load>[0],
  options?: Options,
): Promise<RouteFileParsingException> {
  const error: unknown = await actionsOf(locations, options).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof RouteFileParsingException) return error
  throw new Error('expected a RouteFileParsingException', { cause: error })
}

async function warningsOf(locations: Parameters<typeof Router.load>[0]): Promise<string[]> {
  const warnings: string[] = []
  await actionsOf(locations, { onWarning: (message) => warnings.push(message) })
  return warnings
}

/** Loads in a new process after the code `before`, because Jest replaces the module resolution of Node. */
async function loadInNode(locations: readonly string[], before = ''): Promise<string> {
  const program = `
    ${before}
    const { Router } = await import(${JSON.stringify(import.meta.resolve('@mvc-router/router-core'))})
    await Router.load(${JSON.stringify(locations)}, { cwd: ${JSON.stringify(folder.path)} }).then(
      ({ routes }) => console.log(routes.map(({ file }) => file).join(' ')),
      (error) => console.log(error.code, error.message),
    )`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: '/',
  })
  return stdout
}

describe('several files', () => {
  test('the routes of several files have the order of the list', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b', 'b.conf': 'GET /a a.c' })
    const router = await Router.load(['a.conf', 'b.conf'], { cwd: folder.path })
    expect(router.match({ method: 'GET', path: '/a' })?.action).toBe('a.b')
    expect(router.routes.map(({ action }) => action)).toEqual(['a.b', 'a.c'])
  })

  test('all errors of all files are reported together', async () => {
    await folder.write({
      'a.conf': 'GET',
      'b.conf': 'GET /b b.b\nFOO /c c.c\nGET /d',
      'c.conf': '-> /x none.conf',
    })
    const { errors } = await failureOf(['a.conf', 'missing.conf', 'b.conf', 'c.conf'])
    expect(errors.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
      'a.conf:1 E_ROUTE_SYNTAX',
      'missing.conf:0 E_ROUTE_FILE_READ',
      'b.conf:2 E_ROUTE_METHOD',
      'b.conf:3 E_ROUTE_SYNTAX',
      'c.conf:1 E_ROUTE_INCLUDE',
    ])
  })

  test('errors are sorted by file and line, even if different steps find them', async () => {
    await folder.write({
      'a.conf': 'GET /a page.nope\n-> /b gone.conf\nGET /c\n-> /d b.conf\nGET /e page.nope\n',
      'b.conf': 'GET /f page.nope\nFOO /g page.show\n',
    })
    const { errors } = await failureOf('a.conf', { controllers: { page: { show: () => {} } } })
    expect(errors.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'a.conf:1',
      'a.conf:2',
      'a.conf:3',
      'a.conf:5',
      'b.conf:1',
      'b.conf:2',
    ])
  })

  test.each([['a.conf'], ['./a.conf'], ['link.conf'], ['hard.conf']])(
    'a file that is listed again as %s is loaded once, with a warning',
    async (again) => {
      await folder.write({ 'a.conf': 'GET /a a.b' })
      await symlink('a.conf', folder.at('link.conf'))
      await link(folder.at('a.conf'), folder.at('hard.conf'))
      await expect(actionsOf(['a.conf', again])).resolves.toEqual(['/a a.b'])
      expect(await warningsOf(['a.conf', again])).toEqual([expect.stringContaining('is listed twice')])
    },
  )

  test('a file without a route is loaded, with a warning', async () => {
    await folder.write({ 'a.conf': '# nothing yet\n' })
    await expect(actionsOf('a.conf')).resolves.toEqual([])
    expect(await warningsOf('a.conf')).toEqual([expect.stringContaining('There are no routes')])
  })

  test('routes have the file name as it is written, relative or absolute', async () => {
    await folder.write({
      'a.conf': '-> / conf/b.conf',
      'conf/b.conf': '-> / ../c.conf\nGET /b b.b',
      'c.conf': 'GET /c c.c',
    })
    const relative = await Router.load('./a.conf', { cwd: folder.path })
    expect(relative.routes.map(({ file }) => file)).toEqual(['c.conf', 'conf/b.conf'])
    const absolute = await Router.load(folder.at('a.conf'))
    expect(absolute.routes.map(({ file }) => file)).toEqual([folder.at('c.conf'), folder.at('conf/b.conf')])
  })
})

const later = async (): Promise<string> => Promise.resolve('GET /b b.b')
const generated = (): string => 'GET /a'
const broken = (): string => {
  throw new Error('no database')
}

describe('locations', () => {
  test('a location can be a glob, whose files are sorted by name', async () => {
    await folder.write({
      'r/b.conf': 'GET /b b.b',
      'r/a.conf': 'GET /a a.a',
      'r/B.conf': 'GET /B b.b',
      'r/x/c.conf': 'GET /c c.c',
      'r/no.txt': '',
    })
    await expect(actionsOf('r/*.conf')).resolves.toEqual(['/B b.b', '/a a.a', '/b b.b'])
    await expect(actionsOf(folder.at('r/**/*.conf'))).resolves.toEqual([
      '/B b.b',
      '/a a.a',
      '/b b.b',
      '/c c.c',
    ])
  })

  test('a glob adds the files that are not listed yet, without a warning', async () => {
    await folder.write({ 'a.conf': 'GET /a a.a', 'last.conf': 'GET /l l.l' })
    await expect(actionsOf(['last.conf', '*.conf'])).resolves.toEqual(['/l l.l', '/a a.a'])
    await expect(warningsOf(['last.conf', '*.conf'])).resolves.toEqual([])
  })

  test('a glob that matches nothing is an error', async () => {
    const error = await failureOf('routes/*.conf')
    expect(error).toMatchObject({ code: 'E_ROUTE_FILE_READ', file: 'routes/*.conf' })
  })

  test('a glob finds files in node_modules only if it names this folder', async () => {
    await folder.write({ 'node_modules/m/a.conf': 'GET /m m.m', 'a.conf': 'GET /a a.a' })
    await expect(actionsOf('**/*.conf')).resolves.toEqual(['/a a.a'])
    await expect(actionsOf('node_modules/*/*.conf')).resolves.toEqual(['/m m.m'])
  })

  test('a glob finds each file once, even if a folder links to itself', async () => {
    await folder.write({ 'sub/a.conf': 'GET /a a.a' })
    await symlink('.', folder.at('sub/self'))
    await expect(actionsOf('**/*.conf')).resolves.toEqual(['/a a.a'])
  })

  test('a name with glob characters is a file if this file exists', async () => {
    await folder.write({ '(old) [id].conf': 'GET /a a.a' })
    await expect(actionsOf('(old) [id].conf')).resolves.toEqual(['/a a.a'])
  })

  test('a location can be a file: URL, as an object or a string', async () => {
    await folder.write({ 'a b.conf': 'GET /a a.a' })
    const url = pathToFileURL(folder.at('a b.conf'))
    await expect(actionsOf(url)).resolves.toEqual(['/a a.a'])
    await expect(actionsOf([url.href])).resolves.toEqual(['/a a.a'])
  })

  test('a location can be a file of a package in the folder of the application', async () => {
    await folder.write({
      'node_modules/simple/conf/routes.conf': '-> / more.conf',
      'node_modules/simple/conf/more.conf': 'GET /a a.a',
      'node_modules/mapped/package.json': '{"name":"mapped","exports":{"./routes.conf":"./conf/r.conf"}}',
      'node_modules/mapped/conf/r.conf': 'GET /b b.b',
    })
    const files = await loadInNode(['package:simple/conf/routes.conf', 'package:mapped/routes.conf'])
    expect(files).toBe('node_modules/simple/conf/more.conf node_modules/mapped/conf/r.conf\n')
  })

  test('a file that its package does not export, and a missing package, are errors with a hint', async () => {
    await folder.write({
      'node_modules/sealed/package.json': '{"name":"sealed","exports":{}}',
      'node_modules/sealed/a.conf': '',
    })
    const message = await loadInNode(['package:sealed/a.conf', 'package:absent/a.conf'])
    expect(message).toMatch(/sealed\/a\.conf.*ERR_PACKAGE_PATH_NOT_EXPORTED[^]*"exports"/)
    expect(message).toMatch(/absent\/a\.conf.*MODULE_NOT_FOUND[^]*install the package/)
  })

  test('a location can be a function that returns a text or a promise, with includes relative to cwd', async () => {
    await folder.write({ 'sub/a.conf': 'GET /a a.a' })
    await expect(actionsOf([() => '-> /x sub/a.conf', later])).resolves.toEqual(['/x/a a.a', '/b b.b'])
  })

  test('errors of a function have the name of the function', async () => {
    const { errors } = await failureOf([generated, broken, () => JSON.parse('5'), () => JSON.parse('null')])
    expect(errors.map(({ file, message }) => `${file} ${message}`)).toEqual([
      'generated() Expected an action',
      'broken() broken() failed: no database',
      'function 3() function 3() gave number, and not the text of a route file',
      'function 4() function 4() gave null, and not the text of a route file',
    ])
  })

  test.each([
    '""',
    '"https://example.org/a.conf"',
    '"classpath:routes.conf"',
    '"file://host/a.conf"',
    '5',
    'null',
    '{}',
  ])('the location %s is refused with a ConfigurationException', async (location) => {
    await expect(Router.load([JSON.parse(location)], { cwd: folder.path })).rejects.toThrow(
      ConfigurationException,
    )
  })
})

describe('files that cannot be read', () => {
  test('a missing file is an error with its path and the reason', async () => {
    const error = await failureOf('missing.conf')
    expect(error).toMatchObject({ code: 'E_ROUTE_FILE_READ', file: 'missing.conf' })
    expect(error.message).toContain(`${folder.at('missing.conf')}: ENOENT, no such file or directory\n`)
  })

  test('a folder as a location is an error', async () => {
    expect(await failureOf(folder.path)).toMatchObject({
      code: 'E_ROUTE_FILE_READ',
      message: expect.stringContaining('EISDIR'),
    })
  })

  test('a symbolic link to itself is an error', async () => {
    await symlink('loop.conf', folder.at('loop.conf'))
    expect(await failureOf('loop.conf')).toMatchObject({
      code: 'E_ROUTE_FILE_READ',
      message: expect.stringContaining('ELOOP'),
    })
  })

  test('a pipe is an error, because reading it would never end', async () => {
    await promisify(execFile)('mkfifo', [folder.at('pipe.conf')])
    expect(await failureOf('pipe.conf')).toMatchObject({
      message: expect.stringContaining('not a regular file'),
      line: 0,
      column: 0,
    })
  })

  test('a file of more than 64 MB is an error', async () => {
    await folder.write({ 'disk.conf': '' })
    await truncate(folder.at('disk.conf'), 64 * 1024 * 1024 + 1)
    expect(await failureOf('disk.conf')).toMatchObject({
      code: 'E_ROUTE_LIMIT',
      message: expect.stringContaining('67108865 bytes, more than 67108864'),
    })
    await truncate(folder.at('disk.conf'), 64 * 1024 * 1024)
    expect((await failureOf('disk.conf')).message).not.toContain('67108864')
  })

  test('a file without read permission is an error', async () => {
    await folder.write({ 'secret.conf': 'GET /a a.b' })
    await chmod(folder.at('secret.conf'), 0)
    await chmod(folder.path, 0o755)
    const asNobody = 'if (process.getuid() === 0) process.setuid(65534)'
    expect(await loadInNode(['secret.conf'], asNobody)).toMatch(/^E_ROUTE_FILE_READ .*secret\.conf: EACCES/)
  })

  test('a folder that a glob cannot read is an error', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b', 'secret/b.conf': 'GET /b b.b' })
    await chmod(folder.at('secret'), 0)
    await chmod(folder.path, 0o755)
    const asNobody = 'if (process.getuid() === 0) process.setuid(65534)'
    expect(await loadInNode(['**/*.conf'], asNobody)).toMatch(/Cannot read the folder .*secret\/: EACCES/)
    await chmod(folder.at('secret'), 0o755)
  })

  test('a file name with a NUL is an error', async () => {
    expect(await failureOf('a\u0000b')).toMatchObject({
      code: 'E_ROUTE_FILE_READ',
      message: expect.stringContaining('a\\u0000b'),
    })
  })

  test('a missing included file is an error at its include line', async () => {
    await folder.write({ 'a.conf': '# first\n-> /x  sub/none.conf' })
    const { errors } = await failureOf('a.conf')
    expect(errors).toEqual([
      expect.objectContaining({ code: 'E_ROUTE_INCLUDE', file: 'a.conf', line: 2, column: 8 }),
    ])
    expect(errors[0]?.message).toContain('ENOENT')
  })
})

describe('bytes that are not UTF-8', () => {
  test.each([
    ['a byte that never occurs', '4745 5420 2f ff fe 20 61 2e 62', 5, 1, 6],
    ['a character cut off by the end', '4745 540a e282', 4, 2, 1],
    ['a character cut off by the next character', '41 c3a9 e228 a1', 3, 1, 3],
    ['an overlong slash', '41 0d0a 41 c0af', 4, 2, 2],
    ['a surrogate', '41 eda080', 1, 1, 2],
    ['a character cut off, with the first bytes of U+FFFD', '41 efbf 41', 1, 1, 2],
  ])('%s is an error with its offset, line and column', async (_, hex, offset, line, column) => {
    await folder.write({ 'a.conf': Buffer.from(hex.replaceAll(' ', ''), 'hex') })
    const error = await failureOf('a.conf')
    expect(error).toMatchObject({ code: 'E_ROUTE_ENCODING', file: 'a.conf', line, column })
    expect(error.message).toContain(`offset ${offset}`)
  })

  test('the frame of a bad byte shows only the line of the byte', async () => {
    await folder.write({ 'a.conf': Buffer.from('GET /a a.b\nGET /\xff c.d\nGET /e f.g\n', 'latin1') })
    expect((await failureOf('a.conf')).message).toContain('a.conf:2:6\n  GET /\uFFFD c.d\n')
  })

  test('the hint for a file in UTF-16 names UTF-16', async () => {
    await folder.write({ 'a.conf': Buffer.from('\uFEFFGET /a a.b', 'utf16le') })
    expect((await failureOf('a.conf')).errors[0]?.hint).toContain('UTF-16')
    await folder.write({ 'a.conf': Buffer.from('\uFEFFGET /a a.b', 'utf16le').swap16() })
    expect((await failureOf('a.conf')).errors[0]?.hint).toContain('UTF-16')
    for (const bytes of [
      [0xff, 0x47, 0xfe],
      [0x47, 0xfe],
      [0x47, 0xff],
    ]) {
      await folder.write({ 'a.conf': Buffer.from(bytes) })
      expect((await failureOf('a.conf')).errors[0]?.hint).toBe('save the file as UTF-8')
    }
  })

  test('a byte order mark is dropped', async () => {
    await folder.write({ 'a.conf': '\uFEFFGET /a a.b' })
    await expect(actionsOf('a.conf')).resolves.toEqual(['/a a.b'])
  })

  test('a second byte order mark is an error', async () => {
    await folder.write({ 'a.conf': '\uFEFF\uFEFFGET /a a.b' })
    expect((await failureOf('a.conf')).message).toContain('Unknown method "\\ufeffGET"')
  })
})

describe('includes', () => {
  test('includes are relative to the including file, and a file can be included twice', async () => {
    await folder.write({
      'a.conf': '-> /x sub/b.conf\n-> /y sub/b.conf',
      'sub/b.conf': '-> /z deep/c.conf',
      'sub/deep/c.conf': 'GET /c c.c',
    })
    await expect(actionsOf('a.conf')).resolves.toEqual(['/x/z/c c.c', '/y/z/c c.c'])
  })

  test('includes that form a circle are an error that shows the circle', async () => {
    await folder.write({ 'a.conf': '-> /x b.conf', 'b.conf': 'GET /b b.b\n-> /y ./a.conf' })
    const error = await failureOf('a.conf')
    expect(error).toMatchObject({ code: 'E_ROUTE_INCLUDE', file: 'b.conf', line: 2 })
    expect(error.message).toContain('a.conf -> b.conf -> a.conf')
  })

  test('includes through a folder that links to itself stop at a limit', async () => {
    await folder.write({ 'a.conf': 'GET /a a.a\n-> /x self/a.conf' })
    await symlink('.', folder.at('self'))
    expect(await failureOf('a.conf')).toMatchObject({ code: 'E_ROUTE_LIMIT' })
  })

  test('includes that double at every level stop at a limit', async () => {
    const names = Array.from({ length: 30 }, (_, level) => `${level}.conf`)
    for (const [level, name] of names.entries()) {
      await folder.write({ [name]: `-> /a ${level + 1}.conf\n-> /b ${level + 1}.conf\n` })
    }
    await folder.write({ '30.conf': '# the end\n' })
    const { errors } = await failureOf('0.conf')
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['E_ROUTE_LIMIT']))
    expect(errors.length).toBeLessThanOrEqual(60)
  })

  test('a circle that is included twice is reported once', async () => {
    await folder.write({ 'a.conf': '-> /x b.conf\n-> /y b.conf', 'b.conf': '-> /z a.conf' })
    expect((await failureOf('a.conf')).errors).toHaveLength(1)
  })

  test('an error of a file that is included twice is reported once', async () => {
    await folder.write({ 'a.conf': '-> /x b.conf\n-> /y b.conf', 'b.conf': 'GET /b' })
    expect((await failureOf(['a.conf', 'b.conf'])).errors).toHaveLength(1)
  })

  test('an include can name a module that is a text or a file', async () => {
    await folder.write({
      'a.conf': '* /t module:text\n* /f module:filed',
      'sub/m.conf': '-> / n.conf',
      'sub/n.conf': 'GET /n n.n',
    })
    const modules = { text: '-> / sub/n.conf\nGET /m m.m', filed: { file: 'sub/m.conf' } }
    await expect(actionsOf('a.conf', { modules })).resolves.toEqual(['/t/n n.n', '/t/m m.m', '/f/n n.n'])
  })

  test('includes of unknown modules are errors', async () => {
    await folder.write({ 'a.conf': '* /t module:constructor\n* /f module:m' })
    const { errors } = await failureOf('a.conf', { modules: { m: { file: 'none.conf' } } })
    expect(errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '1 No module is named "constructor"',
      expect.stringMatching(/^2 .*ENOENT/),
    ])
  })

  test('errors of includes suggest the nearest module, and a glob for the files of a folder', async () => {
    await folder.write({ 'a.conf': '* /t module:form\n-> /f sub', 'sub/n.conf': 'GET /n n.n' })
    const { errors } = await failureOf('a.conf', { modules: { forum: 'GET /m m.m' } })
    expect(errors.map(({ hint }) => hint)).toEqual([
      'did you mean forum?',
      expect.stringMatching(/^name a file in it; the list of route files takes ".*\/sub\/\*\.conf", too$/),
    ])
  })

  test('an include can name a file of a package, and any other scheme is an error', async () => {
    await folder.write({
      'a.conf': '-> / package:shop/r.conf',
      'node_modules/shop/r.conf': 'GET /s s.s',
      'b.conf': '-> / https://example.org/r.conf',
    })
    await expect(actionsOf('a.conf')).resolves.toEqual(['/s s.s'])
    expect(await failureOf('b.conf')).toMatchObject({ code: 'E_ROUTE_INCLUDE', line: 1, column: 6 })
  })

  test('Router.parse refuses includes of files and suggests Router.load', () => {
    expect(() => Router.parse('-> /x b.conf')).toThrow(/Router\.load/)
    expect(() => Router.parse('* /x module:m', { modules: { m: { file: 'b.conf' } } })).toThrow(
      /Router\.load/,
    )
    expect(Router.parse('* /x module:m', { modules: { m: 'GET /m m.m' } }).routes).toHaveLength(1)
    expect(() => Router.parse('* /x module:form', { modules: { forum: 'GET /m m.m' } })).toThrow(
      'hint: did you mean forum?',
    )
    expect(() => Router.parse('* /x module:constructor', { modules: {} })).toThrow(
      /No module is named[^]*hint: give its routes in the option `modules`/,
    )
  })
})
