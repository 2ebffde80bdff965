import type { EntityDefinition, FieldType, RowCondition, Store } from '@mvc-router/rest'
import {
  BigIntType,
  BlobType,
  DecimalType,
  EntitySchema,
  IsolationLevel,
  LockMode,
  type SqlEntityManager,
} from '@mikro-orm/postgresql'

const types: Readonly<Record<FieldType, object>> = {
  string: { type: 'text' },
  integer: { type: new BigIntType('number') },
  bigint: { type: new BigIntType('bigint') },
  number: { type: 'double' },
  decimal: { type: new DecimalType('string') },
  boolean: { type: 'boolean' },
  date: { type: 'string', columnType: 'date' },
  datetime: { type: 'datetime', columnType: 'timestamptz(3)' },
  uuid: { type: 'uuid' },
  objectId: { type: 'text' },
  json: { type: 'json' },
  bytes: { type: BlobType },
}

/** The schema of an entity for the option `entities` of MikroORM. */
export function mikroormSchema({ name, table, key, fields }: EntityDefinition): EntitySchema {
  const isCounted = key.generated && (key.type === 'integer' || key.type === 'bigint')
  const properties = [key, ...fields].map((one) => [
    one.name,
    {
      ...types[one.type],
      fieldName: one.column,
      ...(one === key ? { primary: true, autoincrement: isCounted } : { nullable: true }),
    },
  ])
  return new EntitySchema({ name, tableName: table, properties: Object.fromEntries(properties) })
}

/** A condition as a filter of MikroORM. */
function filterOf(condition: RowCondition): object {
  if ('all' in condition) return condition.all.length === 0 ? {} : { $and: condition.all.map(filterOf) }
  if ('any' in condition) return { $or: condition.any.map(filterOf) }
  const { property, operator, value } = condition
  if (operator === 'null') return { [property]: value ? null : { $ne: null } }
  if (operator !== 'contains' && operator !== 'startsWith') return { [property]: { [`$${operator}`]: value } }
  const text = value.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return { [property]: { $like: operator === 'contains' ? `%${text}%` : `${text}%` } }
}

/** The rows of entities in PostgreSQL, through MikroORM. The ORM of `em` has the schemas of all entities. */
export function mikroormStore(em: SqlEntityManager): Store<SqlEntityManager> {
  const fork = (): SqlEntityManager => em.fork()
  return {
    begin: async (outer, work, { isSerializable }) =>
      (outer ?? fork()).transactional(
        work,
        isSerializable && !outer ? { isolationLevel: IsolationLevel.SERIALIZABLE } : {},
      ),
    rows: ({ name, key }) => ({
      insert: async (on = fork(), row) => on.insert(name, row),
      update: async (on = fork(), id, row) => void (await on.nativeUpdate(name, { [key.name]: id }, row)),
      delete: async (on = fork(), where) => void (await on.nativeDelete(name, filterOf(where))),
      select: async (on = fork(), { where, order, offset, limit, lock }) =>
        on.find<object>(name, filterOf(where), {
          orderBy: order.map(({ property, direction }) => ({
            [property]: direction === 'asc' ? 'asc nulls first' : 'desc nulls last',
          })),
          offset,
          limit: limit ?? Number.MAX_SAFE_INTEGER,
          disableIdentityMap: true,
          ...(lock && { lockMode: LockMode.PESSIMISTIC_WRITE }),
        }),
      count: async (on = fork(), where) => on.count(name, filterOf(where)),
    }),
  }
}
