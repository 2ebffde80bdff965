import { readFile, writeFile } from 'node:fs/promises'
import { expect } from '@jest/globals'

/**
 * Compares a text with `fixtures/<name>`, which was read by people. With `WRITE_FIXTURES=1` the text is written there, to
 * be read in review.
 */
export async function expectFixture(name: string, text: string): Promise<void> {
  const path = `fixtures/${name}`
  if (process.env['WRITE_FIXTURES'] === '1') await writeFile(path, text)
  expect(text).toBe(await readFile(path, 'utf8'))
}

/** The same for data. */
export async function expectJsonFixture(name: string, data: unknown): Promise<void> {
  await expectFixture(name, `${JSON.stringify(data, undefined, 2)}\n`)
}
