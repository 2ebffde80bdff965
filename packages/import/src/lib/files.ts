import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { scriptExtensions } from './script/script-files.js'

/** Returns a path relative to the working directory, for messages. */
export function shownPath(cwd: string, file: string): string {
  return relative(cwd, file).replaceAll('\\', '/') || '.'
}

/** Returns `src/app.js:12`. */
export function shownPlace(
  cwd: string,
  { file, line }: { readonly file: string; readonly line: number },
): string {
  return `${shownPath(cwd, file)}:${line}`
}

/** Finds the file that Node or TypeScript would load for a path, with or without its extension. */
export function findFile(path: string): string | undefined {
  const base = path.replace(/\.([mc]?)jsx?$/, '')
  const [, kind = ''] = /\.([mc]?)jsx?$/.exec(path) ?? []
  const written = base === path ? [] : [`${base}.${kind}ts`, `${base}.tsx`]
  const main = readJson(join(path, 'package.json'))?.['main']
  const candidates = [
    path,
    ...written,
    ...scriptExtensions.map((each) => path + each),
    ...(typeof main === 'string' ? [resolve(path, main), resolve(path, `${main}.js`)] : []),
    ...scriptExtensions.map((each) => join(path, `index${each}`)),
  ]
  return candidates.find((each) => statSync(each, { throwIfNoEntry: false })?.isFile() === true)
}

/** Yields the folder of a file, and all folders above it. */
export function* foldersAbove(file: string): Generator<string> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    yield folder
    if (folder === dirname(folder)) return
  }
}

/** Reads a JSON file with an object, or returns undefined. */
export function readJson(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** True for a file whose package has `"type": "module"`. */
export function isModulePackage(file: string): boolean {
  const manifests = Array.from(foldersAbove(file), (folder) => readJson(join(folder, 'package.json')))
  return manifests.find((manifest) => manifest !== undefined)?.['type'] === 'module'
}
