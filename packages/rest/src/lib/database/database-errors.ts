import {
  DataIntegrityViolationException,
  EntityExistsException,
  exceptionStatus,
  existsMessage,
  isError,
  OptimisticLockException,
  referenceMessage,
  ServiceUnavailableException,
  ValidationException,
} from '../exceptions/rest-exceptions.js'

import type { DatabaseFamily } from './database-family.js'

/**
 * The errors of a database that have a meaning for the client. Of those that mean "not now", `away` is one of the
 * connection, or of a server that takes no writes: another connection, perhaps to another server, may do.
 */
type Problem = 'unique' | 'reference' | 'value' | 'conflict' | 'busy' | 'away'

/** SQLite's names, PostgreSQL's SQLSTATEs, the numbers of MySQL, MariaDB and MongoDB, and the names of the network. */
const problems: ReadonlyMap<unknown, Problem> = new Map<unknown, Problem>([
  ...entries('unique', [
    'SQLITE_CONSTRAINT_UNIQUE',
    'SQLITE_CONSTRAINT_PRIMARYKEY',
    'SQLITE_CONSTRAINT_ROWID',
    '23505',
    '23P01',
    1062, // ER_DUP_ENTRY
    1586, // ER_DUP_ENTRY_WITH_KEY_NAME
    'Mongo 11000', // DuplicateKey
  ]),
  ...entries('reference', [
    'SQLITE_CONSTRAINT_FOREIGNKEY',
    'SQLITE_CONSTRAINT_TRIGGER',
    '23503',
    '23001',
    1216, // ER_NO_REFERENCED_ROW
    1217, // ER_ROW_IS_REFERENCED
    1451, // ER_ROW_IS_REFERENCED_2
    1452, // ER_NO_REFERENCED_ROW_2
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
    1048, // ER_BAD_NULL_ERROR
    1364, // ER_NO_DEFAULT_FOR_FIELD
    3819, // ER_CHECK_CONSTRAINT_VIOLATED, MySQL
    4025, // ER_CONSTRAINT_FAILED, MariaDB
    1406, // ER_DATA_TOO_LONG
    1264, // ER_WARN_DATA_OUT_OF_RANGE
    1292, // ER_TRUNCATED_WRONG_VALUE
    1366, // ER_TRUNCATED_WRONG_VALUE_FOR_FIELD
    1265, // WARN_DATA_TRUNCATED
    1690, // ER_DATA_OUT_OF_RANGE
    1153, // ER_NET_PACKET_TOO_LARGE
    'Mongo 121', // DocumentValidationFailure
    'Mongo 10334', // BSONObjectTooLarge
  ]),
  ...entries('conflict', [
    '40001',
    '40P01',
    1213, // ER_LOCK_DEADLOCK, which is also what a Galera cluster says when certification fails
    1020, // ER_CHECKREAD
    1613, // ER_XA_RBTIMEOUT
    1614, // ER_XA_RBDEADLOCK
    'Mongo 112', // WriteConflict
    'Mongo 246', // SnapshotUnavailable
    'Mongo 251', // NoSuchTransaction
  ]),
  ...entries('busy', [
    'SQLITE_BUSY',
    'SQLITE_LOCKED',
    'SQLITE_IOERR',
    'SQLITE_FULL',
    'SQLITE_NOMEM',
    'SQLITE_INTERRUPT',
    'SQLITE_PROTOCOL',
    '55P03',
    '55006',
    // A statement that took too long, or was cancelled.
    '57014',
    '53000',
    '53100',
    '53200',
    '53300',
    '53400',
    '58030',
    1205, // ER_LOCK_WAIT_TIMEOUT
    1206, // ER_LOCK_TABLE_FULL
    1317, // ER_QUERY_INTERRUPTED
    1969, // ER_STATEMENT_TIMEOUT, MariaDB
    3024, // ER_QUERY_TIMEOUT, MySQL
    1021, // ER_DISK_FULL
    1026, // ER_ERROR_ON_WRITE
    1030, // ER_GET_ERRNO, such as "no space left on device"
    1037, // ER_OUTOFMEMORY
    1038, // ER_OUT_OF_SORTMEMORY
    1041, // ER_OUT_OF_RESOURCES
    1114, // ER_RECORD_FILE_FULL
    1461, // ER_MAX_PREPARED_STMT_COUNT_REACHED
    'Mongo 24', // LockTimeout
    'Mongo 50', // MaxTimeMSExpired
    'Mongo 262', // ExceededTimeLimit
    'Mongo 290', // TransactionExceededLifetimeLimitSeconds
    'Mongo 14031', // OutOfDiskSpace
  ]),
  ...entries('away', [
    'SQLITE_CANTOPEN',
    'SQLITE_READONLY',
    'SQLITE_NOTADB',
    // A standby, or a server that was made read-only.
    '25006',
    '25P03',
    '40003',
    '57P01',
    '57P02',
    '57P03',
    '57P04',
    '57P05',
    1040, // ER_CON_COUNT_ERROR
    1047, // ER_UNKNOWN_COM_ERROR: a node that is no part of its cluster, or not yet
    1053, // ER_SERVER_SHUTDOWN
    1077, // ER_NORMAL_SHUTDOWN
    1152, // ER_ABORTING_CONNECTION
    1158, // ER_NET_READ_ERROR
    1159, // ER_NET_READ_INTERRUPTED
    1160, // ER_NET_ERROR_ON_WRITE
    1161, // ER_NET_WRITE_INTERRUPTED
    1180, // ER_ERROR_DURING_COMMIT
    1184, // ER_NEW_ABORTING_CONNECTION
    1203, // ER_TOO_MANY_USER_CONNECTIONS
    1226, // ER_USER_LIMIT_REACHED
    1290, // ER_OPTION_PREVENTS_STATEMENT, such as --read-only
    1792, // ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION
    1836, // ER_READ_ONLY_MODE
    1927, // ER_CONNECTION_KILLED
    4031, // ER_CLIENT_INTERACTION_TIMEOUT
    'Mongo 6', // HostUnreachable
    'Mongo 7', // HostNotFound
    'Mongo 64', // WriteConcernFailed
    'Mongo 89', // NetworkTimeout
    'Mongo 91', // ShutdownInProgress
    'Mongo 189', // PrimarySteppedDown
    'Mongo 9001', // SocketException
    'Mongo 10058', // LegacyNotPrimary
    'Mongo 10107', // NotWritablePrimary
    'Mongo 11600', // InterruptedAtShutdown
    'Mongo 11602', // InterruptedDueToReplStateChange
    'Mongo 13435', // NotPrimaryNoSecondaryOk
    'Mongo 13436', // NotPrimaryOrSecondary
    'MongoNetworkError',
    'MongoNetworkTimeoutError',
    'MongoServerSelectionError',
    'MongoTopologyClosedError',
    'MongoPoolClosedError',
    'MongoPoolClearedError',
    'MongoWaitQueueTimeoutError',
    'MongoNotConnectedError',
    'PROTOCOL_CONNECTION_LOST',
    'PROTOCOL_SEQUENCE_TIMEOUT',
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
const connectionMessage =
  /^(?:Connection terminated|Client has encountered a connection error|timeout (?:exceeded when trying to connect|expired)|Query read timeout|Can't add new command when connection is in closed state|Connection lost|Pool is closed|driver has already been destroyed|Cannot use a pool after calling end|Cannot enqueue)/

/** How many libraries lie between the driver and us at most, each with an error of its own around the driver's. */
const maxCauses = 4

/**
 * The exception that a database error is for the client, with the error as its cause and none of its text; any other
 * error is given back as it is. The error of a library may have the driver's as its cause.
 */
export function databaseException(error: unknown): unknown {
  let cause = error
  for (let depth = 0; depth < maxCauses; depth++) {
    if (!isError(cause) || exceptionStatus(cause) !== undefined) return error
    const problem = problemOf(cause)
    if (problem !== undefined) return exceptionFor(problem, cause)
    cause = cause.cause
  }
  return error
}

function exceptionFor(problem: Problem, cause: Error): Error {
  switch (problem) {
    case 'unique':
      return new EntityExistsException(existsMessage, { cause })
    case 'reference':
      return new DataIntegrityViolationException(referenceMessage, { cause })
    case 'value':
      return unholdable(cause)
    case 'conflict':
      return new OptimisticLockException('Others are changing the same rows; try again', { cause })
    case 'busy':
      return new ServiceUnavailableException('The database has no time or room at the moment', { cause })
    case 'away':
      return new ServiceUnavailableException('The database cannot be reached at the moment', { cause })
  }
}

function unholdable(cause: Error): ValidationException {
  const message = 'The database cannot hold one of these values'
  return new ValidationException(message, [{ path: '', message }], { cause })
}

/**
 * Whether this error of a statement may have undone more than the statement: MySQL, for one, ends a transaction that is
 * in a deadlock, and would run what comes after it without one.
 */
export function endsTransaction(error: unknown, family: DatabaseFamily): boolean {
  if (!isError(error)) return true
  const problem = problemOf(error)
  if (problem === 'conflict' || problem === 'busy' || problem === 'away') return true
  if (problem !== undefined || family !== 'mysql') return false
  // Class 42 is a mistake in the statement; what is not from the server has not come to it.
  const state: unknown = Reflect.get(error, 'sqlState')
  return typeof state === 'string' && !state.startsWith('42')
}

/** Whether others had the rows first, in a way that nothing was done: the same may succeed a moment later. */
export function isConflict(error: unknown): boolean {
  if (!isError(error)) return false
  return problemOf(error) === 'conflict' || (isError(error.cause) && problemOf(error.cause) === 'conflict')
}

/** Whether the connection must not be used again. */
export function isConnectionLost(error: unknown): boolean {
  return isError(error) && problemOf(error) === 'away'
}

function problemOf(error: Error): Problem | undefined {
  const code: unknown = Reflect.get(error, 'code')
  // MongoDB's numbers are small: those of other libraries may be the same.
  const names = error.name.startsWith('Mongo') ? [`Mongo ${String(code)}`, error.name] : [code]
  const problem = [Reflect.get(error, 'errno'), ...names].map((one) => problems.get(one)).find(Boolean)
  if (problem !== undefined) return problem
  if (typeof code === 'string') {
    const family = problems.get(code.replace(/^(SQLITE_[A-Z]+)_.*/, '$1'))
    if (family !== undefined) return family
    // SQLSTATE classes: 08 is the connection, 22 the data.
    if (/^08[0-9A-Z]{3}$/.test(code)) return 'away'
    if (/^22[0-9A-Z]{3}$/.test(code)) return 'value'
  }
  return connectionMessage.test(error.message) ? 'away' : undefined
}

function entries(problem: Problem, codes: readonly unknown[]): readonly (readonly [unknown, Problem])[] {
  return codes.map((code) => [code, problem] as const)
}
