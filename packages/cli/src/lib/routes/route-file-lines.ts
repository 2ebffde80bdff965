import { getOrInsert } from '@mvc-router/router-core/tools'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** Returns the lines of a route file. A module that is not a file has no lines here. */
export type LinesOf = (file: string) => Promise<readonly string[]>

/** Reads route files from the disk, each only once. */
export function linesOnDisk(cwd: string): LinesOf {
  const read = new Map<string, Promise<readonly string[]>>()
  return async (file) =>
    getOrInsert(read, file, async () =>
      splitLines(await readFile(resolve(cwd, file), 'utf8').catch(() => '')),
    )
}

/** The lines of a text, without its byte order mark. */
export function splitLines(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, '').split(/\r?\n/)
}
