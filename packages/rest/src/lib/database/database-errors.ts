import {
  DataIntegrityViolationException,
  EntityExistsException,
  exceptionStatus,
  isError,
  OptimisticLockException,
  ServiceUnavailableException,
  ValidationException,
} from '../exceptions/rest-exceptions.js'

import type { DatabaseFamily } from './database-family.js'

/** What a database can say that is an answer for the client. */
type Problem = 'unique' | 'reference' | 'value' | 'collision' | 'unavailable'

/** SQLite's names, PostgreSQL's SQLSTATEs, MySQL's and MariaDB's names, and those of the network. */
const problems: ReadonlyMap<string, Problem> = new Map<string, Problem>([
  ...entries('unique', [
    'SQLITE_CONSTRAINT_UNIQUE',
    'SQLITE_CONSTRAINT_PRIMARYKEY',
    'SQLITE_CONSTRAINT_ROWID',
    '23505',
    '23P01',
    'ER_DUP_ENTRY',
  ]),
  ...entries('reference', [
    'SQLITE_CONSTRAINT_FOREIGNKEY',
    'SQLITE_CONSTRAINT_TRIGGER',
    '23503',
    '23001',
    'ER_NO_REFERENCED_ROW',
    'ER_NO_REFERENCED_ROW_2',
    'ER_ROW_IS_REFERENCED',
    'ER_ROW_IS_REFERENCED_2',
  ]),
  ...entries('value', [
    'SQLITE_CONSTRAINT_NOTNULL',
    'SQLITE_CONSTRAINT_CHECK',
    'SQLITE_CONSTRAINT_DATATYPE',
    'SQLITE_MISMATCH',
    'SQLITE_TOOBIG',
    '23502',
    '23514',
    // A unique text that is longer than an index of PostgreSQL takes.
    '54000',
    'ER_BAD_NULL_ERROR',
    'ER_NO_DEFAULT_FOR_FIELD',
    'ER_CONSTRAINT_FAILED',
    // What mysql2 calls error 4025, which is MySQL's name for it; MariaDB's is the one above.
    'ER_INNODB_AUTOEXTEND_SIZE_OUT_OF_RANGE',
    'ER_CHECK_CONSTRAINT_VIOLATED',
    'ER_DATA_TOO_LONG',
    'ER_WARN_DATA_OUT_OF_RANGE',
    'ER_TRUNCATED_WRONG_VALUE',
    'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD',
    'ER_DATA_OUT_OF_RANGE',
  ]),
  ...entries('collision', [
    '40001',
    '40P01',
    '55P03',
    'ER_LOCK_DEADLOCK',
    'ER_LOCK_WAIT_TIMEOUT',
    'ER_CHECKREAD',
  ]),
  ...entries('unavailable', [
    'SQLITE_BUSY',
    'SQLITE_LOCKED',
    'SQLITE_IOERR',
    'SQLITE_CANTOPEN',
    'SQLITE_FULL',
    'SQLITE_READONLY',
    'SQLITE_NOTADB',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '53100',
    '53200',
    '53300',
    'PROTOCOL_CONNECTION_LOST',
    'ER_SERVER_SHUTDOWN',
    'ER_CON_COUNT_ERROR',
    'ER_CONNECTION_KILLED',
    'ER_NORMAL_SHUTDOWN',
    'ER_USER_LIMIT_REACHED',
    'POOL_CLOSED',
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'ENOTFOUND',
    'ENOENT',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EPIPE',
    'ETIMEDOUT',
  ]),
])

/** What pg and mysql2 say of a lost connection without a code. */
const CONNECTION_MESSAGE =
  /^(?:Connection terminated|Client has encountered a connection error|timeout (?:exceeded when trying to connect|expired)|Can't add new command when connection is in closed state|Connection lost|Pool is closed|driver has already been destroyed|Cannot use a pool after calling end)/

/**
 * The exception that a database error is for the client, with the error as its cause and none of its text; any other
 * error is given back as it is.
 */
export function toException(error: unknown): unknown {
  if (!isError(error) || exceptionStatus(error) !== undefined) return error
  switch (problemOf(error)) {
    case 'unique':
      return new EntityExistsException('The same key or unique value exists already', { cause: error })
    case 'reference':
      return new DataIntegrityViolationException(
        'A row that this refers to, or that refers to this, is in the way',
        { cause: error },
      )
    case 'value':
      return new ValidationException('The database cannot hold one of these values', [], { cause: error })
    case 'collision':
      return new OptimisticLockException('Others are changing the same rows; try again', { cause: error })
    case 'unavailable':
      return new ServiceUnavailableException('The database cannot be reached at the moment', { cause: error })
    case undefined:
      return error
  }
}

/**
 * Whether this error of a statement may have undone more than the statement: MySQL, for one, ends a transaction that is
 * in a deadlock, and would run what comes after it without one.
 */
export function endsTransaction(error: unknown, family: DatabaseFamily): boolean {
  if (!isError(error)) return true
  const problem = problemOf(error)
  if (problem === 'collision' || problem === 'unavailable') return true
  if (problem !== undefined || family !== 'mysql') return false
  // Class 42 is a mistake in the statement; what is not from the server has not come to it.
  const state: unknown = Reflect.get(error, 'sqlState')
  return typeof state === 'string' && !state.startsWith('42')
}

function problemOf(error: Error): Problem | undefined {
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string') {
    const problem = problems.get(code) ?? problems.get(code.replace(/^(SQLITE_[A-Z]+)_.*/, '$1'))
    if (problem !== undefined) return problem
    // SQLSTATE classes: 08 is the connection, 22 the data.
    if (/^08[0-9A-Z]{3}$/.test(code)) return 'unavailable'
    if (/^22[0-9A-Z]{3}$/.test(code)) return 'value'
  }
  return CONNECTION_MESSAGE.test(error.message) ? 'unavailable' : undefined
}

function entries(problem: Problem, codes: readonly string[]): readonly (readonly [string, Problem])[] {
  return codes.map((code) => [code, problem] as const)
}
