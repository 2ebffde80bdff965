import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageException } from '../terminal/usage-exception.js'

/**
 * Refuses names of files that are not there. Globs, which may find nothing, and packages are left to who expands them.
 *
 * @throws UsageException
 */
export function expectFiles(files: readonly string[], folder: string, message = 'There is no file'): void {
  const missing = files.find((file) => !/[!*?{[:]/.test(file) && !existsSync(resolve(folder, file)))
  if (missing !== undefined) throw new UsageException(`${message} ${missing}`)
}
