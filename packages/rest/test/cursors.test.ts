import { expect, test } from '@jest/globals'
import { defineEntity } from '@mvc-router/rest'
import { Cursors } from '../dist/lib/controller/list/cursors.js'
import { SecretKeys } from '../dist/lib/secret-keys.js'

const entity = defineEntity({
  name: 'Reading',
  key: { id: 'bigint' },
  fields: { title: { type: 'string' }, takenAt: { type: 'datetime?' } },
})

test('a cursor contains position values of every type, and equal positions have equal cursors', () => {
  const cursors = new Cursors(new SecretKeys('k'.repeat(32)))
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

test('cursors are read with any of the secret keys, and written with the first key', () => {
  const [older, newer] = ['o'.repeat(32), Buffer.alloc(32, 'n')]
  const text = new Cursors(new SecretKeys(older)).write('q', { id: 1n })
  const both = new Cursors(new SecretKeys([newer, older]))
  expect(both.read('q', text, entity)).toEqual({ id: 1n })
  expect(both.write('q', { id: 1n })).toBe(new Cursors(new SecretKeys(newer)).write('q', { id: 1n }))
  expect(() => new Cursors(new SecretKeys(newer)).read('q', text, entity)).toThrow(
    'not a cursor of this list',
  )
})

test('a cursor is refused if it was changed, shortened or extended, or if it belongs to another query or server', () => {
  const cursors = new Cursors()
  const bytes = Buffer.from(cursors.write('q', { id: 1n }), 'base64url')
  const changed = Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const copy = Buffer.from(bytes)
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return copy
  })
  const others = [bytes.subarray(0, -1), bytes.subarray(0, 28), Buffer.concat([bytes, Buffer.alloc(1)])]
  for (const other of [...changed, ...others])
    expect(() => cursors.read('q', other.toString('base64url'), entity)).toThrow('not a cursor of this list')
  expect(() => cursors.read('Q', bytes.toString('base64url'), entity)).toThrow('not a cursor of this list')
  expect(() => new Cursors(new SecretKeys()).read('q', bytes.toString('base64url'), entity)).toThrow(
    'not a cursor of this list',
  )
})
