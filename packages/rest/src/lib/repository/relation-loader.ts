import { ConfigurationException } from '@mvc-router/router-core'
import type { EntityDefinition, RelationDefinition } from '../entity/entity-definition.js'
import { recordOf } from '../entity/record-of.js'
import type { Database } from './database.js'
import { EntityTable } from './entity-table.js'
import { executeOnce } from './prepared-query.js'

/** Databases limit the parameters of one query; SQLite's oldest limit is 999. */
export const MAX_VALUES_PER_QUERY = 500

/**
 * Loads the entities that others refer to, one query for a whole list. What is loaded has no relations of its own, so
 * that there are no cycles.
 */
export class RelationLoader<Entity extends object> {
  readonly #entity: EntityDefinition<Entity>
  readonly #database: Database
  readonly #relations: readonly RelationDefinition[]
  readonly #tables = new Map<string, EntityTable<object>>()

  /** @throws ConfigurationException for a name that is no relation. */
  constructor(database: Database, entity: EntityDefinition<Entity>, names: readonly string[]) {
    this.#entity = entity
    this.#database = database
    this.#relations = names.map((name) => {
      const relation = entity.relations.find((candidate) => candidate.name === name)
      if (relation === undefined)
        throw new ConfigurationException('fetch', `${entity.name} has no relation "${name}"`)
      return relation
    })
  }

  /** Sets the properties of the relations, and gives the same entities. */
  async load<Entities extends readonly Entity[]>(entities: Entities): Promise<Entities> {
    if (entities.length > 0)
      for (const relation of this.#relations)
        await (relation.many ? this.#loadMany(entities, relation) : this.#loadOne(entities, relation))
    return entities
  }

  async #loadOne(entities: readonly Entity[], { name, entity, by }: RelationDefinition): Promise<void> {
    const { key } = entity()
    const found = await this.#find(
      entity(),
      key.name,
      entities.map((one) => recordOf(one)[by]),
    )
    const byKey = new Map(found.map((other) => [recordOf(other)[key.name], other]))
    for (const one of entities) recordOf(one)[name] = byKey.get(recordOf(one)[by]) ?? null
  }

  async #loadMany(entities: readonly Entity[], { name, entity, by }: RelationDefinition): Promise<void> {
    const { key } = this.#entity
    const found = await this.#find(
      entity(),
      by,
      entities.map((one) => recordOf(one)[key.name]),
    )
    const byOwner = new Map<unknown, object[]>(entities.map((one) => [recordOf(one)[key.name], []]))
    for (const other of found) byOwner.get(recordOf(other)[by])?.push(other)
    for (const one of entities) recordOf(one)[name] = byOwner.get(recordOf(one)[key.name])
  }

  async #find(
    entity: EntityDefinition,
    property: string,
    values: readonly unknown[],
  ): Promise<readonly object[]> {
    const table = this.#tableOf(entity)
    const wanted = Array.from(new Set(values)).filter((value) => value !== null && value !== undefined)
    const found: object[] = []
    for (let start = 0; start < wanted.length; start += MAX_VALUES_PER_QUERY) {
      const columns = wanted
        .slice(start, start + MAX_VALUES_PER_QUERY)
        .map((value) => table.toColumn(property, value))
      const query = table.order(table.select().where(table.columnOf(property), 'in', columns), undefined)
      const { rows } = await executeOnce(this.#database, query)
      for (const row of rows) found.push(table.read(row))
    }
    return found
  }

  #tableOf(entity: EntityDefinition): EntityTable<object> {
    let table = this.#tables.get(entity.name)
    if (table === undefined) this.#tables.set(entity.name, (table = new EntityTable(this.#database, entity)))
    return table
  }
}
