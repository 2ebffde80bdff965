import { EntityExistsException, OptimisticLockException } from '@mvc-router/rest'
import { changed, type Fault, firstKeys, otherValues, type Row, withToken } from './faulty-repository.js'

/** Faults of writes, keys, values, transactions and repeated requests. */
export const writeFaults: Readonly<Record<string, Fault>> = {
  'overwrites existing rows in insert': {
    methods: (rows) => ({ insert: async (row) => rows.save(row) }),
    breaks: [
      'insert chooses key and version itself, and ignores the key and version of the entity',
      'a given key of type uuid that exists is refused by insert and overwritten by save',
    ],
  },
  'returns another version than the stored version': {
    methods: (rows) => ({ insert: async (row) => changed(rows, await rows.insert(row), { version: 7 }) }),
    breaks: ['insert returns the stored row, with a key and version 1'],
  },
  'ignores that fields are unique': {
    definition: ({ fields }) => ({ fields: fields.map((field) => ({ ...field, unique: false })) }),
    breaks: [
      'insert refuses a unique value that exists, and stores nothing',
      'a unique value that is inserted twice at once is stored once',
      'save refuses a unique value of another row, and changes nothing',
      'a refused write that is not caught undoes its transaction',
      'refused writes undo only themselves among writes at the same time',
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
    breaks: ['unique values are compared exactly, and several nulls are allowed'],
  },
  'refuses the unique values of deleted rows': {
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
    breaks: ['the unique value of a deleted row can be stored again'],
  },
  'keeps the old value of a field that is saved as null': {
    methods: (rows) => ({
      save: async (row, options) => {
        const given = Object.entries(row).filter(([, value]) => value !== null)
        const before = await rows.findOne(rows.entity.keyOf(row) ?? 0)
        return rows.save(rows.entity.create({ ...before, ...Object.fromEntries(given) }), options)
      },
    }),
    breaks: ['save writes all fields of an existing row, raises its version, and changes no other row'],
  },
  'never inserts a row in save': {
    methods: (rows) => ({ save: async (row, options) => rows.save(row, { ...options, mustExist: true }) }),
    breaks: ['save inserts an entity without a key, or with an unknown key'],
  },
  'ignores the options of save': {
    methods: (rows) => ({ save: async (row) => rows.save(row) }),
    breaks: [
      'save with mustExist never inserts',
      'save overwrites only the expected version',
      'only one of several concurrent saves of a version succeeds',
    ],
  },
  'refuses every unique value in a save': {
    methods: (rows) => ({
      save: async (row, options) => {
        if (typeof row.code === 'string') throw new EntityExistsException('again')
        return rows.save(row, options)
      },
    }),
    breaks: ['save accepts the unique value that the row already has'],
  },
  'always reports that delete deleted a row': {
    methods: (rows) => ({ delete: async (id, options) => (await rows.delete(id, options)) || true }),
    breaks: ['delete returns true only if it deleted a row', 'a key without a row finds nothing'],
  },
  'deletes a row of any version': {
    methods: (rows) => ({ delete: async (id) => rows.delete(id) }),
    breaks: ['delete deletes only the expected version'],
  },
  'deletes no rows in deleteAll': {
    methods: () => ({ deleteAll: async () => undefined }),
    breaks: ['deleteAll deletes all rows'],
  },
  'returns the same object to all callers': {
    methods: (rows) => {
      const given = new Map<unknown, Row | undefined>()
      return {
        findOne: async (id) => {
          if (!given.has(id)) given.set(id, await rows.findOne(id))
          return given.get(id)
        },
      }
    },
    breaks: ['a change of an entity by its caller does not change the store'],
  },
  'throws if an already deleted row is deleted with an expected version': {
    methods: (rows) => ({
      delete: async (id, options) => {
        if (options?.expectedVersion !== undefined && !(await rows.exists(id)))
          throw new OptimisticLockException('gone')
        return rows.delete(id, options)
      },
    }),
    breaks: ['delete deletes only the expected version'],
  },
  'executes a repeated request again': {
    methods: () => ({ once: async (_, create) => create() }),
    breaks: [
      'a repeated request is executed only once, and returns the current row',
      'a key is refused if another request had it, or if its row is deleted',
      'a request that is sent several times at once is executed once',
    ],
  },
  'keeps the writes of a failed request': {
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
    breaks: ['a failed request can be repeated'],
  },
  'remembers failed requests': {
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
      'a failed request can be repeated',
      'a request can be repeated after its outer transaction was undone',
    ],
  },
  'undoes no transaction': {
    methods: () => ({ transaction: async (work) => work() }),
    breaks: [
      'a transaction that throws keeps no writes',
      'an inner transaction is undone with the outer transaction',
      'an inner transaction that throws keeps no writes, and the outer transaction continues',
      'undoing an inner transaction keeps concurrent writes of the outer transaction',
      'writes of a transaction are invisible outside of it until its end',
      'a write after the end of its transaction is refused',
      'a row stays locked after a refused write',
      'a row is locked until the end of the transaction, so no change is lost',
    ],
  },
  'undoes a whole transaction because of one refused write': {
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
      'a refused write that is caught undoes only itself',
      'a refused write does not undo an inner transaction that has ended',
    ],
  },
  'does not return the result of a transaction': {
    methods: (rows) => ({
      transaction: async <Result>(work: () => Promise<Result>) =>
        rows.transaction(async () => {
          await work()
          return undefined as Result
        }),
    }),
    breaks: ['a transaction that succeeds keeps all writes, and returns its result'],
  },
  'returns other values than the written values': {
    methods: (rows) => ({
      findOne: async (id) => {
        const found = await rows.findOne(id)
        return found && rows.entity.create({ ...found, ...otherValues(found) })
      },
    }),
    breaks: [
      'a row of nulls is read as it was written',
      ...['string', 'integer', 'bigint', 'number', 'decimal', 'bytes', 'boolean', 'date'].map(valueRule),
      ...['datetime', 'uuid', 'objectId', 'json'].map(valueRule),
      'given keys of type string are stored, found exactly, and listed in order',
    ],
  },
  'gives all rows the same token': {
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
  'generates the same key twice': {
    definition: ({ key }) => ({ key: { ...key, generated: false } }),
    methods: (rows) => ({
      insert: async (row) =>
        rows.insert(changed(rows, row, { [rows.entity.key.name]: firstKeys[rows.entity.key.type] })),
    }),
    breaks: [
      'generated keys of type string are all different, and can be parsed from their texts',
      'a generated key of type string is never generated again, even after its row was deleted',
    ],
  },
}

function valueRule(type: string): string {
  return `a value of type ${type} is read as it was written, after insert and save, alone and in a list`
}
