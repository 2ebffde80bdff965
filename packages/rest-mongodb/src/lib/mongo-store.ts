import { ConfigurationException } from '@mvc-router/router-core'
import { checkOptions } from '@mvc-router/router-core/tools'
import { type ClientSession, type Db, type Document, ObjectId } from 'mongodb'
import {
  checkDelay,
  type EntityDefinition,
  existsException,
  isCountedKey,
  NotImplementedException,
  type RowCondition,
  type RowQuestion,
  type RowStore,
  type Store,
  type StoredRow,
} from '@mvc-router/rest/store'
import { mongoFilter, mongoSort } from './mongo-filter.js'
import { MongoTransaction } from './mongo-transaction.js'
import { documentName, documentOf, fromBson, rowOf } from './mongo-values.js'

/** Options of `mongoStore`. */
export interface MongoStoreOptions {
  /** The time in milliseconds for which the first statement of a transaction waits for a locked row. Default: 5000. */
  readonly lockTimeout?: number
  /** The maximum time of a statement, in milliseconds. Default: 5000. */
  readonly statementTimeout?: number
}

/** A write to this field locks a document. */
const lockField = '_lock'
/** Columns of a document that no field may have. The key is in `_id`. */
const ownColumns: ReadonlySet<string> = new Set(['_id', lockField])

/**
 * Connects `StoreRepository` to a MongoDB database. Create one store for each database. Every write is a transaction,
 * which needs a replica set. A set of one server is enough.
 *
 * ```ts
 * const store = mongoStore(client.db('library'))
 * const bookRepository = new StoreRepository(Book, store)
 * ```
 *
 * @throws ConfigurationException for an unknown option, or a timeout that is not a positive integer
 */
export function mongoStore(db: Db, options: MongoStoreOptions = {}): Store<MongoTransaction> {
  checkOptions('mongoStore', options, { lockTimeout: true, statementTimeout: true })
  const { lockTimeout = 5000, statementTimeout = 5000 } = options
  checkDelay('lockTimeout', lockTimeout)
  checkDelay('statementTimeout', statementTimeout)
  return {
    begin: async (outer, work, { isSerializable = false }) => {
      if (outer !== undefined) return outer.nested(async () => work(outer))
      if (isSerializable) throw new NotImplementedException('MongoDB has no serializable transactions')
      return db.client.withSession(async (session) => {
        const transaction = new MongoTransaction(session, lockTimeout)
        try {
          const result = await work(transaction)
          await transaction.commit()
          return result
        } catch (error) {
          await transaction.abort().catch(() => undefined)
          throw error
        }
      })
    },
    rows: (entity) => new MongoRows(db, entity, statementTimeout),
  }
}

class MongoRows implements RowStore<MongoTransaction> {
  readonly #entity: EntityDefinition
  readonly #collection: ReturnType<Db['collection']>
  readonly #limits: { readonly maxTimeMS: number }

  constructor(db: Db, entity: EntityDefinition, maxTimeMS: number) {
    const { key, name, table, fields } = entity
    if (isCountedKey(key))
      throw new ConfigurationException(
        'key',
        `MongoDB does not count keys: the key of ${name} must be an objectId, a uuid or a string, or chosen by clients`,
      )
    const taken = fields.find(({ column }) => ownColumns.has(column))
    if (taken !== undefined)
      throw new ConfigurationException(
        'column',
        `${name} has a field in the column "${taken.column}", which MongoDB needs; declare another column`,
      )
    this.#entity = entity
    this.#collection = db.collection(table)
    this.#limits = { maxTimeMS }
  }

  async insert(transaction: MongoTransaction | undefined, row: StoredRow): Promise<unknown> {
    const document = documentOf(this.#entity, row)
    const { _id } = document
    await this.#run(transaction, async (session) => {
      if (transaction?.isNested === true) await this.#checkUnique(document, session)
      await this.#collection.insertOne(document, { ...session, ...this.#limits })
    })
    this.#remember(transaction, async (session) => void (await this.#collection.deleteOne({ _id }, session)))
    return fromBson(_id)
  }

  async update(transaction: MongoTransaction | undefined, id: unknown, row: StoredRow): Promise<void> {
    const { _id, ...values } = documentOf(this.#entity, { ...row, [this.#entity.key.name]: id })
    const before = await this.#run(transaction, async (session) => {
      if (transaction?.isNested === true) await this.#checkUnique({ _id, ...values }, session)
      return this.#collection.findOneAndUpdate({ _id }, { $set: values }, { ...session, ...this.#limits })
    })
    if (before !== null)
      this.#remember(
        transaction,
        async (session) => void (await this.#collection.replaceOne({ _id }, before, session)),
      )
  }

  async delete(transaction: MongoTransaction | undefined, where: RowCondition): Promise<void> {
    const filter = mongoFilter(this.#entity, where)
    const gone = await this.#run(transaction, async (session) => {
      const found =
        transaction?.isNested === true ? await this.#collection.find(filter, session).toArray() : []
      await this.#collection.deleteMany(filter, { ...session, ...this.#limits })
      return found
    })
    if (gone.length > 0)
      this.#remember(transaction, async (session) => void (await this.#collection.insertMany(gone, session)))
  }

  async select(
    transaction: MongoTransaction | undefined,
    { where, order, offset, limit = 0, lock }: RowQuestion,
  ): Promise<readonly object[]> {
    const filter = mongoFilter(this.#entity, where)
    const found = await this.#run(transaction, async (session) => {
      const options = { ...session, ...this.#limits, skip: offset, limit: limitOf(limit) }
      const documents = await this.#collection
        .find(filter, { ...options, sort: mongoSort(this.#entity, order) })
        .toArray()
      const ids = documents.map(({ _id }) => _id)
      if (lock && ids.length > 0)
        await this.#collection.updateMany(
          { _id: { $in: ids } },
          { $set: { [lockField]: new ObjectId() } },
          session,
        )
      return documents
    })
    return found.map((document) => rowOf(this.#entity, document))
  }

  async count(transaction: MongoTransaction | undefined, where: RowCondition): Promise<number> {
    const filter = mongoFilter(this.#entity, where)
    return this.#run(transaction, async (session) =>
      this.#collection.countDocuments(filter, { ...session, ...this.#limits }),
    )
  }

  /** Checks unique values before a write, because an error of the server would also end the outer transaction. */
  async #checkUnique(document: Document, session: SessionOption): Promise<void> {
    const { _id, ...others } = document
    for (const field of this.#entity.fields.filter(({ unique }) => unique)) {
      const name = documentName(this.#entity, field)
      if ((others[name] ?? null) === null) continue
      const taken = await this.#collection.findOne({ [name]: others[name], _id: { $ne: _id } }, session)
      if (taken !== null) throw existsException(this.#entity, field.name)
    }
  }

  #remember(
    transaction: MongoTransaction | undefined,
    undo: (session: SessionOption) => Promise<void>,
  ): void {
    transaction?.remember(async () => transaction.run(async (session) => undo({ session })))
  }

  async #run<Result>(
    transaction: MongoTransaction | undefined,
    statement: (session: SessionOption) => Promise<Result>,
  ): Promise<Result> {
    return transaction === undefined
      ? statement({})
      : transaction.run(async (session) => statement({ session }))
  }
}

interface SessionOption {
  readonly session?: ClientSession
}

/** The driver accepts 32 bits. The limit 0 means no limit. */
function limitOf(limit: number): number {
  return limit > 2 ** 31 - 1 ? 0 : limit
}
