import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** The text of a route file by its name; undefined for a module that is no file, whose lines have only numbers. */
export type TextOf = (file: string) => Promise<string | undefined>

/** The route files as they are on disk. */
export function textsOnDisk(cwd: string): TextOf {
  return async (file) => readFile(resolve(cwd, file), 'utf8').catch(() => undefined)
}
