import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { scaleDecimal } from '@mvc-router/rest'
import { Query } from 'mingo'
import { BSON, type Document } from 'mongodb'

type Rows = Map<string, Document>

/** A transaction with its snapshot, writes and locks. */
interface Transaction {
  readonly began: number
  readonly rows: Map<string, Rows>
  readonly writes: Map<string, () => void>
  readonly locks: Set<string>
}

class CommandError extends Error {
  readonly code: number
  readonly extra: Document

  constructor(code: number, message: string, extra: Document = {}) {
    super(message)
    this.code = code
    this.extra = extra
  }
}

/**
 * Implements the part of MongoDB's wire protocol that the driver needs: a replica set of one server, with snapshots, write
 * conflicts and unique indexes. mingo evaluates filters. All documents are in memory.
 */
export class MongoStandIn {
  readonly #server: Server = createServer((socket) => this.#serve(socket))
  readonly #sockets = new Set<Socket>()
  readonly #rows = new Map<string, Rows>()
  readonly #unique = new Map<string, { readonly field: string }[]>()
  readonly #transactions = new Map<string, Transaction>()
  /** The commit time of the last write, by row. */
  readonly #written = new Map<string, number>()
  readonly #locks = new Map<string, Transaction>()
  #time = 0

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `mongodb://${this.#address()}/?replicaSet=test`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
        const length = received.readInt32LE(0)
        socket.write(this.#answer(received.subarray(0, length)))
        received = received.subarray(length)
      }
    })
  }

  #answer(message: Buffer): Buffer {
    const command: Document = {}
    for (let at = 20; at < message.length;) {
      const kind = message[at++]
      const size = message.readInt32LE(at)
      const section = message.subarray(at, at + size)
      if (kind === 0) Object.assign(command, read(section))
      else {
        const end = section.indexOf(0, 4)
        const documents: Document[] = []
        for (let start = end + 1; start < size; start += section.readInt32LE(start))
          documents.push(read(section.subarray(start, start + section.readInt32LE(start))))
        command[section.toString('utf8', 4, end)] = documents
      }
      at += size
    }
    const body = BSON.serialize(this.#reply(command))
    const header = Buffer.alloc(21)
    header.writeInt32LE(21 + body.length, 0)
    header.writeInt32LE(message.readInt32LE(4), 8)
    header.writeInt32LE(2013, 12)
    return Buffer.concat([header, body])
  }

  #reply(command: Document): Document {
    try {
      return { ok: 1, ...this.#run(command) }
    } catch (error) {
      if (!(error instanceof CommandError)) return { ok: 0, code: 1, errmsg: String(error) }
      // A refused command ends its transaction.
      this.#end(sessionOf(command))
      const { code, message, extra } = error
      if (code === 11000 && 'findAndModify' in command) return { ok: 0, code, errmsg: message, ...extra }
      if (code === 11000)
        return { ok: 1, n: 0, nModified: 0, writeErrors: [{ index: 0, code, errmsg: message, ...extra }] }
      return { ok: 0, code, errmsg: message, errorLabels: ['TransientTransactionError'] }
    }
  }

  #run(command: Document): Document {
    const [name = ''] = Object.keys(command)
    const session = sessionOf(command)
    if (command['startTransaction'] === true)
      this.#transactions.set(session, {
        began: this.#time,
        rows: new Map(Array.from(this.#rows, ([key, rows]) => [key, new Map(rows)])),
        writes: new Map(),
        locks: new Set(),
      })
    const transaction = this.#transactions.get(session)
    if (command['autocommit'] === false && transaction === undefined && name !== 'abortTransaction')
      throw new CommandError(251, 'there is no such transaction')
    const collection = String(command[name])
    const rows = (): Rows => {
      const all = transaction?.rows ?? this.#rows
      if (!all.has(collection)) all.set(collection, new Map())
      return all.get(collection) as Rows
    }
    const find = (filter: Document): Document[] => {
      const query = new Query(comparable(filter) as Document)
      return Array.from(rows().values()).filter((row) => query.test(comparable(row) as Document))
    }
    const put = (row: Document | undefined, id: string): void =>
      this.#put(collection, id, row, rows(), transaction)
    switch (name) {
      case 'hello':
        return this.#hello()
      case 'create':
        this.#rows.set(collection, new Map())
        return {}
      case 'drop':
        this.#rows.delete(collection)
        this.#unique.delete(collection)
        return {}
      case 'createIndexes': {
        const indexes = command['indexes'] as Document[]
        const unique = indexes.filter((index) => index['unique'] === true)
        const fields = unique.map((index) => ({ field: Object.keys(index['key'] as object)[0] ?? '' }))
        this.#unique.set(collection, [...(this.#unique.get(collection) ?? []), ...fields])
        return {}
      }
      case 'listCollections':
        return cursor(Array.from(this.#rows.keys(), (one) => ({ name: one, type: 'collection' })))
      case 'find': {
        const sort = Object.entries((command['sort'] ?? {}) as Record<string, number>)
        const skip = Number(command['skip'] ?? 0)
        const limit = Number(command['limit'] ?? 0)
        const found = find(command['filter'] as Document).toSorted((left, right) =>
          compare(left, right, sort),
        )
        return cursor(found.slice(skip, limit === 0 ? undefined : skip + limit))
      }
      case 'aggregate': {
        const [match] = command['pipeline'] as [{ $match: Document }]
        const found = find(match.$match)
        return cursor(found.length === 0 ? [] : [{ _id: 1, n: found.length }])
      }
      case 'insert':
        for (const row of command['documents'] as Document[]) {
          if (rows().has(idOf(row))) throw taken('_id')
          put(row, idOf(row))
        }
        return { n: (command['documents'] as Document[]).length }
      case 'update': {
        let n = 0
        for (const { q, u, multi } of command['updates'] as { q: Document; u: Document; multi?: boolean }[])
          for (const row of find(q).slice(0, multi === true ? undefined : 1)) {
            put('$set' in u ? { ...row, ...(u['$set'] as Document) } : { ...u, _id: row['_id'] }, idOf(row))
            n++
          }
        return { n, nModified: n }
      }
      case 'findAndModify': {
        const [row] = find(command['query'] as Document)
        if (row !== undefined)
          put({ ...row, ...((command['update'] as Document)['$set'] as Document) }, idOf(row))
        return { value: row ?? null }
      }
      case 'delete': {
        const [{ q, limit }] = command['deletes'] as [{ q: Document; limit: number }]
        const gone = find(q).slice(0, limit === 1 ? 1 : undefined)
        for (const row of gone) put(undefined, idOf(row))
        return { n: gone.length }
      }
      case 'commitTransaction':
        this.#time++
        for (const [key, write] of transaction?.writes ?? []) {
          this.#written.set(key, this.#time)
          write()
        }
        this.#end(session)
        return {}
      case 'abortTransaction':
        this.#end(session)
        return {}
      case 'ping':
      case 'endSessions':
      case 'dropDatabase':
        return {}
      default:
        throw new CommandError(59, `no such command: ${name}`)
    }
  }

  #put(
    collection: string,
    id: string,
    row: Document | undefined,
    rows: Rows,
    transaction?: Transaction,
  ): void {
    const key = `${collection} ${id}`
    const before = rows.get(id)
    const values = (this.#unique.get(collection) ?? []).flatMap(({ field }) =>
      [row?.[field], before?.[field]]
        .filter((value) => (value ?? null) !== null)
        .map((value) => `${collection} ${field} ${String(comparable(value))}`),
    )
    if (transaction !== undefined) for (const one of [key, ...values]) this.#lock(one, transaction)
    for (const { field } of this.#unique.get(collection) ?? []) {
      const value = comparable(row?.[field] ?? null)
      if (value === null) continue
      for (const [other, { [field]: theirs }] of rows)
        if (other !== id && comparable(theirs) === value) throw taken(field)
    }
    const write = (all: Rows): void => void (row === undefined ? all.delete(id) : all.set(id, row))
    write(rows)
    for (const one of values) transaction?.writes.set(one, () => undefined)
    transaction?.writes.set(key, () => {
      if (!this.#rows.has(collection)) this.#rows.set(collection, new Map())
      write(this.#rows.get(collection) as Rows)
    })
  }

  /** Locks a row. Throws if another transaction has locked the row, or has written the row since the snapshot. */
  #lock(key: string, transaction: Transaction): void {
    const owner = this.#locks.get(key)
    if ((owner !== undefined && owner !== transaction) || (this.#written.get(key) ?? 0) > transaction.began)
      throw new CommandError(112, 'write conflict')
    this.#locks.set(key, transaction)
    transaction.locks.add(key)
  }

  #end(session: string): void {
    for (const key of this.#transactions.get(session)?.locks ?? []) this.#locks.delete(key)
    this.#transactions.delete(session)
  }

  #hello(): Document {
    return {
      isWritablePrimary: true,
      setName: 'test',
      setVersion: 1,
      hosts: [this.#address()],
      primary: this.#address(),
      me: this.#address(),
      maxBsonObjectSize: 16_777_216,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      minWireVersion: 0,
      maxWireVersion: 25,
      readOnly: false,
    }
  }
}

function read(bytes: Buffer): Document {
  return BSON.deserialize(bytes, { promoteLongs: false })
}

function cursor(firstBatch: readonly Document[]): Document {
  return { cursor: { id: BSON.Long.ZERO, ns: 'test.any', firstBatch } }
}

function sessionOf({ lsid, txnNumber }: Document): string {
  const { id } = (lsid ?? {}) as { id?: BSON.Binary }
  return `${id?.toString('hex') ?? ''} ${String(txnNumber)}`
}

function taken(field: string): CommandError {
  return new CommandError(11000, 'E11000 duplicate key error', { keyPattern: { [field]: 1 } })
}

function idOf({ _id }: Document): string {
  return String(comparable(_id))
}

/** Converts a BSON value, so that JavaScript compares the result as MongoDB compares the value. */
function comparable(value: unknown): unknown {
  // Each byte of UTF-8 becomes one character.
  if (typeof value === 'string') return Buffer.from(value).toString('latin1')
  if (value instanceof BSON.Decimal128) return digits(scaleDecimal(value.toString()))
  if (value instanceof BSON.Long) return digits(value.toBigInt())
  if (value instanceof BSON.ObjectId) return value.toHexString()
  if (value instanceof BSON.Binary) return value.toString('hex')
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one)]))
}

/** Returns texts of equal length, so that the order of the texts is the order of the numbers. */
function digits(value: bigint): string {
  return String(value + 2n ** 80n)
}

/** Compares documents: null first, texts by their bytes. */
function compare(left: Document, right: Document, sort: readonly (readonly [string, number])[]): number {
  for (const [field, sign] of sort) {
    const [one, other] = [comparable(left[field] ?? null), comparable(right[field] ?? null)]
    if (one === null || other === null) {
      if (one !== other) return one === null ? -sign : sign
    } else if ((one as number) < (other as number)) return -sign
    else if ((one as number) > (other as number)) return sign
  }
  return 0
}
