import { afterAll, expect, test } from '@jest/globals'
import { Tutorial } from '@mvc-router/link-conformance'
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const after = 'examples/migration/after'
const tutorial = new Tutorial('docs/move-in.md', 'examples/migration/dist-test')
afterAll(async () => tutorial.stop())

test.each(tutorial.steps)('a reader gets the output of $title', async ({ run, shown }) => {
  expect(await run()).toBe(shown)
})

// `UPDATE_AFTER=1 npm test -- move-in` writes the folder again after a change of the command.
test('the steps of docs/move-in.md write exactly the files of examples/migration/after', () => {
  if (process.env['UPDATE_AFTER'] === '1') {
    rmSync(after, { recursive: true, force: true })
    cpSync(tutorial.folder, after, { recursive: true })
  }
  expect(filesOf(tutorial.folder)).toEqual(filesOf(after))
})

function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(join(folder, '/').length), readFileSync(path, 'utf8')] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  )
}
