import type { Route } from '@mvc-router/router-core'
import { variablesOf } from '@mvc-router/router-core/tools'
import { fillHoles, hasHole } from './url-holes.js'

const commonSamples =
  '7 x7 abc en de a-b 2024 01 2024-01-31 a.b 0123456789abcdef01234567 A 01234567-89ab-4cde-8f01-23456789abcd 1.2.3 a@b.c html true en-US a/b 1-2-3'.split(
    ' ',
  )

/** Returns for each hole a value that its variable accepts, or undefined if no such value is known. */
export function samplesFor(
  { pattern }: Route,
  args: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | undefined {
  const samples = new Map<string, string>()
  for (const [name, value] of args) {
    if (!hasHole(value)) continue
    const constraint = variablesOf(pattern).find((each) => each.name === name)?.constraint
    const alternatives = constraint?.source.match(/[\w-]+/g) ?? []
    const sample = [...commonSamples, ...alternatives].find(
      (text) => constraint?.test(fillHoles(value, () => text)) !== false,
    )
    if (sample === undefined) return undefined
    fillHoles(value, (hole) => {
      samples.set(hole, sample)
      return ''
    })
  }
  return samples
}

/** True if a constraint probably accepts every text, because it accepts some unusual texts. */
export function acceptsAnything(constraint: { test(text: string): boolean }): boolean {
  return ['x', '0', 'a-b_c.D~é', '2024-01-01', ' '].every((text) => constraint.test(text))
}
