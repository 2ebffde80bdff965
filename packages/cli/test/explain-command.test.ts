import { describe, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBin } from './run-bin.js'

const errorMessageGroups = JSON.parse(readFileSync('packages/cli/docs/messages.json', 'utf8')) as {
  messages: { code: string; says: string; cause: string; cure: string }[]
}[]
const errorMessages = new Map(
  errorMessageGroups.flatMap(({ messages }) => messages.map((message) => [message.code, message] as const)),
)
const sources = readdirSync('packages')
  .flatMap((name) => filesIn(join('packages', name, 'src')))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

describe('the table of messages', () => {
  const codes = new Set(sources.match(/(?<=['"])[EW]_[A-Z_]+(?=['"])/g))

  test('has every code of the sources, and no other', () => {
    expect([...errorMessages.keys()].toSorted()).toEqual([...codes].toSorted())
    expect(codes.size).toBeGreaterThan(70)
  })

  test('has each code once', () => {
    const all = errorMessageGroups.flatMap(({ messages }) => messages.map(({ code }) => code))
    expect(all).toHaveLength(errorMessages.size)
  })

  test.each([...errorMessages.values()])('shows for $code a message of the sources', ({ says }) => {
    const parts = says.split(/"[^"]*"/).map((part) => part.trim())
    expect(parts.filter((part) => part.includes(' ') && !sources.includes(part))).toEqual([])
  })

  test('has what docs/messages.md says', () => {
    execFileSync(process.execPath, ['tooling/documents/write-messages.js', '--check'], { stdio: 'pipe' })
  })
})

describe('mvc-router explain', () => {
  test('prints the cause and the cure of a code, in any case of letters', () => {
    const { stdout, status } = runBin(['explain', 'e_route_shadowed'])
    const { cause, cure } = errorMessages.get('E_ROUTE_SHADOWED') ?? {}
    expect(status).toBe(0)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(` cause ${cause} cure ${cure} `)
  })

  test('suggests the code that is nearly the one', () => {
    const { stderr, status } = runBin(['explain', 'E_ROUTE_SHADOW'])
    expect([status, stderr]).toEqual([
      2,
      'There is no error with the code "E_ROUTE_SHADOW"\n  hint: did you mean E_ROUTE_SHADOWED?\n',
    ])
  })

  test('lists all codes when it gets none, and prints JSON for programs', () => {
    const { stdout } = runBin(['explain'])
    for (const code of errorMessages.keys()) expect(stdout).toContain(`  ${code} `)
    expect(JSON.parse(runBin(['explain', '--json', 'E_HOST']).stdout)).toEqual([errorMessages.get('E_HOST')])
  })
})
