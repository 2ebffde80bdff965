import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** The text of a file, its byte order mark included; undefined for bytes that are not UTF-8. */
export async function readText(cwd: string, path: string): Promise<string | undefined> {
  const bytes = await readFile(resolve(cwd, path))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
