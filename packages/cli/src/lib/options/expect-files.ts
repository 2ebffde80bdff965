import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageException } from '../terminal/usage-exception.js'

/** @throws UsageException if a file is missing. Does not check globs and packages. */
export function expectFiles(files: readonly string[], folder: string, message = 'There is no file'): void {
  const missing = files.find((file) => !/[!*?{[:]/.test(file) && !existsSync(resolve(folder, file)))
  if (missing !== undefined) throw new UsageException(`${message} ${missing}`)
}
