import { afterAll, expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCreate } from '../dist/lib/run-create.js'

async function run(cwd: string, ...args: string[]) {
  const [printed, complaints]: [string[], string[]] = [[], []]
  const status = await runCreate(args, {
    cwd,
    isInteractive: false,
    print: (text) => void printed.push(text),
    complain: (text) => void complaints.push(text),
  })
  return { status, stdout: printed.join('\n'), stderr: complaints.join('\n') }
}

const folders: string[] = []

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'create-'))
  folders.push(folder)
  return folder
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

test('create writes an application and prints the next commands', async () => {
  const folder = emptyFolder()
  const { status, stdout } = await run(folder, 'shop', '--engine', 'eta', '--rest')
  expect(status).toBe(0)
  expect(stdout).toBe('Wrote shop: eta, express, ts, a REST API\n\n  cd shop\n  npm install\n  npm run dev')
  expect(readdirSync(join(folder, 'shop'))).toEqual(
    expect.arrayContaining(['package.json', 'routes.conf', 'src']),
  )
})

test('create uses the defaults with --yes and without a terminal', async () => {
  expect((await run(emptyFolder(), 'shop', '--yes')).stdout).toContain('nunjucks, express, ts')
  expect((await run(emptyFolder(), 'shop')).stdout).toContain('nunjucks, express, ts')
})

test('create --help shows the options and writes nothing', async () => {
  const folder = emptyFolder()
  const { status, stdout } = await run(folder, '--help')
  expect([status, stdout.includes('--engine'), readdirSync(folder)]).toEqual([0, true, []])
})

test.each([
  [
    ['shop', '--engine', 'nunjuks'],
    'Expected --engine to be nunjucks, handlebars, eta, ejs, jsx, pug, got "nunjuks"; did you mean nunjucks?',
  ],
  [['shop', '--host', 'expres'], 'got "expres"; did you mean express?'],
  [['shop', '--language', 'typescript'], 'Expected --language to be ts, js, got "typescript"'],
  [['shop', '--engine', '__proto__'], 'got "__proto__"'],
  [['shop', '--engin', 'eta'], "Unknown option '--engin'; --help lists the options"],
  [['shop', 'another'], 'Expected one folder, got "shop" and "another"'],
  [['Shop'], '"Shop" cannot be the name of a package: name can no longer contain capital letters'],
  [['node_modules'], '"node_modules" cannot be the name of a package'],
  [['a b'], '"a b" cannot be the name of a package: name can only contain URL-friendly characters'],
  [[], 'Expected the name of a folder, as in npm create mvc-router@latest shop'],
])('create refuses %j with a message of one line and writes nothing', async (args, message) => {
  const folder = emptyFolder()
  const { status, stdout, stderr } = await run(folder, ...args)
  expect([status, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1])
  expect(stderr).toContain(message)
  expect(readdirSync(folder)).toEqual([])
})

test('create refuses a folder with files and does not change it', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'shop'))
  writeFileSync(join(folder, 'shop/package.json'), '{}')
  const { status, stderr } = await run(folder, 'shop')
  expect([status, stderr]).toEqual([
    2,
    'The folder shop is not empty: choose another name, or empty it first',
  ])
  expect(readdirSync(join(folder, 'shop'))).toEqual(['package.json'])
  expect(readFileSync(join(folder, 'shop/package.json'), 'utf8')).toBe('{}')
})

test('create refuses the name of a file and does not change the file', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'shop'), 'mine')
  expect((await run(folder, 'shop')).stderr).toBe('shop is a file: choose another name')
  expect(readFileSync(join(folder, 'shop'), 'utf8')).toBe('mine')
})

test('create writes an application into a folder that has only .git', async () => {
  const folder = join(emptyFolder(), 'shop')
  mkdirSync(join(folder, '.git'), { recursive: true })
  expect((await run(folder, '.')).status).toBe(0)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['.git', 'package.json']))
})
