import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defineEntity } from '@mvc-router/rest'
import {
  createTables,
  Database,
  KyselyRepository,
  libsqlDatabase,
  openDatabase,
} from '@mvc-router/rest-kysely'
import { Kysely, sql, SqliteDialect } from 'kysely'
import Libsql from 'libsql'

/**
 * The process that acknowledged-rows.ts starts. For each kind of write, it opens a file, fails in one way and writes three
 * rows. It acknowledges each row with a line on stdout, and waits until it is killed.
 *
 * Arguments: the folder of the files, the store, the way to fail, the kinds of writes.
 */
interface Note {
  id: number
  text: string
}

const Note = defineEntity({
  name: 'Note',
  key: { id: 'integer' },
  fields: { text: { type: 'string', unique: true } },
})

const lockTimeout = 60

export const stores: Readonly<Record<string, (file: string) => Promise<Database>>> = {
  openDatabase: async (file) => openDatabase(`file:${file}`, { lockTimeout }),
  'a Kysely over libsql': async (file) => {
    const database = libsqlDatabase(() => new Libsql(file, { timeout: 0 } as never) as never)
    return new Database(new Kysely({ dialect: new SqliteDialect({ database: database as never }) }), {
      lockTimeout,
    })
  },
}

interface Setting {
  readonly file: string
  readonly database: Database
  readonly notes: KyselyRepository<Note, number>
  /** Holds the lock of the file in another process until the returned function is called. */
  lock(kind?: 'immediate' | 'exclusive'): Promise<() => Promise<void>>
}

type Way = (setting: Setting) => Promise<unknown>

const note = (text: string): Note => Note.create({ text })

/** Acts while another process has locked the file. */
function locked(act: Way, kind?: 'immediate' | 'exclusive'): Way {
  return async (setting) => {
    const unlock = await setting.lock(kind)
    try {
      await act(setting)
    } finally {
      await unlock()
    }
  }
}

const own =
  (text: string): Way =>
  async ({ database }) =>
    sql.raw(text).execute(database.kysely)

const inTransaction =
  (act: Way): Way =>
  async (setting) =>
    setting.database.transaction(async () => {
      await setting.notes.insert(note('inside'))
      await act(setting)
    })

export const waysToFail: Readonly<Record<string, Way>> = {
  'nothing fails': async () => undefined,
  'an insert finds a lock': locked(async ({ notes }) => notes.insert(note('x'))),
  'a save finds a lock': locked(async ({ notes }) => notes.save({ ...note('x'), id: 1 })),
  'an update finds a lock': locked(own("update note set text = 'y' where id = 1")),
  'a delete finds a lock': locked(async ({ notes }) => notes.delete(1)),
  'a deletion of many rows finds a lock': locked(async ({ notes }) =>
    notes.deleteAll({ where: { text: 'no' } }),
  ),
  'an insert with RETURNING finds a lock': locked(own("insert into note (text) values ('x') returning id")),
  'an upsert finds a lock': locked(own("insert into note (id, text) values (1, 'x') on conflict do nothing")),
  'a write in a WITH query finds a lock': locked(
    own("with a as (select 1) insert into note (text) select 'x' from a"),
  ),
  'a new table finds a lock': locked(own('create table other (id integer)')),
  'a transaction finds a lock': locked(inTransaction(async () => undefined)),
  'a Kysely transaction finds a lock': locked(async ({ database }) =>
    database.kysely
      .transaction()
      .execute(async (t) => sql.raw("insert into note (text) values ('x')").execute(t)),
  ),
  'three concurrent inserts find a lock': locked(async ({ notes }) =>
    Promise.all([1, 2, 3].map(async (n) => notes.insert(note(`x${n}`)))),
  ),
  'a read finds an exclusive lock': locked(async ({ notes }) => notes.findAll({}), 'exclusive'),
  'a count finds an exclusive lock': locked(async ({ notes }) => notes.count(), 'exclusive'),
  'a pragma finds a lock': locked(own('pragma user_version = 5')),
  'a vacuum finds a lock': locked(own('vacuum')),
  'a stream finds an exclusive lock': locked(async ({ database }) => {
    for await (const row of database.kysely.selectFrom('note').selectAll().stream()) return row
    return undefined
  }, 'exclusive'),
  'a unique value exists': async ({ notes }) => notes.insert(note('first')),
  'a unique value exists in a transaction': inTransaction(async ({ notes }) => notes.insert(note('first'))),
  'a key exists': own("insert into note (id, text) values (1, 'x')"),
  'a value is null': own('insert into note (text) values (null)'),
  'a statement is not SQL': own('insert into nothing at all'),
  'a table is missing': own('insert into nowhere values (1)'),
  'a text contains NUL': async ({ notes }) => notes.insert(note('a\0b')),
  'a value cannot be bound': async ({ database }) =>
    database.execute('insert into note (text) values (?)', [{}]),
  'a transaction throws': inTransaction(async () => Promise.reject(new Error('thrown'))),
  'an inner transaction throws, and its error is caught': inTransaction(async ({ database }) =>
    database.transaction(async () => Promise.reject(new Error('thrown'))).catch(() => undefined),
  ),
  'a statement of a transaction is not SQL, and its error is caught': inTransaction(async (setting) =>
    own('no sql')(setting).catch(() => undefined),
  ),
  'the file is full': async (setting) => {
    await own('pragma max_page_count = 1')(setting)
    try {
      await setting.notes.insert(note('x'.repeat(50_000)))
    } finally {
      await own('pragma max_page_count = 1000000')(setting)
    }
  },
  'the connection is read-only': async (setting) => {
    await own('pragma query_only = on')(setting)
    try {
      await setting.notes.insert(note('x'))
    } finally {
      await own('pragma query_only = off')(setting)
    }
  },
  'a stream is left early': async ({ database }) => {
    for await (const row of database.kysely.selectFrom('note').selectAll().stream()) return row
    return undefined
  },
  'a trigger raises': async (setting) => {
    await own(
      "create temp trigger no before insert on note when new.text = 'raise' begin select raise(abort, 'no'); end",
    )(setting)
    await setting.notes.insert(note('raise'))
  },
  'a trigger rolls back': async (setting) => {
    await own(
      "create temp trigger no before insert on note when new.text = 'roll' begin select raise(rollback, 'no'); end",
    )(setting)
    await inTransaction(async ({ notes }) => notes.insert(note('roll')))(setting)
  },
}

/** Each kind of write adds one row with the text. */
export const kindsOfWrite: Readonly<Record<string, (setting: Setting, text: string) => Promise<unknown>>> = {
  insert: async ({ notes }, text) => notes.insert(note(text)),
  save: async ({ notes }, text) => notes.save(note(text)),
  'an update': async ({ notes, database }, text) => {
    await notes.insert(note(`${text} before`))
    await database.execute('update note set text = ? where text = ?', [text, `${text} before`])
  },
  'raw SQL': async ({ database }, text) => database.execute('insert into note (text) values (?)', [text]),
  'raw SQL with RETURNING': async ({ database }, text) =>
    database.execute('insert into note (text) values (?) returning id', [text]),
  'a query of Kysely': async ({ database }, text) =>
    database.kysely.insertInto('note').values({ text }).execute(),
  'a transaction': async ({ database, notes }, text) =>
    database.transaction(async () => notes.insert(note(text))),
  'an inner transaction': async ({ database, notes }, text) =>
    database.transaction(async () => database.transaction(async () => notes.insert(note(text)))),
  'an insert with an idempotency key': async ({ notes }, text) =>
    notes.once({ key: text, fingerprint: text }, async () => notes.insert(note(text))),
  'a deletion of another row': async ({ database, notes }, text) => {
    await notes.insert(note(text))
    await notes.insert(note(`${text} gone`))
    await database.execute('delete from note where text = ?', [`${text} gone`])
  },
}

/** Locks the file in another process. An exclusive lock also blocks readers, unless the file has a write-ahead log. */
async function lock(file: string, kind = 'immediate'): Promise<() => Promise<void>> {
  const libsql = createRequire(import.meta.url).resolve('libsql')
  const code = `const d=new (require(${JSON.stringify(libsql)}))(${JSON.stringify(file)});d.exec('begin ${kind}');
    process.stdout.write('held');process.stdin.once('data',()=>{d.exec('commit');d.close();process.exit()})`
  const holder = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  return async () => {
    const ended = once(holder, 'exit')
    holder.stdin.write('go')
    await ended
  }
}

const [, , folder = '', store = '', way = '', kinds = ''] = process.argv
for (const kind of kinds.split(',').filter((name) => name !== '')) {
  const file = join(folder, `${kind}.db`)
  const database = await (stores[store] ?? (() => Promise.reject(new Error(store))))(file)
  await createTables(database, [Note])
  const notes = new KyselyRepository(database, Note)
  await notes.insert(note('first'))
  await waysToFail[way]?.({ file, database, notes, lock: async (mode) => lock(file, mode) }).catch(
    () => undefined,
  )
  for (let number = 0; number < 3; number++) {
    await kindsOfWrite[kind]?.(
      { file, database, notes, lock: async (mode) => lock(file, mode) },
      `row ${number}`,
    )
    process.stdout.write(`${kind}\trow ${number}\n`)
  }
}
if (folder !== '') {
  process.stdout.write('done\n')
  setInterval(() => undefined, 1000)
}
