import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import type * as Zlib from 'node:zlib'
import type rawBody from 'raw-body'
import { dependency } from '@mvc-router/router-core/tools'
import {
  MessageNotReadableException,
  PayloadTooLargeException,
  UnsupportedMediaTypeException,
} from '../../exceptions/http-exceptions.js'

const bodyReader = dependency<typeof rawBody>('raw-body', import.meta.url)
const zlib = dependency<typeof Zlib>('node:zlib')

type Decompressor = 'gunzip' | 'inflate' | 'brotliDecompress'

const decompressors: ReadonlyMap<string, Decompressor> = new Map([
  ['gzip', 'gunzip'],
  ['x-gzip', 'gunzip'],
  ['deflate', 'inflate'],
  ['br', 'brotliDecompress'],
])

/**
 * Reads the body as text: decompressed, within the limit, and strictly UTF-8. A leading byte order mark is dropped.
 *
 * @throws PayloadTooLargeException beyond `limit` bytes, before or after decompression
 * @throws UnsupportedMediaTypeException for another Content-Encoding
 * @throws MessageNotReadableException for an empty body, broken compression, or bytes that are not UTF-8
 */
export async function readBodyText(request: IncomingMessage, limit: number): Promise<string> {
  const decompressor = decompressorOf(request)
  let sent: Buffer
  try {
    sent = await bodyReader()(request, { limit, length: request.headers['content-length'] ?? null })
  } catch (error) {
    throw toException(error, limit)
  }
  // The compressed body is limited too, because endless empty blocks would never reach the limit of the text.
  const buffer = decompressor === undefined ? sent : await inflate(sent, decompressor, limit)
  if (!isUtf8(buffer)) throw new MessageNotReadableException('The body is not valid UTF-8')
  const text = buffer.toString().replace(/^\uFEFF/, '')
  if (text === '') throw new MessageNotReadableException('The body is empty')
  return text
}

/** Returns `undefined` for a body that is not compressed. */
function decompressorOf({ headers }: IncomingMessage): Decompressor | undefined {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity') return undefined
  const decompressor = decompressors.get(encoding)
  if (decompressor !== undefined) return decompressor
  throw new UnsupportedMediaTypeException('Content-Encoding: expected gzip, deflate, br or identity', {
    'Accept-Encoding': 'gzip, deflate, br',
  })
}

function toException(error: unknown, limit: number): Error {
  const type = error instanceof Error && 'type' in error ? error.type : undefined
  if (type === 'entity.too.large') return tooLarge(limit)
  return type === 'stream.not.readable'
    ? new TypeError('The body was read before, and is not in request.body', { cause: error })
    : unreadable(error)
}

async function inflate(sent: Buffer, decompressor: Decompressor, limit: number): Promise<Buffer> {
  const decompress: typeof Zlib.gunzip = zlib()[decompressor]
  try {
    return await promisify(decompress)(sent, { maxOutputLength: limit })
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limit) : unreadable(error)
  }
}

function tooLarge(limit: number): PayloadTooLargeException {
  return new PayloadTooLargeException(`The body is larger than ${limit} bytes`)
}

function unreadable(cause: unknown): MessageNotReadableException {
  return new MessageNotReadableException('The body could not be read to its end', {}, { cause })
}
