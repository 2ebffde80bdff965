import type { BigIntStats } from 'node:fs'
import { fs } from '../runtime.js'

/**
 * Distinguishes the states of a file. Stamps are only compared for equality, because a time that goes backwards is a
 * change, too. Whole seconds would hide a change that keeps the size. The stamp of an unreadable file is the code of
 * its error.
 */
export type FileStamp = string

export function toFileStamp({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
}

/** The stamps of the files, by path. Never rejects. */
export async function readFileStamps(paths: Iterable<string>): Promise<Map<string, FileStamp>> {
  const stamps = new Map<string, FileStamp>()
  for (const path of paths) stamps.set(path, await readFileStamp(path))
  return stamps
}

async function readFileStamp(path: string): Promise<FileStamp> {
  try {
    return toFileStamp(await fs().promises.stat(path, { bigint: true }))
  } catch (error) {
    return errorCodeOf(error)
  }
}

/** True if both have the same files in the same states. */
export function areStampsEqual(
  a: ReadonlyMap<string, FileStamp>,
  b: ReadonlyMap<string, FileStamp>,
): boolean {
  if (a.size !== b.size) return false
  for (const [path, stamp] of a) if (b.get(path) !== stamp) return false
  return true
}

/** The code of an error: `ENOENT` of the system, or `ERR_...` of Node itself. */
export function errorCodeOf(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown }
  return typeof code === 'string' ? code : 'EUNKNOWN'
}

/** The message of an exception of any type. */
export function errorMessageOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
