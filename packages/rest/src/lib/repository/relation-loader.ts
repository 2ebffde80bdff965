import { ConfigurationException } from '@mvc-router/router-core'
import type { EntityDefinition, RelationDefinition } from '../entity/entity-definition.js'
import { recordOf } from '../entity/record-of.js'
import type { Database } from '../database/database.js'
import { EntityTable } from './entity-table.js'
import { comparisonsOf, type Conditions, type Scalar } from './condition.js'
import { relatedScope } from './related-scope.js'
import { sortKeys } from './sort-order.js'

/** Databases limit the parameters of one query; SQLite's oldest limit is 999. */
export const MAX_VALUES_PER_QUERY = 500

/**
 * Loads the entities that others refer to, one query for a whole list. What is loaded has no relations of its own, so
 * that there are no cycles.
 */
export class RelationLoader<Entity extends object> {
  readonly #entity: EntityDefinition<Entity>
  readonly #database: Database
  readonly #tables = new Map<string, EntityTable<object>>()

  constructor(database: Database, entity: EntityDefinition<Entity>) {
    this.#entity = entity
    this.#database = database
  }

  /** @throws ConfigurationException for a name that is no relation. */
  check(names: readonly string[]): void {
    for (const name of names) this.#relation(name)
  }

  /**
   * Sets the properties of the relations, and gives the same entities. What is loaded meets what the scope says of
   * properties that it has.
   */
  async load<Entities extends readonly Entity[]>(
    entities: Entities,
    names: Iterable<string>,
    scope: Conditions | undefined,
  ): Promise<Entities> {
    for (const name of names) {
      const relation = this.#relation(name)
      const condition = relatedScope(this.#entity, scope, relation.entity())
      if (entities.length > 0)
        await (relation.many
          ? this.#loadMany(entities, relation, condition)
          : this.#loadOne(entities, relation, condition))
    }
    return entities
  }

  #relation(name: string): RelationDefinition {
    const relation = this.#entity.relations.find((candidate) => candidate.name === name)
    if (relation === undefined)
      throw new ConfigurationException('fetch', `${this.#entity.name} has no relation "${name}"`)
    return relation
  }

  async #loadOne(
    entities: readonly Entity[],
    { name, entity, by }: RelationDefinition,
    scope: Conditions,
  ): Promise<void> {
    const { key } = entity()
    const found = await this.#find(
      entity(),
      key.name,
      entities.map((one) => recordOf(one)[by]),
      scope,
    )
    const byKey = new Map(found.map((other) => [recordOf(other)[key.name], other]))
    for (const one of entities) recordOf(one)[name] = byKey.get(recordOf(one)[by]) ?? null
  }

  async #loadMany(
    entities: readonly Entity[],
    { name, entity, by }: RelationDefinition,
    scope: Conditions,
  ): Promise<void> {
    const { key } = this.#entity
    const found = await this.#find(
      entity(),
      by,
      entities.map((one) => recordOf(one)[key.name]),
      scope,
    )
    const byOwner = new Map<unknown, object[]>(entities.map((one) => [recordOf(one)[key.name], []]))
    for (const other of found) byOwner.get(recordOf(other)[by])?.push(other)
    for (const one of entities) recordOf(one)[name] = byOwner.get(recordOf(one)[key.name])
  }

  async #find(
    entity: EntityDefinition,
    property: string,
    values: readonly unknown[],
    scope: Conditions,
  ): Promise<readonly object[]> {
    const table = this.#tableOf(entity)
    const wanted = Array.from(new Set(values as readonly Scalar[])).filter((value) => value !== null)
    const found: object[] = []
    for (let start = 0; start < wanted.length; start += MAX_VALUES_PER_QUERY) {
      const value = wanted.slice(start, start + MAX_VALUES_PER_QUERY)
      const { query, parameters } = table.list(sortKeys(entity), [
        { property, operator: 'in', value },
        ...comparisonsOf(entity, scope),
      ])
      const slice = { offset: 0, limit: Number.MAX_SAFE_INTEGER }
      const { rows } = await query.execute(this.#database, { ...parameters, ...slice })
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
