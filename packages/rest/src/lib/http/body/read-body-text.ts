import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import rawBody from 'raw-body'
import {
  MessageNotReadableException,
  PayloadTooLargeException,
  UnsupportedMediaTypeException,
} from '../../exceptions/http-exceptions.js'

const decompressors: ReadonlyMap<string, () => NodeJS.ReadWriteStream & Readable> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
])

/**
 * The body as text: decompressed, within the limit, and strictly UTF-8, of which one leading byte order mark is dropped.
 * @throws PayloadTooLargeException beyond `limit` bytes, before or after decompression
 * @throws UnsupportedMediaTypeException for another Content-Encoding
 * @throws MessageNotReadableException for an empty body, broken compression, or bytes that are not UTF-8
 */
export async function readBodyText(request: IncomingMessage, limit: number): Promise<string> {
  const buffer = await readBytes(request, limit)
  if (!isUtf8(buffer)) throw new MessageNotReadableException('The body is not valid UTF-8')
  const start = buffer.length >= 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0
  if (buffer.length === start) throw new MessageNotReadableException('The body is empty')
  return buffer.toString('utf8', start)
}

async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity') {
    return await collect(request, { limit, length: request.headers['content-length'] ?? null })
  }
  const createDecompressor = decompressors.get(encoding)
  if (createDecompressor === undefined) {
    throw new UnsupportedMediaTypeException('The Content-Encoding must be gzip, deflate, br or identity', {
      'Accept-Encoding': 'gzip, deflate, br',
    })
  }
  const decompressor = createDecompressor()
  request.on('aborted', () => decompressor.destroy(new Error('aborted')))
  try {
    return await collect(request.pipe(decompressor), { limit })
  } finally {
    request.unpipe(decompressor)
    decompressor.destroy()
  }
}

async function collect(
  stream: NodeJS.ReadableStream,
  options: { limit: number; length?: string | null },
): Promise<Buffer> {
  try {
    return await rawBody(stream, options)
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') {
      throw new PayloadTooLargeException(`The body is larger than ${options.limit} bytes`)
    }
    if (error instanceof Error && 'type' in error && error.type === 'stream.not.readable') {
      throw new TypeError('The body was read before, and is not in request.body', { cause: error })
    }
    throw new MessageNotReadableException('The body could not be read to its end', {}, { cause: error })
  }
}
