import { foldersAbove, readJson } from '@mvc-router/import/script'
import { join, resolve } from 'node:path'

export function packagesIn(folder: string): string[] {
  const manifest = readJson(join(folder, 'package.json')) as Readonly<Record<string, object>> | undefined
  return Object.keys({ ...manifest?.['dependencies'], ...manifest?.['devDependencies'] })
}

/** Returns the dependencies in each `package.json` from the file's folder up to `cwd`. */
export function packagesOf(file: string, cwd: string): ReadonlySet<string> {
  const folders = [...foldersAbove(resolve(cwd, file))].filter((folder) => folder.startsWith(resolve(cwd)))
  return new Set(folders.flatMap(packagesIn))
}
