import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runBin } from './run-bin.js'

const documents = ['packages/cli/README.md', 'docs/adopt.md', 'docs/check.md', 'docs/commands.md'].map(
  (name) => {
    return { name, text: readFileSync(name, 'utf8') }
  },
)
const examples = documents.flatMap(({ name, text }) =>
  [...text.matchAll(/```console\n\$ mvc-router (.*)\n([^]*?)```/g)].map(
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
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the README shows every command', () => {
  const [readme] = documents
  const headings = [...(readme?.text ?? '').matchAll(/^## `mvc-router (\w+)`/gm)]
  const shown = new Set(headings.map(([, name]) => name))
  const overview = runBin(['--help']).stdout
  expect(
    [...overview.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name]) => name).filter((name) => !shown.has(name)),
  ).toEqual([])
})

test.each(examples)('mvc-router %s prints what %s shows', (command, name, output) => {
  const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
  const { stdout, stderr } = runBin(args, join(folder, name))
  expect(stdout + stderr).toBe(output)
})
