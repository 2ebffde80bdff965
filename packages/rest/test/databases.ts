import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from '@jest/globals'
import { openDatabase, type Database } from '@mvc-router/rest-kysely'

/** A database to run tests on. `close` removes the files that `open` created. */
export interface TestDatabase {
  readonly name: string
  readonly open: () => Promise<Database>
  readonly close: () => Promise<void>
}

const nothing = async (): Promise<void> => undefined

const inMemoryAndInFile: readonly TestDatabase[] = [
  { name: 'SQLite in memory', open: async () => openDatabase(':memory:'), close: nothing },
  inFile(),
]

function inFile(): TestDatabase {
  let directory: string | undefined
  return {
    name: 'SQLite in a file',
    open: async () => {
      directory ??= await mkdtemp(join(tmpdir(), 'mvc-router-rest-'))
      return openDatabase(`file:${join(directory, 'test.db')}`)
    },
    close: async () => {
      if (directory !== undefined) await rm(directory, { recursive: true })
      directory = undefined
    },
  }
}

/** Long timeouts, because thirty concurrent requests wait long on a busy machine. */
const patience = {
  connectTimeout: 60_000,
  acquireTimeout: 60_000,
  statementTimeout: 60_000,
  lockTimeout: 60_000,
}

export const servers = [
  { name: 'PostgreSQL', address: 'postgres://postgres@127.0.0.1:5432/test', port: 5432 },
  { name: 'MariaDB', address: 'mariadb://root@127.0.0.1:3306/test', port: 3306 },
]

/** Describes the tests for every database. Skips databases whose server does not run, except with REQUIRE_SERVICES=1. */
export async function describeDatabases(what: string, body: (database: TestDatabase) => void): Promise<void> {
  await describeEach(inMemoryAndInFile, what, body)
}

/**
 * Describes the tests for every database, but runs SQLite only in memory. Use it for repository rules and server answers,
 * because they do not depend on the place of SQLite's pages.
 */
export async function describeRules(what: string, body: (database: TestDatabase) => void): Promise<void> {
  await describeEach(inMemoryAndInFile.slice(0, 1), what, body)
}

/** Describes the tests for PostgreSQL and MariaDB. */
export async function describeServers(what: string, body: (database: TestDatabase) => void): Promise<void> {
  await describeEach([], what, body)
}

async function describeEach(
  embedded: readonly TestDatabase[],
  what: string,
  body: (database: TestDatabase) => void,
): Promise<void> {
  for (const database of embedded) describe(`${what} on ${database.name}`, () => body(database))
  for (const { name, address, port } of servers) {
    const isThere = process.env['REQUIRE_SERVICES'] === '1' || (await answers(port))
    if (isThere)
      describe(`${what} on ${name}`, () =>
        body({ name, open: async () => openDatabase(address, patience), close: nothing }))
    else test.skip(`${what} on ${name}: skipped, because nothing answers on port ${port}`, () => undefined)
  }
}

export async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

/** A table name that is unique even when processes share a database. */
export function freshTable(): string {
  return `t_${randomBytes(8).toString('hex')}`
}
