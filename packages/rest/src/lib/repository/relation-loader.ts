import { ConfigurationException } from '@mvc-router/router-core'
import type { EntityDefinition, RelationDefinition } from '../entity/entity-definition.js'
import { recordOf } from '../entity/record-of.js'
import type { Condition, Conditions, Scalar } from './condition.js'
import { maxValuesPerQuery } from './in-order-of.js'
import { relatedScope } from './related-scope.js'
import { satisfies } from './satisfies.js'
import { NotImplementedException } from '../exceptions/rest-exceptions.js'
import type { Filtered } from './paging-and-sorting-repository.js'

/** Finds the rows of a relation that meet all conditions, in key order. */
export type FindRelated = (
  relation: RelationDefinition,
  where: readonly Condition[],
) => Promise<readonly object[]>

/**
 * Loads each relation of a list with one query per 500 keys. The relations of the related entities are not loaded.
 */
export class RelationLoader<Entity extends object> {
  readonly #entity: EntityDefinition<Entity>
  readonly #findRelated: FindRelated

  constructor(entity: EntityDefinition<Entity>, findRelated: FindRelated) {
    this.#entity = entity
    this.#findRelated = findRelated
  }

  /** @throws ConfigurationException for an unknown relation. */
  check(names: readonly string[]): void {
    for (const name of names) this.#relation(name)
  }

  /**
   * Sets the relations. If a condition of the scope is on a property that the related entity also has, related rows must
   * meet it.
   */
  async load<Entities extends readonly Entity[]>(
    entities: Entities,
    names: Iterable<string>,
    scope: Conditions | undefined,
  ): Promise<Entities> {
    for (const name of names) {
      const relation = this.#relation(name)
      if (entities.length > 0)
        await this.#load(entities, relation, relatedScope(this.#entity, scope, relation.entity()))
    }
    return entities
  }

  #relation(name: string): RelationDefinition {
    const relation = this.#entity.relations.find((candidate) => candidate.name === name)
    if (relation === undefined)
      throw new ConfigurationException('fetch', `${this.#entity.name} has no relation "${name}"`)
    return relation
  }

  async #load(
    entities: readonly Entity[],
    relation: RelationDefinition,
    scope: readonly Condition[],
  ): Promise<void> {
    const { name, by, many } = relation
    const [own, theirs] = many ? [this.#entity.key.name, by] : [by, relation.entity().key.name]
    const related = new Map<unknown, object[]>()
    for (const one of entities) related.set(recordOf(one)[own], [])
    // A store may compare texts less exactly than the scope requires.
    const isInScope = satisfies<object>(relation.entity(), scope)
    const wanted = Array.from(related.keys() as Iterable<Scalar>).filter((value) => value !== null)
    for (let start = 0; start < wanted.length; start += maxValuesPerQuery) {
      const value = wanted.slice(start, start + maxValuesPerQuery)
      for (const row of await this.#findRelated(relation, [{ [theirs]: { in: value } }, ...scope]))
        if (isInScope(row)) related.get(recordOf(row)[theirs])?.push(row)
    }
    for (const one of entities) {
      const found = related.get(recordOf(one)[own]) ?? []
      recordOf(one)[name] = many ? found : (found[0] ?? null)
    }
  }
}

/** The methods of a repository that `RelationLoader` uses. */
interface LoadingRepository {
  readonly entity: EntityDefinition
  findAll(selection: Filtered): Promise<readonly object[]>
}

/**
 * The repositories of related entities, by relation. A relation to another entity can be included only if it has a
 * repository here. If two repositories refer to each other, use a function.
 */
export type RelatedRepositories = Readonly<Record<string, LoadingRepository | (() => LoadingRepository)>>

/** Finds related rows in repositories. A relation to the same entity needs no repository in `relations`. */
export function askRelated(self: LoadingRepository, relations: RelatedRepositories): FindRelated {
  return async ({ name, entity }, where) => {
    const given = Object.hasOwn(relations, name) ? relations[name] : undefined
    const repository = typeof given === 'function' ? given() : given
    const asked = repository ?? (entity() === self.entity ? self : undefined)
    if (asked === undefined)
      throw new NotImplementedException(
        `To load the ${name} of ${self.entity.name}, name its repository among the relations`,
      )
    return asked.findAll({ where })
  }
}
