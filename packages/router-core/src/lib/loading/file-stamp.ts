import type { BigIntStats } from 'node:fs'
import { fs } from '../runtime.js'

/** The state of a file, or the code of its error. Only compared for equality, because times may also go backwards. */
export type FileStamp = string

export function toFileStamp({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
}

/** Returns the stamps by path. Never rejects. */
export async function readFileStamps(paths: Iterable<string>): Promise<Map<string, FileStamp>> {
  const stamps = new Map<string, FileStamp>()
  const { stat } = fs().promises
  for (const path of paths)
    stamps.set(path, await stat(path, { bigint: true }).then(toFileStamp, errorCodeOf))
  return stamps
}

export function areStampsEqual(
  a: ReadonlyMap<string, FileStamp>,
  b: ReadonlyMap<string, FileStamp>,
): boolean {
  if (a.size !== b.size) return false
  for (const [path, stamp] of a) if (b.get(path) !== stamp) return false
  return true
}

/** The code of an error, such as `ENOENT` or `ERR_INVALID_URL`. */
export function errorCodeOf(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown }
  return typeof code === 'string' ? code : 'EUNKNOWN'
}

export function errorMessageOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
