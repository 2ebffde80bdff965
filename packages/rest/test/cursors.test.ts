import { expect, test } from '@jest/globals'
import { createCipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { defineEntity } from '@mvc-router/rest'
import { Cursors } from '../dist/lib/controller/list/cursors.js'
import { aes256Ctr, hmacSha256 } from '../dist/lib/controller/list/one-shot-crypto.js'

const entity = defineEntity({
  name: 'Reading',
  key: { id: 'bigint' },
  fields: { title: { type: 'string' }, takenAt: { type: 'datetime?' } },
})

test('A cursor holds the values of a position, whatever their types, and is the same text each time', () => {
  const cursors = new Cursors('k'.repeat(32))
  const positions = [
    { id: 9007199254740993n },
    { title: 'größer 書 '.repeat(40), id: -1n },
    { takenAt: new Date('2024-02-29T23:59:59.999Z'), id: 1n },
    { takenAt: null, id: 0n },
  ]
  for (const position of positions) {
    const text = cursors.write('q', position)
    expect(cursors.write('q', position)).toBe(text)
    expect(cursors.read('q', text, entity)).toEqual(position)
  }
})

test('A cursor of an older server with the same key is still read', () => {
  const cursors = new Cursors('k'.repeat(32))
  expect(cursors.write('a question', { title: 'Dune', id: 42n })).toBe(
    'cIC02G6UaDCHsi7EtV4pelSczckoc5lk1OVF0qSIpxtQ2dchGwn58md5',
  )
})

test('A cursor with any bit changed, shortened, extended or of another question is refused', () => {
  const cursors = new Cursors()
  const bytes = Buffer.from(cursors.write('q', { id: 1n }), 'base64url')
  const changed = Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const copy = Buffer.from(bytes)
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return copy
  })
  const others = [bytes.subarray(0, -1), bytes.subarray(0, 16), Buffer.concat([bytes, Buffer.alloc(1)])]
  for (const other of [...changed, ...others])
    expect(() => cursors.read('q', other.toString('base64url'), entity)).toThrow('no cursor of this list')
  expect(() => cursors.read('Q', bytes.toString('base64url'), entity)).toThrow('no cursor of this list')
  expect(() => new Cursors().read('q', bytes.toString('base64url'), entity)).toThrow('no cursor of this list')
})

test('HMAC and counter mode give what those of Node give', () => {
  const key = randomBytes(32)
  const mac = hmacSha256(key)
  const encrypt = aes256Ctr(key)
  // The counter overflows one byte, some, and all of them.
  for (let ones = 0; ones <= 16; ones++) {
    const start = randomBytes(16).fill(255, 16 - ones)
    for (const length of [0, 1, 15, 16, 17, 33, 64, 65, 5000]) {
      const text = randomBytes(length)
      const cipher = createCipheriv('aes-256-ctr', createSecretKey(key), start)
      expect(encrypt(start, text).equals(cipher.update(text))).toBe(true)
      expect(mac(start, text).equals(createHmac('sha256', key).update(start).update(text).digest())).toBe(
        true,
      )
    }
  }
})
