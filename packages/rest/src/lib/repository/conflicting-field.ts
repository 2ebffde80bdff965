import type { EntityDefinition } from '../entity/entity-definition.js'
import { existsException } from '../entity/entity-exceptions.js'
import { EntityExistsException, isError } from '../exceptions/rest-exceptions.js'

/** What databases say of a value that is there already: the columns, or the index. */
const columns = [
  // SQLite: `UNIQUE constraint failed: books.isbn`.
  /UNIQUE constraint failed: [^.]{1,64}\.([^.,]{1,64})$/,
  // PostgreSQL's detail: `Key (isbn)=(...) already exists.`
  /^Key \((\w{1,64})\)=/,
  /^Key \("([^"]{1,64})"\)=/,
  // MariaDB and MySQL: `Duplicate entry '...' for key 'books.isbn'`, where an index is named after its column.
  / for key '(?:[^'.]{1,64}\.)?([^'.]{1,64})'$/,
]

/**
 * A conflict with the field in it whose value another row has; as it is where that is not known, or not shown, like any other
 * error.
 */
export function namedConflict(entity: EntityDefinition, conflict: unknown): unknown {
  if (!(conflict instanceof EntityExistsException)) return conflict
  const column = columnOf(conflict.cause)
  const property =
    column === entity.key.column || column === 'PRIMARY' || column === '_id'
      ? entity.key.name
      : entity.fields.find((field) => field.column === column)?.name
  return property === undefined ? conflict : existsException(entity, property, { cause: conflict.cause })
}

function columnOf(cause: unknown): string | undefined {
  if (!isError(cause)) return undefined
  // MongoDB gives the index itself.
  const index: unknown = Reflect.get(cause, 'keyPattern')
  if (typeof index === 'object' && index !== null) return Object.keys(index)[0]
  const texts: unknown[] = [cause.message, Reflect.get(cause, 'detail'), Reflect.get(cause, 'sqlMessage')]
  for (const text of texts) {
    if (typeof text !== 'string') continue
    for (const pattern of columns) {
      const [, column] = pattern.exec(text.slice(-maxText)) ?? pattern.exec(text.slice(0, maxText)) ?? []
      if (column !== undefined) return column
    }
  }
  return undefined
}

/** The value itself, which may be long, is in the middle. */
const maxText = 300
