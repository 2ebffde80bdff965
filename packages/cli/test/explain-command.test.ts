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

  test('messages.json has exactly the codes of the sources', () => {
    expect([...errorMessages.keys()].toSorted()).toEqual([...codes].toSorted())
    expect(codes.size).toBeGreaterThan(70)
  })

  test('messages.json has each code once', () => {
    const all = errorMessageGroups.flatMap(({ messages }) => messages.map(({ code }) => code))
    expect(all).toHaveLength(errorMessages.size)
  })

  test.each([...errorMessages.values()])(
    'the sources contain the message of messages.json for $code',
    ({ says }) => {
      const parts = says.split(/"[^"]*"/).map((part) => part.trim())
      expect(parts.filter((part) => part.includes(' ') && !sources.includes(part))).toEqual([])
    },
  )

  test('messages.json agrees with docs/messages.md', () => {
    execFileSync(process.execPath, ['tooling/documents/write-messages.js', '--check'], { stdio: 'pipe' })
  })
})

describe('mvc-router explain', () => {
  test('explain prints the cause and the cure of a code, in upper or lower case', () => {
    const { stdout, status } = runBin(['explain', 'e_route_shadowed'])
    const { cause, cure } = errorMessages.get('E_ROUTE_SHADOWED') ?? {}
    expect(status).toBe(0)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(` cause ${cause} cure ${cure} `)
  })

  test('explain suggests the nearest code', () => {
    const { stderr, status } = runBin(['explain', 'E_ROUTE_SHADOW'])
    expect([status, stderr]).toEqual([
      2,
      'There is no error with the code "E_ROUTE_SHADOW"\n  hint: did you mean E_ROUTE_SHADOWED?\n',
    ])
  })

  test('explain without a code lists all codes, and --json prints JSON', () => {
    const { stdout } = runBin(['explain'])
    for (const code of errorMessages.keys()) expect(stdout).toContain(`  ${code} `)
    expect(JSON.parse(runBin(['explain', '--json', 'E_HOST']).stdout)).toEqual([errorMessages.get('E_HOST')])
  })
})
