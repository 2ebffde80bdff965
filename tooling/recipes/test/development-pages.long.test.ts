import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startReadmeApplication, type ReadmeApplication } from '@mvc-router/link-conformance'

let application: ReadmeApplication
beforeAll(async () => {
  application = await startReadmeApplication('tooling/recipes', 'docs/development-pages.md')
})
afterAll(async () => application?.stop())

test('the application of docs/development-pages.md shows its routes, and explains an answer of 404', async () => {
  const open = async (path: string): Promise<string> => (await fetch(application.origin + path)).text()
  expect(await open('/books/7')).toBe('Book 7')
  expect(await open('/__routes')).toContain('bookController.<wbr>show')
  expect(await open('/books/x')).toContain('the variable &quot;id&quot; does not satisfy [0-9]+')
  const answer = JSON.parse(
    await open('/__routes.json?method=GET&path=/books/x&action=bookController.show&args=id%3D1'),
  ) as object
  expect(Object.keys(answer)).toEqual(['routes', 'warnings', 'error', 'match', 'reverse'])
})
