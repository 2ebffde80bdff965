import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { defineConfig } from '@mvc-router/router-core'
import { mvcRouter } from '@mvc-router/router-core/express'
import { spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Editor } from './editor.js'
import { runBin, spawnBin } from './run-bin.js'
import { TestFolder } from './run-in-folder.js'

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
  folder.write('package.json', '{ "type": "module" }')
  folder.write('config/routes.conf', 'GET /books/? bookController.list\nGET ${home} pageController.home\n')
  folder.write('views/a.html', '{% route "bookController.lst" %}\n')
  mkdirSync(join(folder.path, 'node_modules'))
  symlinkSync(resolve('node_modules/@mvc-router'), join(folder.path, 'node_modules/@mvc-router'))
})
afterEach(() => folder.remove())

const settings = `{
  "routeFiles": "config/routes.conf",
  "variables": { "home": "/start" },
  "basePath": "/shop",
  "engines": { ".html": "nunjucks" },
  "commands": { "types": { "out": "src/known.d.ts" } }
}`

const inCode = `import { defineConfig } from '@mvc-router/router-core'\nexport default defineConfig(${settings})\n`

describe.each([
  ['mvc-router.config.js', inCode],
  ['mvc-router.config.mjs', inCode],
  ['mvc-router.config.json', settings],
])('%s', (file, text) => {
  beforeEach(() => folder.write(file, text))

  test('each command reads the configuration file, and options of the command line take precedence', () => {
    const run = (...args: string[]): ReturnType<typeof runBin> => runBin(args, folder.path)
    expect(run('reverse', 'bookController.list').stdout).toBe('/shop/books/\n')
    expect(run('reverse', 'bookController.list', '--base-path', '/x').stdout).toBe('/x/books/\n')
    expect(run('reverse', 'pageController.home', '--variables', 'home=/home').stdout).toBe('/shop/home\n')
    expect(run('check').stdout).toContain('views/a.html:1:11')
    expect(run('types').stdout).toBe('Wrote src/known.d.ts\n')
    folder.write('other.json', '{ "routeFiles": ["config/routes.conf"], "variables": { "home": "/x" } }')
    expect(run('reverse', 'pageController.home', '--config', 'other.json').stdout).toBe('/x\n')
  })
})

test.each([
  [
    'an unknown option',
    '{ routeFile: "config/routes.conf" }',
    'The configuration has no option "routeFile"',
    'did you mean routeFiles?',
    18,
  ],
  [
    'a value of another type',
    '{ engines: ["nunjucks"] }',
    "engines: expected an object such as { '.html': 'nunjucks' }",
    undefined,
    18,
  ],
  [
    'a value that the router refuses',
    '{ maxParamLength: 0 }',
    'maxParamLength: expected a whole number from 1 to 8192',
    undefined,
    18,
  ],
  [
    'an unknown command',
    '{ commands: { tpyes: {} } }',
    'commands has no option "tpyes"',
    'did you mean types?',
    30,
  ],
  [
    'an unknown option of a command',
    '{ commands: { list: { methd: "GET" } } }',
    'commands.list has no option "methd"',
    'did you mean method?',
    38,
  ],
])('a configuration with %s is refused, with its place', async (_, text, message, hint, column) => {
  folder.write('mvc-router.config.js', `/* x */ \nexport default ${text}\n`)
  const { stdout, status } = runBin(['list', '--json'], folder.path)
  const { error } = JSON.parse(stdout) as { error: Record<string, unknown> }
  expect(error).toMatchObject({ message, file: 'mvc-router.config.js', line: 2, column })
  if (hint !== undefined) expect(error['hint']).toBe(hint)
  expect(status).toBe(2)
  const { stderr } = runBin(['list'], folder.path)
  expect(stderr).toContain(`mvc-router.config.js:2:${column}`)
  expect(stderr).toContain('^')
})

test('a configuration that cannot be loaded, a second configuration and a missing configuration are errors', () => {
  folder.write('mvc-router.config.js', 'export default {\n')
  const broken = runBin(['list'], folder.path)
  expect(broken).toMatchObject({ status: 2, stdout: '' })
  expect(broken.stderr).toContain('mvc-router.config.js: ')
  folder.write('mvc-router.config.json', '{}')
  expect(runBin(['list'], folder.path).stderr).toContain('There are two configurations')
  expect(runBin(['list', '--config', 'no.json'], folder.path).stderr).toContain(
    'There is no configuration no.json',
  )
})

test('a command ends even if its configuration opens a server', () => {
  folder.write(
    'mvc-router.config.js',
    "import { createServer } from 'node:http'\ncreateServer().listen(0)\nexport default { routeFiles: 'config/routes.conf', variables: { home: '/' } }\n",
  )
  const { stdout, status } = spawnBin(['list'], folder.path)
  expect(stdout.split('\n')).toHaveLength(3)
  expect(status).toBe(0)
})

test('init writes a configuration for the files of the folder, and does not overwrite it', () => {
  folder.write('package.json', '{ "dependencies": { "nunjucks": "3" } }')
  folder.write('tsconfig.json', '{}')
  folder.write('src/a.ts', '')
  folder.write('public/a.css', '')
  expect(runBin(['init'], folder.path).stdout).toContain('Wrote mvc-router.config.mjs')
  expect(folder.read('mvc-router.config.mjs')).toBe(`import { defineConfig } from '@mvc-router/router-core'

export default defineConfig({
  routeFiles: 'config/routes.conf',
  static: [ 'public' ],
  commands: { types: { out: 'src/routes.d.ts' } },
})
`)
  expect(runBin(['reverse', 'bookController.list', '--variables', 'home=/'], folder.path).stdout).toBe(
    '/books/\n',
  )
  expect(runBin(['init'], folder.path)).toMatchObject({ status: 2 })
})

test('mvcRouter accepts a configuration of defineConfig', async () => {
  const config = defineConfig({
    routeFiles: () => 'GET /a pageController.show\n',
    controllers: { pageController: { show: () => 'shown' } },
    ambient: ['locale'],
    commands: { types: { out: 'a.d.ts' } },
  })
  const routes = await mvcRouter(config)
  expect(routes.reverse('pageController.show').url).toBe('/a')
  await routes.close()
  await expect(mvcRouter({ ...config, ambiant: [] } as typeof config)).rejects.toThrow(
    'did you mean ambient?',
  )
})

test('completion prints the commands and options for each shell', () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = runBin(['completion', shell])
    expect(stdout).toContain('reverse')
    expect(stdout).toContain('--hard-coded')
  }
  const script = `${runBin(['completion', 'bash']).stdout}
COMP_WORDS=(mvc-router check --ha); COMP_CWORD=2; _mvc_router; echo "\${COMPREPLY[*]}"
COMP_WORDS=(mvc-router rev); COMP_CWORD=1; _mvc_router; echo "\${COMPREPLY[*]}"`
  expect(spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout).toBe('--hard-coded\nreverse\n')
  expect(runBin(['completion', 'csh'])).toMatchObject({ status: 2 })
})

test('the language server reads the configuration, and reads it again when it changes', async () => {
  folder.write('mvc-router.config.json', settings)
  const editor = new Editor(realpathSync(folder.path))
  try {
    await editor.start()
    await editor.open('views/a.html')
    const [mark] = await editor.marks('views/a.html', (marks) => marks.length > 0)
    expect(mark).toContain('did you mean bookController.list?')
    folder.write('mvc-router.config.json', settings.replace('engines', 'engine'))
    await editor.changedOnDisk('mvc-router.config.json')
    const [wrong] = await editor.marks('mvc-router.config.json', (marks) => marks.length > 0)
    expect(wrong).toBe('5:4 engine: The configuration has no option "engine"\ndid you mean engines?')
    folder.write('mvc-router.config.json', settings)
    await editor.changedOnDisk('mvc-router.config.json')
    expect(await editor.marks('mvc-router.config.json', (marks) => marks.length === 0)).toEqual([])
  } finally {
    await editor.stop()
  }
})

test('a configuration in TypeScript is read if Node can run it, and otherwise the hint names JavaScript', () => {
  folder.write(
    'mvc-router.config.ts',
    "const file: string = 'config/routes.conf'\nexport default { routeFiles: file, variables: { home: '/' } }\n",
  )
  const { stdout, stderr } = spawnBin(['reverse', 'bookController.list'], folder.path)
  expect(stdout + stderr).toMatch(
    'typescript' in process.features && process.features.typescript !== false
      ? /^\/books\/$/m
      : /hint: Node \S+ does not run TypeScript: write mvc-router.config.js/,
  )
})
