import type { EntityDefinition } from '../entity/entity-definition.js'
import { existsException } from '../entity/entity-exceptions.js'
import { EntityExistsException, isError } from '../exceptions/rest-exceptions.js'

/** What databases say of a value that is there already. */
const columns = [
  // SQLite: `UNIQUE constraint failed: books.isbn`.
  /UNIQUE constraint failed: [^.]{1,64}\.([^.,]{1,64})$/,
  // PostgreSQL's detail: `Key (isbn)=(...) already exists.`
  /^Key \((\w{1,64})\)=/,
  /^Key \("([^"]{1,64})"\)=/,
]
/** MariaDB and MySQL: `Duplicate entry '...' for key 'books.isbn'`, where an index is named after its first column. */
const indexes = [/ for key '(?:[^'.]{1,64}\.)?([^'.]{1,64})'$/]

/**
 * A conflict with the field in it whose value another row has; as it is where that is not known, or not shown, like any other
 * error.
 */
export function namedConflict(entity: EntityDefinition, conflict: unknown): unknown {
  if (!(conflict instanceof EntityExistsException)) return conflict
  const property = propertyOf(entity, conflict.cause)
  return property === undefined ? conflict : existsException(entity, property, { cause: conflict.cause })
}

function propertyOf({ key, fields }: EntityDefinition, cause: unknown): string | undefined {
  const index = nameIn(cause, indexes)
  const column = index ?? nameIn(cause, columns)
  if (column === key.column || column === 'PRIMARY' || column === '_id') return key.name
  // One over several columns may have the name of the first one, whose value nobody else need have.
  return fields.find((field) => field.column === column && (index === undefined || field.unique))?.name
}

function nameIn(cause: unknown, patterns: readonly RegExp[]): string | undefined {
  if (!isError(cause)) return undefined
  // MongoDB gives the index itself.
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

/** The value itself, which may be long, is in the middle. */
const maxText = 300
