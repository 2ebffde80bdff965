import { ConfigurationException } from '@mvc-router/router-core'
import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { DatabaseFamily } from '../database-family.js'
import type { DatabaseTimeouts } from '../database-timeouts.js'
import { withDeadline } from '../deadline.js'

export interface SessionState {
  /** False for a standby and for a read-only server. */
  readonly isWritable: boolean
}

/**
 * Sets and checks the options of a connection, because a server may have other defaults. Correct results depend on how
 * texts are escaped, and on the form of times and numbers. Texts that are too long must be refused, and a statement
 * outside of a transaction must commit. Time limits are set, but not checked.
 *
 * @throws ConfigurationException if the server did not accept a setting.
 */
export async function prepareSession(
  connection: DatabaseConnection,
  family: DatabaseFamily,
  timeouts: DatabaseTimeouts,
): Promise<SessionState> {
  // A connection has no other deadline before it is prepared.
  const prepared = preparations[family](connection, timeouts)
  return withDeadline(prepared, timeouts.connectTimeout, 'Preparing a connection')
}

type Prepare = (connection: DatabaseConnection, timeouts: DatabaseTimeouts) => Promise<SessionState>

const preparations: Readonly<Record<DatabaseFamily, Prepare>> = {
  sqlite: async (connection) => {
    await run(connection, 'pragma foreign_keys = on')
    return { isWritable: true }
  },
  postgres: preparePostgres,
  mysql: prepareMysql,
}

const postgresSettings = {
  DateStyle: 'ISO, YMD',
  TimeZone: 'UTC',
  extra_float_digits: '3',
  standard_conforming_strings: 'on',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  transform_null_equals: 'off',
}

/** Sends only one message, because `set_config` sets a value and returns it. */
async function preparePostgres(
  connection: DatabaseConnection,
  { statementTimeout, lockTimeout, idleTimeout }: DatabaseTimeouts,
): Promise<SessionState> {
  const settings = Object.entries(postgresSettings)
  const limits = {
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: idleTimeout,
  }
  const [row = {}] = await run(
    connection,
    `select ${[
      ...settings.map(([name, value]) => `set_config('${name}', '${value}', false) as "${name}"`),
      ...Object.entries(limits).map(([name, value]) => `set_config('${name}', '${value}ms', false)`),
      `pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    ].join(', ')}`,
  )
  for (const [name, value] of settings) check(name, value, row[name])
  return { isWritable: row['isReadOnly'] === false }
}

const mysqlSettings = {
  sql_mode: 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  time_zone: '+00:00',
  autocommit: 1,
  completion_type: 'NO_CHAIN',
  foreign_key_checks: 1,
  unique_checks: 1,
  sql_auto_is_null: 0,
  sql_safe_updates: 0,
}

/**
 * Only MariaDB runs a comment that begins with `/*M!`. Only MySQL from 8 on runs a comment that begins with `/*!80000`.
 */
async function prepareMysql(
  connection: DatabaseConnection,
  { statementTimeout, lockTimeout, idleTimeout }: DatabaseTimeouts,
): Promise<SessionState> {
  const settings = Object.entries(mysqlSettings)
  const common = {
    ...Object.fromEntries(settings.map(([name, value]) => [name, literal(value)])),
    sql_select_limit: 'default',
    innodb_lock_wait_timeout: seconds(lockTimeout),
    lock_wait_timeout: seconds(lockTimeout),
  }
  const mariadb = {
    max_statement_time: statementTimeout / 1000,
    idle_transaction_timeout: seconds(idleTimeout),
    tx_isolation: atLeastCommitted('tx_isolation'),
  }
  const mysql = {
    max_execution_time: statementTimeout,
    transaction_isolation: atLeastCommitted('transaction_isolation'),
  }
  await run(
    connection,
    `set names utf8mb4, ${assignments(common)} /*M! , ${assignments(mariadb)} */ /*!80000 , ${assignments(mysql)} */`,
  )
  const names = settings.map(([name]) => `@@session.${name} as ${name}`)
  const [row = {}] = await run(
    connection,
    `select ${names.join(', ')}, @@character_set_client as charset, @@global.read_only as isReadOnly ${galeraState}`,
  )
  for (const [name, value] of settings) check(name, value, row[name])
  check('character_set_client', 'utf8mb4', row['charset'])
  const isInStep = Number(row['isClustered'] ?? 0) === 0 || row['clusterState'] === synced
  return { isWritable: Number(row['isReadOnly']) === 0 && isInStep }
}

/**
 * A node of a Galera cluster accepts writes if it is synced: it has all writes, and is not a donor for another node.
 */
const galeraState = `/*M! , @@wsrep_on as isClustered, (select variable_value from information_schema.global_status
  where variable_name = 'wsrep_local_state') as clusterState */`
const synced = '4'

/** Raises `READ-UNCOMMITTED` to `READ-COMMITTED`. */
function atLeastCommitted(variable: string): string {
  return `if(@@session.${variable} = 'READ-UNCOMMITTED', 'READ-COMMITTED', @@session.${variable})`
}

function assignments(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `session ${name} = ${value}`)
    .join(', ')
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value}'`
}

function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000)
}

async function run(connection: DatabaseConnection, sql: string): Promise<Record<string, unknown>[]> {
  return (await connection.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql))).rows
}

function check(name: string, expected: string | number, actual: unknown): void {
  if (sorted(expected) === sorted(actual)) return
  throw new ConfigurationException(
    'database',
    `The database has not taken the setting ${name}: expected ${expected}, got ${String(actual)}`,
  )
}

/** Sorts a list of modes, because the server may change their order. */
function sorted(value: unknown): string {
  return String(value).split(',').toSorted().join(',')
}
