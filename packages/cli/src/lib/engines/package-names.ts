import { foldersAbove, readJson } from '@mvc-router/import/script'
import { join, resolve } from 'node:path'

/** The dependencies that the `package.json` of a folder names. */
export function packagesIn(folder: string): string[] {
  const manifest = readJson(join(folder, 'package.json')) as Readonly<Record<string, object>> | undefined
  return Object.keys({ ...manifest?.['dependencies'], ...manifest?.['devDependencies'] })
}

/** The packages on which a file may depend; empty if no `package.json` of the project names any. */
export function packagesOf(file: string, cwd: string): ReadonlySet<string> {
  const folders = [...foldersAbove(resolve(cwd, file))].filter((folder) => folder.startsWith(resolve(cwd)))
  return new Set(folders.flatMap(packagesIn))
}
