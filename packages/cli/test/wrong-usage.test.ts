import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { TestFolder } from './run-in-folder.js'

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
  folder.write('routes.conf', 'GET  /books/{id}  bookController.show\n')
  folder.write('broken.conf', 'GET /a\n')
  folder.write('src/half.js', 'const = 1')
  folder.write('empty.conf', '# nothing yet\n')
  folder.write('src/express.js', "const app = require('express')()\napp.get('/', () => {})\n")
  folder.write('src/app.js', '# not a route\nconst a = 1\n')
  mkdirSync(join(folder.path, 'routes'))
})
afterEach(() => folder.remove())

test.each([
  [
    'types --out .',
    'Cannot write .: illegal operation on a directory\n  hint: --out FILE names another one\n',
  ],
  ['types --out routes.conf/a.d.ts', 'Cannot write routes.conf/a.d.ts: '],
  ['client --out routes.conf/a.js', 'Cannot write routes.conf/a.js: '],
  [
    'reverse bookController.show id=1 --base-path /x?y',
    'basePath: expected a path, such as /shop; scheme and host are given as baseUrl\n  hint: mvc-router reverse --help\n',
  ],
  ['types extra', 'Expected options only, got "extra"\n'],
  ['client extra', 'Expected options only, got "extra"\n'],
  ['list extra', 'Expected options only, got "extra"\n'],
  ['types --watch --check', '--check and --watch do not go together\n'],
  [
    'types --out - --check',
    '--out - prints the file, and does not go together with --check, --watch or --json\n',
  ],
  ['diff broken.conf', 'Expected an action\nbroken.conf:1:7\n'],
  ['diff routes.conf broken.conf', 'Expected an action\nbroken.conf:1:7\n'],
  ['diff routes', 'EISDIR, it is a folder'],
  ['format routes', "routes is a folder\n  hint: name its route files: 'routes/*.conf'\n"],
  ['format .', '. is a folder\n'],
  ['format src/app.js', 'src/app.js is no route file: no line of it can be read\n'],
  ['check src/app.js views/nothere.njk', 'There is no file views/nothere.njk\n'],
  ['adopt src/app.js views/nothere.njk', 'There is no file views/nothere.njk\n'],
  [
    'diff',
    'Expected the route file or revision to compare with\n  hint: mvc-router diff main:routes.conf, mvc-router diff --git main\n',
  ],
  ['diff a.conf b.conf c.conf d.conf', 'Expected OLD and NEW, and not "c.conf d.conf" as well\n'],
  ['diff --git=-x', '"-x" is no git revision\n'],
  ['diff --git=', '"" is no git revision\n'],
  ['client --out routes.ts', '--out: expected a name that ends in .js or .mjs, got "routes.ts"'],
  ['match GET', 'Which request?\n  hint: mvc-router match GET /user/42\n'],
  ['match /a -H :value', '--header: expected "Name: value" and not ":value"\n'],
  ['match GET http://', '"http://" is neither a path nor a URL of a web server\n'],
  ['chekc views', 'There is no command "chekc"\n  hint: did you mean check?\n'],
  ['checkxy', 'There is no command "checkxy"\n  hint: did you mean check?\n'],
  ['foo', 'There is no command "foo"\n  hint: mvc-router --help\n'],
  ['checkwxyz', 'There is no command "checkwxyz"\n  hint: mvc-router --help\n'],
  ['wherefore', 'There is no command "wherefore"\n  hint: mvc-router --help\n'],
  ['list -r nothere.conf', 'nothere.conf: ENOENT, no such file or directory\n  hint: '],
  ['list -r nothere.conf -r nowhere.conf', 'nothere.conf: ENOENT, no such file or directory\nCannot read '],
  [
    'import --out new.conf --entry src/half.js',
    "The application did not get ready: Unexpected token '=' (src/half.js:1)\n",
  ],
  ['check -r nothere.conf -r empty.conf', 'nothere.conf: ENOENT'],
  ['check -r routes', 'routes: EISDIR, it is a folder\n  hint: name a file in it'],
  ...['list', 'match /a', 'check', 'adopt', 'types', 'client', 'reverse a.b'].map(
    (command): [string, string] => [
      `${command} -r empty.conf`,
      'There is no route in empty.conf\n  hint: a route is a line such as GET /users userController.list\n',
    ],
  ),
  ['list -r empty.conf --controller-names some', '--controller-names: expected lower or any\n'],
  ['import --entry src/express.js --out routes', 'routes is a folder\n  hint: --out names a file'],
  [
    'import --entry src/express.js src/app.js src/b.js',
    'import: expected one entry, and not also "src/b.js"\n',
  ],
  ...['0', '-1', 'soon'].map((seconds): [string, string] => [
    `import --timeout=${seconds}`,
    '--timeout is a number of seconds, as in --timeout 60\n',
  ]),
  ['check --engine .html=jinja', '--engine: "jinja" is none of nunjucks, '],
  ['check --engine html', '--engine: expected key=value and not "html"\n'],
  ['check --nunjucks-tags <%', '--nunjucks-tags: expected two or four delimiters'],
])('mvc-router %s ends with 2 and says why', async (words, message) => {
  const { stdout, stderr, status } = await folder.run(...words.split(' '))
  expect({ stdout: stdout.replace(/^Starts .*\n/, ''), status }).toEqual({ stdout: '', status: 2 })
  expect(stderr).toContain(message)
  expect(stderr).not.toMatch(/\n\s+at /)
})

test('mvc-router --json prints a usage error as JSON', async () => {
  const { stdout, stderr } = await folder.run('lst', '--json')
  expect([stderr, JSON.parse(stdout)]).toEqual([
    '',
    { error: { code: 'E_USAGE', message: 'There is no command "lst"', hint: 'did you mean list?' } },
  ])
})

test('a missing included file ends with 1, not with 2', async () => {
  folder.write('outer.conf', '-> /in nothere.conf\n')
  expect((await folder.run('list', '-r', 'outer.conf')).status).toBe(1)
})

test('adopt ends with 2 if it can read none of its files', async () => {
  folder.write('page.hbs', '<a href="/books/1">{{#if}</a>')
  const { stderr, status } = await folder.run('adopt', 'page.hbs')
  expect({ stderr, status }).toEqual({
    stderr: 'page.hbs cannot be read; for more, run: mvc-router check page.hbs\n',
    status: 2,
  })
})

test('adopt and import do not change files that are not UTF-8', async () => {
  const page = Buffer.from('<a href="/books/1">caf\xe9</a>', 'latin1')
  writeFileSync(join(folder.path, 'latin.hbs'), page)
  const { stderr, status } = await folder.run('adopt', '--write', 'latin.hbs')
  expect({ stderr, status }).toEqual({ stderr: 'latin.hbs is not UTF-8\n', status: 2 })
  expect(readFileSync(join(folder.path, 'latin.hbs'))).toEqual(page)
  const program = Buffer.from(
    "const app = require('express')()\napp.get('/', (req, res) => res.send('caf\xe9'))\n",
    'latin1',
  )
  mkdirSync(join(folder.path, 'node_modules'), { recursive: true })
  symlinkSync(resolve('node_modules/express'), join(folder.path, 'node_modules/express'))
  writeFileSync(join(folder.path, 'latin.js'), program)
  const { stdout } = await folder.run('import', '--move-handlers', '--entry', 'latin.js', '--out', 'new.conf')
  expect(stdout).toContain('its file is not UTF-8\n')
  expect(readFileSync(join(folder.path, 'latin.js'))).toEqual(program)
})

test('types and client overwrite neither files of the other command nor files that a person has written', async () => {
  const refusal = (file: string, command: string): object => ({
    stdout: '',
    stderr: `${file} exists, and "mvc-router ${command}" has not written it\n  hint: --out FILE names another one\n`,
    status: 2,
  })
  await folder.run('types', '--out', 'src/routes.d.ts')
  const types = folder.read('src/routes.d.ts')
  expect(await folder.run('client')).toEqual(refusal('src/routes.d.ts', 'client'))
  expect(folder.read('src/routes.d.ts')).toBe(types)
  expect(existsSync(join(folder.path, 'src/routes.js'))).toBe(false)
  expect(await folder.run('client', '--check', '--out', 'src/app.js')).toEqual(
    refusal('src/app.js', 'client'),
  )
  await folder.run('client', '--out', 'routes.js')
  expect(await folder.run('types')).toEqual(refusal('routes.d.ts', 'types'))
})

test('mvc-router help prints the same as --help', async () => {
  expect(await folder.run('help', 'list')).toEqual(await folder.run('list', '--help'))
  expect((await folder.run('help', 'lst')).status).toBe(2)
})

describe('mvc-router format', () => {
  test('format changes no file if one of them is not a route file', async () => {
    folder.write('src/a.conf', 'GET /a a.b\n')
    expect((await folder.run('format', 'src/*')).status).toBe(2)
    expect(folder.read('src/a.conf')).toBe('GET /a a.b\n')
  })

  test('format does not change a file that is not UTF-8', async () => {
    const bytes = Buffer.from('# caf\xe9\nGET /a a.b\n', 'latin1')
    writeFileSync(join(folder.path, 'latin.conf'), bytes)
    const { stderr, status } = await folder.run('format', 'latin.conf')
    expect({ stderr, status }).toEqual({
      stderr: 'latin.conf is not UTF-8, and stays as it is\n  hint: save it as UTF-8\n',
      status: 2,
    })
    expect(readFileSync(join(folder.path, 'latin.conf'))).toEqual(bytes)
  })

  test('format names the first twenty unreadable lines, and counts further lines', async () => {
    folder.write('long.conf', `GET /a a.b\n${'no line\n'.repeat(50)}`)
    const { stderr, status } = await folder.run('format', 'long.conf')
    expect(status).toBe(1)
    expect(stderr.split('\n')).toHaveLength(22)
    expect(stderr).toContain('long.conf: 30 more lines cannot be read\n')
    folder.write('long.conf', `GET /a a.b\n${'no line\n'.repeat(20)}`)
    expect((await folder.run('format', 'long.conf')).stderr).not.toContain('more lines')
  })
})

test.each([
  ['types', { files: ['routes.d.ts'], changed: ['routes.d.ts'] }],
  [
    'client',
    {
      actions: ['bookController.show'],
      leftOut: [],
      files: ['src/routes.js', 'src/routes.d.ts'],
      changed: ['src/routes.js', 'src/routes.d.ts'],
    },
  ],
])('mvc-router %s --json writes the files, and prints one document', async (command, document) => {
  const { stdout, status } = await folder.run(command, '--json')
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual(document)
  const again = await folder.run(command, '--json', '--check')
  expect(again.status).toBe(0)
  expect(JSON.parse(again.stdout)).toEqual({ ...document, changed: [] })
  folder.write('routes.conf', 'GET  /book/{id}  bookController.show\nGET /new bookController.blank\n')
  expect((await folder.run(command, '--json', '--check')).status).toBe(1)
})

test('the help of every command shows its arguments, its purpose and an example', async () => {
  const { stdout } = await folder.run('--help')
  const names = Array.from(stdout.matchAll(/^ {2}(\w+) {2}/gm), ([, name = '']) => name)
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    const help = (await folder.run(name, '--help')).stdout
    expect(help).toMatch(new RegExp(`^Example: mvc-router ${name} .`, 'm'))
    // The help fits into 80 columns.
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
    const { options } = await commandOf(name)
    const usage = new RegExp(`^Usage: mvc-router ${name} (\\S[^]*?)\\n\\n[A-Z][^]*?\\.\\n\\n`).exec(help)?.[1]
    expect([name, usage]).toEqual([name, expect.stringMatching(/[A-Z]{3}|--/)])
    const shown = [...(usage ?? '').matchAll(/--([\w-]+)/g)].map(([, option = '']) => option)
    expect([name, shown.filter((option) => !Object.hasOwn(options, option))]).toEqual([name, []])
    for (const [option, { short }] of Object.entries(options)) {
      // Only editors use this option.
      if (option === 'clientProcessId') continue
      const written = short === undefined ? `--${option}` : `-${short}, --${option}`
      expect(help).toMatch(new RegExp(`(?:^|[ ,])${written}(?![\\w-])`, 'm'))
    }
  }
})

/** Returns a command with its options. */
async function commandOf(name: string): Promise<{ options: Record<string, { short?: string }> }> {
  type ListedCommand = { options: Record<string, { short?: string }> }
  const module = (await import(`../dist/lib/commands/${name}-command.js`)) as Record<
    string,
    ListedCommand | ((words: () => Promise<ReadonlyMap<string, readonly string[]>>) => ListedCommand)
  >
  const exported = module[`${name}Command`]
  const command = typeof exported === 'function' ? exported(async () => new Map()) : exported
  if (command === undefined) throw new Error(`There is no ${name}Command`)
  return command
}

test('mvc-router says how to compile it if it is not compiled', () => {
  folder.write('checkout/bin/mvc-router.js', readFileSync('packages/cli/bin/mvc-router.js', 'utf8'))
  folder.write('checkout/package.json', '{ "type": "module" }')
  const { status, stderr } = spawnSync(process.execPath, ['checkout/bin/mvc-router.js', 'list'], {
    cwd: folder.path,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'mvc-router is not compiled yet: npm run build\n',
  })
})

test('mvc-router lsp ends if it has no input', () => {
  const bin = resolve('packages/cli/dist/bin.js')
  const { status, stderr } = spawnSync(process.execPath, [bin, 'lsp'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
})

const onLinux = process.platform === 'linux' ? test : test.skip
onLinux('a full disk is reported in one line', () => {
  const bin = resolve('packages/cli/dist/bin.js')
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [bin, 'list'], {
    cwd: folder.path,
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(full)
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'Cannot write the output: ENOSPC: no space left on device, write\n',
  })
})

test('mvc-router client without an action for the client names each line with the reason', async () => {
  folder.write(
    'search.conf',
    'GET /find [q] searchController.find\nGET shop.example.com/x shopController.show\n',
  )
  const { stderr, status } = await folder.run('client', '--routes', 'search.conf')
  expect(status).toBe(2)
  expect(stderr).toBe(`No action is left for the client
  search.conf:1  searchController.find: it has conditions on the query
  search.conf:2  shopController.show: it is for a host
`)
})
