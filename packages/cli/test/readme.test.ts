import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { runBin } from './run-bin.js'

const documents = [
  'packages/cli/README.md',
  'docs/adopt.md',
  'docs/check.md',
  'docs/look-up.md',
  'docs/import.md',
  'docs/commands.md',
  'docs/start.md',
  'packages/router-core/docs/fastify.md',
  'packages/router-core/docs/hono.md',
  'site/index.md',
].map((name) => ({ name, text: readFileSync(name, 'utf8') }))
const examples = documents.flatMap(({ name, text }) =>
  [...text.matchAll(/```console\n\$ (?:npx )?mvc-router (.*)\n([^]*?)```/g)].map(
    ([, command = '', output = '']) => [command, name, output] as const,
  ),
)

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mvc-router-readme-'))
  for (const { name, text: document } of documents) {
    for (const [, file = '', text = ''] of document.matchAll(/^`([\w./-]+)`\n\n```\w*\n([^]*?)```/gm)) {
      const path = join(folder, name, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    mkdirSync(join(folder, name, 'node_modules'), { recursive: true })
    symlinkSync(resolve('node_modules/express4'), join(folder, name, 'node_modules/express'))
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the table of the README lists each command', () => {
  const [readme] = documents
  const rows = (readme?.text ?? '').match(/^\| \[.*\]\(.*\) \|/gm) ?? []
  const shown = new Set<string | undefined>(rows.flatMap((row) => row.match(/\w+/g) ?? []))
  const overview = runBin(['--help']).stdout
  expect(
    [...overview.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name]) => name).filter((name) => !shown.has(name)),
  ).toEqual([])
})

/** Returns the lines of a command's help from the option `first` up to `end`. */
function optionsIn(command: string, first: string, end: string): string {
  const help = runBin([command, '--help']).stdout
  return help.slice(help.indexOf(`  ${first}`), help.indexOf(end))
}
const sharedOptions = [
  optionsIn('match', '-r, --routes', '\nExample'),
  optionsIn('check', '-t, --templates', '  --ambient'),
]

test('docs/commands.md lists each group of shared options only once', () => {
  const page = readFileSync('docs/commands.md', 'utf8')
  expect(sharedOptions.map((options) => page.split(options).length - 1)).toEqual([1, 1])
})

test.each(examples)('mvc-router %s prints the output in %s', (command, name, output) => {
  const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
  const { stdout, stderr } = runBin(args, join(folder, name))
  const omitted = sharedOptions.filter((options) => !output.includes(options))
  const shown = omitted.reduce((text, options) => text.replace(options, '  …\n'), stdout + stderr)
  expect(shown.replace('  …\n  …\n', '  …\n')).toBe(output)
})
