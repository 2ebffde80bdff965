import type { EntityDefinition } from '../entity/entity-definition.js'
import { existsException, referenceException } from '../entity/entity-exceptions.js'
import { recordOf } from '../entity/record-of.js'
import {
  DataIntegrityViolationException,
  EntityExistsException,
  isError,
} from '../exceptions/rest-exceptions.js'
import type { Scalar } from './condition.js'
import type { FindRelated } from './relation-loader.js'

/** Messages of databases about duplicate values. */
const columns = [
  // SQLite: `UNIQUE constraint failed: books.isbn`.
  /UNIQUE constraint failed: [^.]{1,64}\.([^.,]{1,64})$/,
  // PostgreSQL's detail: `Key (isbn)=(...) already exists.`
  /^Key \((\w{1,64})\)=/,
  /^Key \("([^"]{1,64})"\)=/,
]
/** MariaDB and MySQL: `Duplicate entry '...' for key 'books.isbn'`. The index has the name of its first column. */
const indexes = [/ for key '(?:[^'.]{1,64}\.)?([^'.]{1,64})'$/]

/** PostgreSQL's detail: `Key (author_id)=(...) is not present in table "authors".` */
const missingKey = /^Key \("?([^"()]{1,64})"?\)=.*is not present in table "[^"]{1,64}"\.$/s

/** Names the field with the duplicate value or the broken reference, if it is known and not hidden. */
export function namedConflict(entity: EntityDefinition, conflict: unknown): unknown {
  if (conflict instanceof DataIntegrityViolationException) return namedReference(entity, conflict)
  if (!(conflict instanceof EntityExistsException)) return conflict
  const property = propertyOf(entity, conflict.cause)
  return property === undefined ? conflict : existsException(entity, property, { cause: conflict.cause })
}

function namedReference(
  entity: EntityDefinition,
  conflict: DataIntegrityViolationException,
): DataIntegrityViolationException {
  const { cause } = conflict
  const detail: unknown = isError(cause) ? Reflect.get(cause, 'detail') : undefined
  const column = typeof detail === 'string' ? missingKey.exec(detail)?.[1] : undefined
  const field = entity.fields.find((one) => one.references !== undefined && one.column === column)
  return field === undefined ? conflict : referenceException(entity, field.name, { cause })
}

/** Names the field with the broken reference. Most databases do not report this field, so each reference is checked. */
export async function namedByLooking(
  entity: EntityDefinition,
  conflict: unknown,
  written: object,
  findRelated: FindRelated,
): Promise<unknown> {
  if (!(conflict instanceof DataIntegrityViolationException) || conflict.property !== undefined)
    return conflict
  for (const { name, references } of entity.fields) {
    const value = recordOf(written)[name] ?? null
    if (references === undefined || value === null) continue
    const relation = { name, entity: references, by: name, many: false }
    const where = [{ [references().key.name]: value as Scalar }]
    const found = await findRelated(relation, where).catch(() => undefined)
    if (found?.length === 0) return referenceException(entity, name, { cause: conflict.cause })
  }
  return conflict
}

function propertyOf({ key, fields }: EntityDefinition, cause: unknown): string | undefined {
  const index = nameIn(cause, indexes)
  const column = index ?? nameIn(cause, columns)
  if (column === key.column || column === 'PRIMARY' || column === '_id') return key.name
  // An index over several columns may have the name of its first column, so only unique fields count.
  return fields.find((field) => field.column === column && (index === undefined || field.unique))?.name
}

function nameIn(cause: unknown, patterns: readonly RegExp[]): string | undefined {
  if (!isError(cause)) return undefined
  // MongoDB reports the index itself.
  const index: unknown = Reflect.get(cause, 'keyPattern')
  if (typeof index === 'object' && index !== null) return Object.keys(index)[0]
  const texts: unknown[] = [cause.message, Reflect.get(cause, 'detail'), Reflect.get(cause, 'sqlMessage')]
  for (const text of texts) {
    if (typeof text !== 'string') continue
    for (const pattern of patterns) {
      const [, column] = pattern.exec(text.slice(-maxText)) ?? pattern.exec(text.slice(0, maxText)) ?? []
      if (column !== undefined) return column
    }
  }
  return undefined
}

/** The length of the searched beginning and end. The value is in the middle of the message. */
const maxText = 300
