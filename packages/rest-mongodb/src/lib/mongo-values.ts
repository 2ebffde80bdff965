import { Binary, Decimal128, type Document, Long, ObjectId, UUID } from 'mongodb'
import type { EntityDefinition, FieldType } from '@mvc-router/rest/store'

/** Returns `_id` for the key, and the column for any other property. */
export function documentName({ key }: EntityDefinition, { name, column }: NamedColumn): string {
  return name === key.name ? '_id' : column
}

interface NamedColumn {
  readonly name: string
  readonly column: string
}

/** All values of a field have the same BSON type, because an index compares only equal types. */
export function toBson(type: FieldType, value: unknown): unknown {
  if (typeof value === 'bigint') return Long.fromBigInt(value)
  if (value instanceof Uint8Array) return new Binary(value)
  if (typeof value !== 'string') return value ?? null
  switch (type) {
    case 'decimal':
      return Decimal128.fromString(value)
    case 'uuid':
      return new UUID(value)
    case 'objectId':
      return new ObjectId(value)
    default:
      return value
  }
}

/** Converts a BSON value to the same value as in other stores. */
export function fromBson(value: unknown): unknown {
  if (value instanceof ObjectId) return value.toHexString()
  if (value instanceof Decimal128) return value.toString()
  if (value instanceof Long) return value.toBigInt()
  if (value instanceof Binary)
    return value.sub_type === Binary.SUBTYPE_UUID ? value.toUUID().toString() : new Uint8Array(value.value())
  return value
}

export function rowOf(
  entity: EntityDefinition,
  document: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    [entity.key, ...entity.fields].map((one) => [one.name, fromBson(document[documentName(entity, one)])]),
  )
}

/** Converts a row to a document. Absent properties stay absent. */
export function documentOf(entity: EntityDefinition, row: Readonly<Record<string, unknown>>): Document {
  return Object.fromEntries(
    [entity.key, ...entity.fields]
      .filter(({ name }) => Object.hasOwn(row, name))
      .map((one) => [documentName(entity, one), toBson(one.type, row[one.name])]),
  )
}
