import { expect, test } from '@jest/globals'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const defaultFolder = 'packages/router-core/test'

interface Promised {
  readonly promise: string
  /** The paths of the test files from the root. */
  readonly files: readonly string[]
}

/** The rows of the promise tables. A test is written as `name`, or as `name` of `folder`. */
function promisesOf(page: string): Promised[] {
  return page.split(/^## /m).flatMap((section) => {
    if (!section.startsWith('Promises')) return []
    const [, named = `\`${defaultFolder}\``] = /tests are below (`.+`)\./.exec(section) ?? []
    const own = [...named.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder)
    return [...section.matchAll(/^\| (?!promise|---)(.*) \| (.*) \|$/gm)].map(
      ([, promise = '', tests = '']) => ({
        promise,
        files: [...tests.matchAll(/`([a-z0-9./-]+)`(?: of `([^`]+)`)?/g)].map(([, name = '', folder]) =>
          suiteOf(name, folder === undefined ? own : [folder]),
        ),
      }),
    )
  })
}

/** Finds the suite `name`, with any suffix, in the first of `folders` that contains the suite. */
function suiteOf(name: string, folders: readonly string[]): string {
  const files = folders.flatMap((folder) =>
    ['', '.long', '.fuzz', '.bun', '.bun.fuzz'].map((suffix) => join(folder, `${name}${suffix}.test.ts`)),
  )
  return files.find((file) => existsSync(file)) ?? `${name}.test.ts`
}

const promises = promisesOf(readFileSync('docs/threat-model.md', 'utf8'))

test('The threat model has more than 35 promises, and each promise names its tests', () => {
  expect(promises.length).toBeGreaterThan(35)
  expect(promises.filter(({ files }) => files.length === 0).map(({ promise }) => promise)).toEqual([])
})

test.each(promises)('The tests of the promise exist: $promise', ({ files }) => {
  for (const file of files) {
    expect([file, existsSync(file)]).toEqual([file, true])
    expect([file, /(?<![.\w])(?:test|describe)\w*[.(]/.test(readFileSync(file, 'utf8'))]).toEqual([
      file,
      true,
    ])
  }
})
