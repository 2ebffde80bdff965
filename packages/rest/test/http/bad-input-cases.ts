import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

interface BadInput {
  readonly id: string
  readonly area: string
  readonly input: unknown
  readonly expect: string
}

/** Runs a check for each case of an area of `fixtures/bad-inputs.json`. Fails if a case has no check or a check has no case. */
export function testBadInputs(area: string, checks: Readonly<Record<string, () => unknown>>): void {
  const all: readonly BadInput[] = JSON.parse(
    readFileSync(join(process.cwd(), 'fixtures/bad-inputs.json'), 'utf8'),
  )
  const cases = all.filter((badInput) => badInput.area === area)
  test(`each case of the area ${area} has a check, and each check has a case`, () => {
    expect(Object.keys(checks).toSorted()).toEqual(cases.map(({ id }) => id).toSorted())
  })
  for (const { id, input, expect: expected } of cases) {
    const what = typeof input === 'string' ? input : JSON.stringify(input)
    test(`${id}: ${what.slice(0, 100)} -> ${expected}`, async () => {
      await checks[id]?.()
    })
  }
}
