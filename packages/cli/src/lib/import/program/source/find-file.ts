import { scriptExtensions } from '../../../script/script-files.js'
import { statSync } from 'node:fs'
import { extname, join, resolve, dirname } from 'node:path'
import { readJson } from './json-files.js'

/** The file that Node or TypeScript would take for a path that may lack its extension. */
export function findFile(path: string): string | undefined {
  if (isFile(path)) return path
  const extension = extname(path)
  const written = extension.replace('js', 'ts')
  if (/^\.[mc]?jsx?$/.test(extension)) {
    const base = path.slice(0, -extension.length)
    for (const candidate of [base + written, `${base}.tsx`]) if (isFile(candidate)) return candidate
  }
  for (const each of [...scriptExtensions, '.json']) if (isFile(path + each)) return path + each
  if (!isFolder(path)) return undefined
  const main = packageMain(path)
  if (main !== undefined) return main
  for (const each of [...scriptExtensions, '.json'])
    if (isFile(join(path, `index${each}`))) return join(path, `index${each}`)
  return undefined
}

/** The folder of a file, and those above it. */
export function* foldersAbove(file: string): Generator<string> {
  let folder = dirname(file)
  for (;;) {
    yield folder
    if (folder === dirname(folder)) return
    folder = dirname(folder)
  }
}

/** What a text has in the place of the star of a pattern, `` without one; undefined for a text that does not fit. */
export function matchStar(pattern: string, text: string): string | undefined {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return text === pattern ? '' : undefined
  if (!text.startsWith(before) || !text.endsWith(after)) return undefined
  return text.slice(before.length, text.length - after.length)
}

function packageMain(folder: string): string | undefined {
  const manifest = readJson(join(folder, 'package.json'))
  const main = manifest?.['main']
  if (typeof main !== 'string' || resolve(folder, main) === folder) return undefined
  return findFile(resolve(folder, main))
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
