import type { EntityDefinition } from '../entity/entity-definition.js'
import { NotImplementedException } from '../exceptions/rest-exceptions.js'
import type { Filtered } from './paging-and-sorting-repository.js'
import type { FindRelated } from './relation-loader.js'

/** What is needed of the repository of related entities. */
interface LoadingRepository {
  readonly entity: EntityDefinition
  findAll(selection: Filtered): Promise<readonly object[]>
}

/**
 * Where the entities of a relation are, by its name: without it the relation cannot be included. A function where two
 * repositories refer to each other.
 */
export type RelatedRepositories = Readonly<Record<string, LoadingRepository | (() => LoadingRepository)>>

/** Asks the repositories of related entities; an entity that is related to its own kind needs none. */
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
