import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { runBin } from './run-bin.js'
import { TestFolder } from './run-in-folder.js'

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => folder.remove())

test.each([
  ['process.exit(3)', 'code 3'],
  ["process.kill(process.pid, 'SIGKILL')", 'SIGKILL'],
])('mvc-router list --app reports the end of an application that runs %s', (code, end) => {
  folder.write('app.mjs', code)
  const { stderr, status } = runBin(['list', '--app', 'app.mjs'], folder.path)
  expect(stderr).toContain(`The application cannot be loaded: it ended with ${end}\n`)
  expect(status).toBe(2)
})
