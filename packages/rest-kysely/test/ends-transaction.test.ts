import { expect, test } from '@jest/globals'
import { endsTransaction } from '../dist/lib/database/guarded-connection.js'

test.each<[string, object, 'mysql' | 'postgres', boolean]>([
  ['a deadlock', { errno: 1213, sqlState: '40001' }, 'mysql', true],
  ['a lock that took too long', { errno: 1205, sqlState: 'HY000' }, 'mysql', true],
  ['a connection that is lost', { code: 'ECONNRESET' }, 'postgres', true],
  ['a key that exists', { errno: 1062, sqlState: '23000' }, 'mysql', false],
  ['a mistake in the statement', { errno: 1064, sqlState: '42000' }, 'mysql', false],
  ['what MySQL says of nothing known', { errno: 9999, sqlState: 'HY000' }, 'mysql', true],
  ['what PostgreSQL says of nothing known', { code: 'XX000' }, 'postgres', false],
  ['what has not come to the server', {}, 'mysql', false],
])('after %s, whether the transaction is over: %j on %s: %p', (_what, facts, family, isOver) => {
  expect(endsTransaction(Object.assign(new Error('why'), facts), family)).toBe(isOver)
  expect(endsTransaction('no error at all', family)).toBe(true)
})
