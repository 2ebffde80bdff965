import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runBin } from './run-bin.js'

const readme = readFileSync('packages/cli/README.md', 'utf8')
const examples = [...readme.matchAll(/```console\n\$ mvc-router (.*)\n([^]*?)```/g)].map(
  ([, command = '', output = '']) => [command, output] as const,
)

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mvc-router-readme-'))
  for (const [, file = '', text = ''] of readme.matchAll(/^`([\w./-]+)`\n\n```\w*\n([^]*?)```/gm)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the README shows every command', () => {
  const shown = new Set(examples.map(([command]) => command.split(' ')[0]))
  const overview = runBin(['--help']).stdout
  expect(
    [...overview.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name]) => name).filter((name) => !shown.has(name)),
  ).toEqual([])
})

test.each(examples)('mvc-router %s prints what the README shows', (command, output) => {
  const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
  const { stdout, stderr } = runBin(args, folder)
  expect(stdout + stderr).toBe(output)
})
