import { setTimeout } from 'node:timers/promises'
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

/**
 * Database errors with a meaning for the client. `away` means a lost connection, or a server that accepts no writes.
 * Another connection may succeed, perhaps to another server.
 */
export type DatabaseProblem = 'unique' | 'reference' | 'value' | 'conflict' | 'busy' | 'away'

/**
 * The codes of SQLite, PostgreSQL (SQLSTATE), MySQL and MariaDB (numbers), MongoDB (numbers or class names) and the
 * network. A Galera node reports a failed certification as a deadlock. A Galera node outside of its cluster reports an
 * unknown command. PostgreSQL reports a text that is too long for an index as 54000.
 */
const codes: Readonly<Record<DatabaseProblem, string>> = {
  unique: `
    SQLITE_CONSTRAINT_UNIQUE SQLITE_CONSTRAINT_PRIMARYKEY SQLITE_CONSTRAINT_ROWID
    23505:unique_violation 23P01:exclusion_violation
    1062:ER_DUP_ENTRY 1586:ER_DUP_ENTRY_WITH_KEY_NAME
    Mongo11000:DuplicateKey
  `,
  reference: `
    SQLITE_CONSTRAINT_FOREIGNKEY SQLITE_CONSTRAINT_TRIGGER
    23503:foreign_key_violation 23001:restrict_violation
    1216:ER_NO_REFERENCED_ROW 1217:ER_ROW_IS_REFERENCED 1451:ER_ROW_IS_REFERENCED_2
    1452:ER_NO_REFERENCED_ROW_2
  `,
  value: `
    SQLITE_CONSTRAINT_NOTNULL SQLITE_CONSTRAINT_CHECK SQLITE_CONSTRAINT_DATATYPE SQLITE_MISMATCH
    SQLITE_TOOBIG
    23502:not_null_violation 23514:check_violation 54000:program_limit_exceeded
    1048:ER_BAD_NULL_ERROR 1364:ER_NO_DEFAULT_FOR_FIELD 3819:ER_CHECK_CONSTRAINT_VIOLATED
    4025:ER_CONSTRAINT_FAILED 1406:ER_DATA_TOO_LONG 1264:ER_WARN_DATA_OUT_OF_RANGE
    1292:ER_TRUNCATED_WRONG_VALUE 1366:ER_TRUNCATED_WRONG_VALUE_FOR_FIELD 1265:WARN_DATA_TRUNCATED
    1690:ER_DATA_OUT_OF_RANGE 1153:ER_NET_PACKET_TOO_LARGE
    Mongo121:DocumentValidationFailure Mongo10334:BSONObjectTooLarge
  `,
  conflict: `
    40001:serialization_failure 40P01:deadlock_detected
    1213:ER_LOCK_DEADLOCK 1020:ER_CHECKREAD 1613:ER_XA_RBTIMEOUT 1614:ER_XA_RBDEADLOCK
    Mongo112:WriteConflict Mongo246:SnapshotUnavailable Mongo251:NoSuchTransaction
  `,
  busy: `
    SQLITE_BUSY SQLITE_LOCKED SQLITE_IOERR SQLITE_FULL SQLITE_NOMEM SQLITE_INTERRUPT SQLITE_PROTOCOL
    55P03:lock_not_available 55006:object_in_use 57014:query_canceled 53000:insufficient_resources
    53100:disk_full 53200:out_of_memory 53300:too_many_connections 53400:configuration_limit_exceeded
    58030:io_error
    1205:ER_LOCK_WAIT_TIMEOUT 1206:ER_LOCK_TABLE_FULL 1317:ER_QUERY_INTERRUPTED 1969:ER_STATEMENT_TIMEOUT
    3024:ER_QUERY_TIMEOUT 1021:ER_DISK_FULL 1026:ER_ERROR_ON_WRITE 1030:ER_GET_ERRNO 1037:ER_OUTOFMEMORY
    1038:ER_OUT_OF_SORTMEMORY 1041:ER_OUT_OF_RESOURCES 1114:ER_RECORD_FILE_FULL
    1461:ER_MAX_PREPARED_STMT_COUNT_REACHED
    Mongo24:LockTimeout Mongo50:MaxTimeMSExpired Mongo262:ExceededTimeLimit
    Mongo290:TransactionExceededLifetimeLimitSeconds Mongo14031:OutOfDiskSpace
  `,
  away: `
    SQLITE_CANTOPEN SQLITE_READONLY SQLITE_NOTADB
    25006:read_only_sql_transaction 25P03:idle_in_transaction_session_timeout
    40003:statement_completion_unknown 57P01:admin_shutdown 57P02:crash_shutdown 57P03:cannot_connect_now
    57P04:database_dropped 57P05:idle_session_timeout
    1040:ER_CON_COUNT_ERROR 1047:ER_UNKNOWN_COM_ERROR 1053:ER_SERVER_SHUTDOWN 1077:ER_NORMAL_SHUTDOWN
    1152:ER_ABORTING_CONNECTION 1158:ER_NET_READ_ERROR 1159:ER_NET_READ_INTERRUPTED
    1160:ER_NET_ERROR_ON_WRITE 1161:ER_NET_WRITE_INTERRUPTED 1180:ER_ERROR_DURING_COMMIT
    1184:ER_NEW_ABORTING_CONNECTION 1203:ER_TOO_MANY_USER_CONNECTIONS 1226:ER_USER_LIMIT_REACHED
    1290:ER_OPTION_PREVENTS_STATEMENT 1792:ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION 1836:ER_READ_ONLY_MODE
    1927:ER_CONNECTION_KILLED 4031:ER_CLIENT_INTERACTION_TIMEOUT
    Mongo6:HostUnreachable Mongo7:HostNotFound Mongo64:WriteConcernFailed Mongo89:NetworkTimeout
    Mongo91:ShutdownInProgress Mongo189:PrimarySteppedDown Mongo9001:SocketException
    Mongo10058:LegacyNotPrimary Mongo10107:NotWritablePrimary Mongo11600:InterruptedAtShutdown
    Mongo11602:InterruptedDueToReplStateChange Mongo13435:NotPrimaryNoSecondaryOk
    Mongo13436:NotPrimaryOrSecondary MongoNetworkError MongoNetworkTimeoutError MongoServerSelectionError
    MongoTopologyClosedError MongoPoolClosedError MongoPoolClearedError MongoWaitQueueTimeoutError
    MongoNotConnectedError
    PROTOCOL_CONNECTION_LOST PROTOCOL_SEQUENCE_TIMEOUT POOL_CLOSED ECONNREFUSED ECONNRESET ECONNABORTED
    ENOTFOUND ENOENT EAI_AGAIN EHOSTUNREACH ENETUNREACH EPIPE ETIMEDOUT
  `,
}

const problems: ReadonlyMap<string, DatabaseProblem> = new Map(
  Object.entries(codes).flatMap(([problem, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word.split(':', 1)[0] ?? '', problem as DatabaseProblem] as const),
  ),
)

/** Messages of pg, mysql2 and `rest-kysely` about a lost connection. These errors have no code. */
const connectionMessage =
  /^(?:Connection terminated|Client has encountered a connection error|timeout (?:exceeded when trying to connect|expired)|Query read timeout|Can't add new command when connection is in closed state|Connection lost|Pool is closed|driver has already been destroyed|Cannot use a pool after calling end|Cannot enqueue)/

/** The maximum length of a chain of causes, with the error itself. */
const maxCauses = 4

/**
 * Converts a database error to an exception for the client. The exception has the error as its cause, but does not show
 * its text. The driver's error may be the cause of a library's error. Any other error is returned unchanged.
 */
export function databaseException(error: unknown): unknown {
  let cause = error
  for (let depth = 0; depth < maxCauses; depth++) {
    if (!isError(cause) || exceptionStatus(cause) !== undefined) return error
    const problem = databaseProblem(cause)
    if (problem !== undefined) return exceptions[problem]({ cause })
    cause = cause.cause
  }
  return error
}

const unholdable = 'The database cannot hold one of these values'

const exceptions: Readonly<Record<DatabaseProblem, (options: ErrorOptions) => Error>> = {
  unique: (options) => new EntityExistsException(existsMessage, options),
  reference: (options) => new DataIntegrityViolationException(referenceMessage, options),
  value: (options) => new ValidationException(unholdable, [{ path: '', message: unholdable }], options),
  conflict: (options) => new OptimisticLockException('Others are changing the same rows; try again', options),
  busy: (options) =>
    new ServiceUnavailableException('The database has no time or room at the moment', options),
  away: (options) => new ServiceUnavailableException('The database cannot be reached at the moment', options),
}

/** True if a conflict with another transaction undid the work, so that a repetition may succeed. */
export function isConflict(error: unknown): boolean {
  if (!isError(error)) return false
  return (
    databaseProblem(error) === 'conflict' ||
    (isError(error.cause) && databaseProblem(error.cause) === 'conflict')
  )
}

/** True if the connection must not be used again. */
export function isConnectionLost(error: unknown): boolean {
  return isError(error) && databaseProblem(error) === 'away'
}

/** Returns the meaning of this error. Ignores its cause. */
export function databaseProblem(error: Error): DatabaseProblem | undefined {
  const code: unknown = Reflect.get(error, 'code')
  // Other libraries may use the same small numbers as MongoDB.
  const names = error.name.startsWith('Mongo') ? [`Mongo${String(code)}`, error.name] : [code]
  const problem = [Reflect.get(error, 'errno'), ...names]
    .map((one) => problems.get(String(one)))
    .find(Boolean)
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

/** Tries again after about 5, 10, 20, 40 and 80 ms. */
const firstPauseMs = 5
const lastPauseMs = 160

/** Runs `act`. Repeats it after a conflict if `isRepeatable` is true. Throws the exception for the client. */
export async function retried<Result>(isRepeatable: boolean, act: () => Promise<Result>): Promise<Result> {
  for (let pause = isRepeatable ? firstPauseMs : lastPauseMs; ; pause *= 2) {
    try {
      return await act()
    } catch (error) {
      if (pause >= lastPauseMs || !isConflict(error)) throw databaseException(error)
      await setTimeout(pause * (0.5 + Math.random()))
    }
  }
}
