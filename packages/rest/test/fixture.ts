import { readFile, writeFile } from 'node:fs/promises'
import { expect } from '@jest/globals'

/** Expects the text of the reviewed file `fixtures/<name>`. `WRITE_FIXTURES=1` writes the text for a new review. */
export async function expectFixture(name: string, text: string): Promise<void> {
  const path = `fixtures/${name}`
  if (process.env['WRITE_FIXTURES'] === '1') await writeFile(path, text)
  expect(text).toBe(await readFile(path, 'utf8'))
}

/** Expects data, written as JSON, to equal `fixtures/<name>`. */
export async function expectJsonFixture(name: string, data: unknown): Promise<void> {
  await expectFixture(name, `${JSON.stringify(data, undefined, 2)}\n`)
}
