import { crypto } from '@mvc-router/router-core/tools'

const macBlock = 64
const digestLength = 32
const cipherBlock = 16

/**
 * HMAC-SHA-256 (RFC 2104) by `crypto.hash`: an `Hmac` object for each text costs several times as much.
 *
 * @param key of at most 64 bytes; a longer one would have to be hashed first
 */
export function hmacSha256(key: Uint8Array): (...parts: readonly Uint8Array[]) => Buffer {
  const inner = pad(key, 0x36)
  const outer = Buffer.concat([pad(key, 0x5c), Buffer.alloc(digestLength)])
  return (...parts) => {
    outer.write(hash(Buffer.concat([inner, ...parts])), macBlock, 'latin1')
    return Buffer.from(hash(outer), 'latin1')
  }
}

/** The digest travels as a text, which costs less than a buffer. */
function hash(bytes: Uint8Array): string {
  return crypto().hash('sha256', bytes, 'binary')
}

function pad(key: Uint8Array, value: number): Uint8Array {
  return new Uint8Array(macBlock).map((_zero, index) => (key[index] ?? 0) ^ value)
}

/**
 * AES-256 in counter mode (NIST SP 800-38A, 6.5) over one cipher object, which makes blocks of counters. An object of
 * `aes-256-ctr` serves one text only, and to make it costs more than to use it. Encrypts and decrypts.
 */
export function aes256Ctr(key: Uint8Array): (start: Uint8Array, text: Uint8Array) => Buffer {
  const cipher = crypto().createCipheriv('aes-256-ecb', key, null)
  return (start, text) => {
    const stream = cipher.update(countersFrom(start, Math.ceil(text.length / cipherBlock)))
    for (let index = 0; index < text.length; index++)
      stream[index] = (stream[index] ?? 0) ^ (text[index] ?? 0)
    return stream.subarray(0, text.length)
  }
}

/** One after the other, as numbers of 128 bits, most significant byte first. */
function countersFrom(start: Uint8Array, count: number): Uint8Array {
  if (count === 1) return start
  const counters = new Uint8Array(count * cipherBlock)
  const counter = new Uint8Array(start)
  for (let offset = 0; offset < counters.length; offset += cipherBlock) {
    counters.set(counter, offset)
    let carry = 1
    for (let index = cipherBlock - 1; carry > 0 && index >= 0; index--) {
      carry += counter[index] ?? 0
      counter[index] = carry
      carry >>= 8
    }
  }
  return counters
}
