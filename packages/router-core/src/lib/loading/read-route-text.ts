import { fs } from '../runtime.js'
import { printable, type RouteFileErrorCode, type RouteFileProblem } from '../exceptions.js'
import { SourceLines } from '../source-lines.js'
import { errorCodeOf, errorMessageOf, toFileStamp, type FileStamp } from './file-stamp.js'

/** The text of a file, or a failure. The stamp is older than the text, so a later stamp shows every change. */
type RouteTextRead = { readonly stamp: FileStamp } & ({ readonly text: string } | ReadFailure)

export interface ReadFailure {
  readonly code: RouteFileErrorCode
  readonly reason: string
  readonly hint: string
  /** The error of the system, or of the application's function. */
  readonly error?: unknown
  /** The place of the first byte that is not UTF-8. */
  readonly place?: Pick<RouteFileProblem, 'line' | 'column' | 'lineText'>
}

/** In bytes. A wrong path to a huge file must not fill the memory. */
const maxFileSize = 64 * 1024 * 1024

/** Reads a route file. Never rejects. */
export async function readRouteText(path: string): Promise<RouteTextRead> {
  let stamp: FileStamp | undefined
  try {
    const stats = await fs().promises.stat(path, { bigint: true })
    stamp = toFileStamp(stats)
    if (stats.isDirectory())
      return {
        stamp,
        ...failure(
          path,
          'EISDIR',
          'it is a folder',
          `name a file in it; the list of route files takes "${printable(path)}/*.conf", too`,
        ),
      }
    // A pipe would keep the reader waiting, and a device may never end.
    if (!stats.isFile()) return { stamp, ...failure(path, 'ENOTSUP', 'it is not a regular file') }
    if (stats.size > maxFileSize) {
      return {
        stamp,
        ...failure(path, 'EFBIG', `it has ${stats.size} bytes, more than ${maxFileSize}`),
        code: 'E_ROUTE_LIMIT',
      }
    }
    const bytes = await fs().promises.readFile(path)
    const text = decodeUtf8(bytes)
    return text === undefined ? { stamp, ...encodingFailure(bytes) } : { stamp, text }
  } catch (error) {
    const code = errorCodeOf(error)
    const hint = code === 'ENOENT' ? whereFilesAre : undefined
    return { stamp: stamp ?? code, ...failure(path, code, describe(error), hint), error }
  }
}

const whereFilesAre =
  'a relative path starts at the working folder, and in an include at the folder of the including file'

function failure(
  path: string,
  cause: string,
  description: string,
  hint = 'a route file is a file of text that this process may read',
): ReadFailure {
  const reason = `Cannot read ${printable(path)}: ${cause}, ${description}`
  const error = Object.assign(new Error(`${cause}: ${description}, read '${path}'`), { code: cause, path })
  return { ...readFailure(reason, hint), error }
}

export function readFailure(reason: string, hint: string): ReadFailure {
  return { code: 'E_ROUTE_FILE_READ', reason, hint }
}

/** Returns `no such file or directory` for `ENOENT: no such file or directory, open '/x'`. */
function describe(error: unknown): string {
  const message = errorMessageOf(error)
  return printable(/^[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message)
}

/** Decodes the bytes, and keeps a leading BOM. Returns undefined if they are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Finds the first wrong byte. A decoder turns it into U+FFFD, so the encoded text differs from that byte on. */
function encodingFailure(bytes: Uint8Array): ReadFailure {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const encoded = Buffer.from(text)
  let byteOffset = encoded.findIndex((byte, index) => byte !== bytes[index])
  // Bytes that begin with the bits 10 continue a character.
  while (((encoded[byteOffset] ?? 0) & 0xc0) === 0x80) byteOffset--
  const lines = encoded.toString('utf8', 0, byteOffset).split('\n')
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const hint = isUtf16 ? 'the file is UTF-16: save it as UTF-8' : 'save the file as UTF-8'
  return {
    ...readFailure(`Not UTF-8: the byte at offset ${byteOffset} is no character`, hint),
    code: 'E_ROUTE_ENCODING',
    place: {
      line: lines.length,
      column: (lines.at(-1) ?? '').length + 1,
      lineText: new SourceLines(text).textOf(lines.length - 1),
    },
  }
}
