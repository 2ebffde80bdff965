import type { Db } from 'mongodb'
import {
  databaseException,
  type EntityDefinition,
  type FieldType,
  IdempotencyKey,
} from '@mvc-router/rest/store'
import { documentName } from './mongo-values.js'

/** The BSON types of field values. A unique index covers only these types, so that several documents may have null. */
const bsonTypes: Readonly<Record<FieldType, string>> = {
  string: 'string',
  integer: 'number',
  bigint: 'long',
  number: 'number',
  decimal: 'decimal',
  boolean: 'bool',
  date: 'string',
  datetime: 'date',
  uuid: 'binData',
  objectId: 'objectId',
  bytes: 'binData',
  json: 'object',
}

/** Creates missing collections, and missing indexes of unique fields, references and fields with `index: true`. */
export async function createCollections(db: Db, entities: readonly EntityDefinition[]): Promise<void> {
  try {
    const existing = new Set(
      (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
    )
    for (const entity of [...entities, IdempotencyKey]) {
      const { table, fields } = entity
      if (!existing.has(table)) await db.createCollection(table)
      for (const field of fields) {
        const name = documentName(entity, field)
        if (field.unique)
          await db
            .collection(table)
            .createIndex(
              { [name]: 1 },
              { unique: true, partialFilterExpression: { [name]: { $type: bsonTypes[field.type] } } },
            )
        else if (field.indexed || field.references !== undefined)
          await db.collection(table).createIndex({ [name]: 1, _id: 1 })
      }
    }
  } catch (error) {
    throw databaseException(error)
  }
}
