import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageException } from '../terminal/usage-exception.js'

/**
 * Refuses missing files. It does not check globs, which may find nothing, and packages.
 *
 * @throws UsageException
 */
export function expectFiles(files: readonly string[], folder: string, message = 'There is no file'): void {
  const missing = files.find((file) => !/[!*?{[:]/.test(file) && !existsSync(resolve(folder, file)))
  if (missing !== undefined) throw new UsageException(`${message} ${missing}`)
}
