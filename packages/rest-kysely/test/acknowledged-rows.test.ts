import { expect, test } from '@jest/globals'
import { acknowledgedRows, nothingLost } from './acknowledged-rows.js'

const kinds = [
  'insert',
  'raw SQL with RETURNING',
  'an insert with an idempotency key',
  'an inner transaction',
]

// acknowledged-rows.long.test.ts tests all combinations of ways, kinds and stores.
test.each([
  ['openDatabase', 'an insert finds a lock'],
  ['openDatabase', 'a trigger rolls back'],
  ['a Kysely over libsql', 'an insert with RETURNING finds a lock'],
  ['a Kysely over libsql', 'a read finds an exclusive lock'],
])(
  'with %s, after "%s", each acknowledged row is in the file of the killed process, and other processes can write',
  async (store, way) => {
    expect(await acknowledgedRows(store, way, kinds)).toEqual(nothingLost(kinds))
  },
)
