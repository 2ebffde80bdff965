import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** Returns the text of a file with its byte order mark, or undefined if the bytes are not UTF-8. */
export async function readText(cwd: string, path: string): Promise<string | undefined> {
  const bytes = await readFile(resolve(cwd, path))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
