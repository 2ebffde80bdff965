import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'

/** A key of bytes would cost several times as much on Node 24. */
const key = createSecretKey(randomBytes(32))
const [ivLength, tagLength] = [12, 16]

/** A key of the list as a text that only this process can read or make. */
export function sealCursor(id: number): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const text = Buffer.concat([cipher.update(String(id)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

export function openCursor(cursor: string): number | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length <= ivLength + tagLength) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength))
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  try {
    const text = decipher.update(bytes.subarray(ivLength + tagLength))
    return Number(Buffer.concat([text, decipher.final()]).toString())
  } catch {
    return undefined
  }
}
