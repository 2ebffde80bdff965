import { EntityExistsException, OptimisticLockException } from '@mvc-router/rest'
import { changed, type Fault, firstKeys, otherValues, type Row, withToken } from './faulty-repository.js'

/** Writes, keys, values, transactions and requests that are sent again. */
export const writeFaults: Readonly<Record<string, Fault>> = {
  'inserts over rows that exist': {
    methods: (rows) => ({ insert: async (row) => rows.save(row) }),
    breaks: [
      'insert, where there is one, makes the key and version, whatever the entity says',
      'a given key of type uuid that exists is refused by insert and written by save',
    ],
  },
  'gives another version than it stores': {
    methods: (rows) => ({ insert: async (row) => changed(rows, await rows.insert(row), { version: 7 }) }),
    breaks: ['insert gives what is stored, with a key and version 1'],
  },
  'knows no unique values': {
    definition: ({ fields }) => ({ fields: fields.map((field) => ({ ...field, unique: false })) }),
    breaks: [
      'insert refuses a unique value that exists, and stores nothing then',
      'of two writers of one unique value one wins',
      'save refuses a unique value of another row, and changes nothing then',
      'a refused write undoes the transaction that it is in',
      'refused writes among others at the same time undo nothing but themselves',
    ],
  },
  'compares unique values in lower case': {
    methods: (rows) => ({
      insert: async (row) => {
        const codes = (await rows.findAll()).map(({ code }) => code?.toLowerCase())
        if (typeof row.code === 'string' && codes.includes(row.code.toLowerCase()))
          throw new EntityExistsException('again')
        return rows.insert(row)
      },
    }),
    breaks: ['unique values are compared exactly, and nulls are not the same'],
  },
  'keeps the unique values of rows that are gone': {
    methods: (rows) => {
      const codes = new Set<string>()
      return {
        insert: async (row) => {
          if (typeof row.code === 'string' && codes.has(row.code)) throw new EntityExistsException('again')
          if (typeof row.code === 'string') codes.add(row.code)
          return rows.insert(row)
        },
      }
    },
    breaks: ['a deleted unique value and row can be stored again'],
  },
  'keeps the fields that a save leaves out': {
    methods: (rows) => ({
      save: async (row, options) => {
        const given = Object.entries(row).filter(([, value]) => value !== null)
        const before = await rows.findOne(rows.entity.keyOf(row) ?? 0)
        return rows.save(rows.entity.create({ ...before, ...Object.fromEntries(given) }), options)
      },
    }),
    breaks: ['save writes all fields of a row that exists, counts its version, and touches no other'],
  },
  'never inserts by a save': {
    methods: (rows) => ({ save: async (row, options) => rows.save(row, { ...options, mustExist: true }) }),
    breaks: ['save inserts what has no key, or one that no row has'],
  },
  'ignores the options of a save': {
    methods: (rows) => ({ save: async (row) => rows.save(row) }),
    breaks: [
      'save never inserts what must exist',
      'save writes over the expected version only',
      'of many writers over one version one wins',
    ],
  },
  'takes the unique value of a row for that of another one': {
    methods: (rows) => ({
      save: async (row, options) => {
        if (typeof row.code === 'string') throw new EntityExistsException('again')
        return rows.save(row, options)
      },
    }),
    breaks: ['save keeps the unique value of its own row'],
  },
  'has always deleted something': {
    methods: (rows) => ({ delete: async (id, options) => (await rows.delete(id, options)) || true }),
    breaks: ['delete says whether there was something to delete', 'a key that no row can have finds nothing'],
  },
  'deletes any version': {
    methods: (rows) => ({ delete: async (id) => rows.delete(id) }),
    breaks: ['delete takes the expected version only'],
  },
  'leaves rows': {
    methods: () => ({ deleteAll: async () => undefined }),
    breaks: ['deleteAll deletes all'],
  },
  'gives its own rows away': {
    methods: (rows) => {
      const given = new Map<unknown, Row | undefined>()
      return {
        findOne: async (id) => {
          if (!given.has(id)) given.set(id, await rows.findOne(id))
          return given.get(id)
        },
      }
    },
    breaks: ['what a caller does with an entity does not reach the store'],
  },
  'refuses to delete a version of a row that is gone': {
    methods: (rows) => ({
      delete: async (id, options) => {
        if (options?.expectedVersion !== undefined && !(await rows.exists(id)))
          throw new OptimisticLockException('gone')
        return rows.delete(id, options)
      },
    }),
    breaks: ['delete takes the expected version only'],
  },
  'does a request each time': {
    methods: () => ({ once: async (_, create) => create() }),
    breaks: [
      'a request that is sent again is done once, and gives what is there now',
      'the name of another request, or of what is gone, is refused',
      'of many that send one request at the same time one does it',
    ],
  },
  'keeps what a request that failed has written': {
    methods: () => {
      const done = new Map<string, Row>()
      return {
        once: async ({ key }, create) => {
          const row = done.get(key) ?? (await create())
          done.set(key, row)
          return row
        },
      }
    },
    breaks: ['a request that failed may be sent again'],
  },
  'remembers requests that failed': {
    methods: () => {
      const done = new Map<string, Promise<Row>>()
      return {
        once: async ({ key }, create) => {
          const result = done.get(key) ?? create()
          done.set(key, result)
          return result
        },
      }
    },
    breaks: [
      'a request that failed may be sent again',
      'a request whose outer transaction is undone may be sent again',
    ],
  },
  'undoes nothing': {
    methods: () => ({ transaction: async (work) => work() }),
    breaks: [
      'a transaction that throws has written nothing',
      'a transaction in a transaction joins it',
      'a transaction in a transaction that throws has written nothing, and the outer one goes on',
      'what an outer transaction writes meanwhile is not undone with an inner one',
      'nobody sees a transaction before its end',
      'a row stays locked after a refused write',
      'a locked row waits for who locked it, so that no change is lost',
    ],
  },
  'undoes a whole transaction with one refused write': {
    methods: (rows) => ({
      transaction: async (work) =>
        rows.transaction(async () => {
          let failure: Error | undefined
          const insert = rows.insert.bind(rows)
          rows.insert = async (row) => insert(row).catch((error: Error) => Promise.reject((failure = error)))
          try {
            const result = await work()
            if (failure !== undefined) throw failure
            return result
          } finally {
            rows.insert = insert
          }
        }),
      insert: async (row) => rows.insert(row),
    }),
    breaks: [
      'a refused write that is caught undoes nothing but itself',
      'a refused write undoes nothing of an inner transaction that has ended',
    ],
  },
  'gives no result of a transaction': {
    methods: (rows) => ({
      transaction: async <Result>(work: () => Promise<Result>) =>
        rows.transaction(async () => {
          await work()
          return undefined as Result
        }),
    }),
    breaks: ['a transaction that ends well has written all, and gives its result'],
  },
  'stores keys and texts for other values': {
    methods: (rows) => ({
      findOne: async (id) => {
        const found = await rows.findOne(id)
        return found && rows.entity.create({ ...found, ...otherValues(found) })
      },
    }),
    breaks: [
      'a row of nulls comes out as it went in',
      ...['string', 'integer', 'bigint', 'number', 'decimal', 'bytes', 'boolean', 'date'].map(valueRule),
      ...['datetime', 'uuid', 'objectId', 'json'].map(valueRule),
      'given keys of type string are kept, found exactly, and in order',
    ],
  },
  'gives each row one token': {
    methods: (rows) => ({
      insert: async (row) => withToken(rows, await rows.insert(row)),
      save: async (row, options) => withToken(rows, await rows.save(row, options)),
      findOne: async (id, options) => {
        const found = await rows.findOne(id, options)
        return found && withToken(rows, found)
      },
    }),
    breaks: ['each write of a row with a given key of type bigint has another row token'],
  },
  'gives a key again': {
    definition: ({ key }) => ({ key: { ...key, generated: false } }),
    methods: (rows) => ({
      insert: async (row) =>
        rows.insert(changed(rows, row, { [rows.entity.key.name]: firstKeys[rows.entity.key.type] })),
    }),
    breaks: [
      'generated keys of type string are new ones, and can be read from their text',
      'a generated key of type string is never given again, though its row was the last one',
    ],
  },
}

function valueRule(type: string): string {
  return `a value of type ${type} comes out as it went in, from inserts, saves and lists`
}
