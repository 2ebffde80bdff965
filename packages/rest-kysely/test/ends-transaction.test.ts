import { expect, test } from '@jest/globals'
import { endsTransaction } from '../dist/lib/database/guarded-connection.js'

test.each<[string, object, 'mysql' | 'postgres', boolean]>([
  ['a deadlock', { errno: 1213, sqlState: '40001' }, 'mysql', true],
  ['a lock that took too long', { errno: 1205, sqlState: 'HY000' }, 'mysql', true],
  ['a connection that is lost', { code: 'ECONNRESET' }, 'postgres', true],
  ['a key that exists', { errno: 1062, sqlState: '23000' }, 'mysql', false],
  ['a mistake in the statement', { errno: 1064, sqlState: '42000' }, 'mysql', false],
  ['an unknown error of MySQL', { errno: 9999, sqlState: 'HY000' }, 'mysql', true],
  ['an unknown error of PostgreSQL', { code: 'XX000' }, 'postgres', false],
  ['an error before the statement is sent', {}, 'mysql', false],
])('endsTransaction of %s, with %j on %s, is %p', (_what, facts, family, isOver) => {
  expect(endsTransaction(Object.assign(new Error('why'), facts), family)).toBe(isOver)
  expect(endsTransaction('no error at all', family)).toBe(true)
})
