import { getOrInsert } from '@mvc-router/router-core/tools'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** The lines of a route file by its name; none for a module that is no file, whose lines have only numbers. */
export type LinesOf = (file: string) => Promise<readonly string[]>

/** The route files as they are on disk, each read once. */
export function linesOnDisk(cwd: string): LinesOf {
  const read = new Map<string, Promise<readonly string[]>>()
  return async (file) =>
    getOrInsert(read, file, async () =>
      splitLines(await readFile(resolve(cwd, file), 'utf8').catch(() => '')),
    )
}

/** Without a byte order mark. */
export function splitLines(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, '').split(/\r?\n/)
}
