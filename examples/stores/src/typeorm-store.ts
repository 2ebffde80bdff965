import type { EntityDefinition, FieldType, RowStore } from '@mvc-router/rest'
import { type DataSource, type EntityManager, EntitySchema, In, type ColumnType } from 'typeorm'

const types: Readonly<Record<FieldType, ColumnType>> = {
  string: 'text',
  integer: 'bigint',
  bigint: 'bigint',
  number: 'double precision',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'text',
  datetime: 'timestamp with time zone',
  uuid: 'uuid',
  objectId: 'text',
  json: 'json',
  bytes: 'bytea',
}

/** The schema of an entity for the option `entities` of the data source. */
export function typeormSchema({ name, table, key, fields }: EntityDefinition): EntitySchema {
  const isCounted = key.generated && (key.type === 'integer' || key.type === 'bigint')
  const primary = { primary: true, ...(isCounted && { generated: 'increment' }) }
  const columns = [key, ...fields].map((one) => [
    one.name,
    { type: types[one.type], name: one.column, ...(one === key ? primary : { nullable: true }) },
  ])
  return new EntitySchema({ name, tableName: table, columns: Object.fromEntries(columns) })
}

/** The rows of an entity in PostgreSQL, through TypeORM. */
export function typeormStore(
  { manager }: DataSource,
  schema: EntitySchema,
  key: string,
): RowStore<EntityManager> {
  return {
    begin: async (outer, work) => (outer ?? manager).transaction(work),
    insert: async (on = manager, row) => (await on.insert(schema, row)).identifiers[0]?.[key],
    update: async (on = manager, id, row) => void (await on.update(schema, { [key]: id }, row)),
    delete: async (on = manager, id) => {
      const query = on.createQueryBuilder().delete().from(schema)
      await (id === undefined ? query : query.where({ [key]: id })).execute()
    },
    select: async (on = manager, { ids, order, offset, limit, lock }) =>
      on.find(schema, {
        ...(ids !== undefined && { where: { [key]: In([...ids]) } }),
        order: Object.fromEntries(
          order.map(({ property, direction }) => [
            property,
            { direction, nulls: direction === 'asc' ? 'first' : 'last' },
          ]),
        ),
        skip: offset,
        ...(limit !== undefined && { take: limit }),
        ...(lock && { lock: { mode: 'pessimistic_write' } }),
      }),
    count: async (on = manager) => on.count(schema),
  }
}
