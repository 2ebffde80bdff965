import { ConfigurationException } from '@mvc-router/router-core'
import { requestMappingOf } from '../../controller/request-mapping.js'
import { isRestController, type RestController } from '../../controller/rest-controller.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'

/** A nested list such as `GET /authors/{id}/books`. Each book refers to its author by the field `by`. */
interface NestedList {
  /** `books` */
  readonly list: string
  /** `authorController.books` */
  readonly name: string
  readonly parent: RestController
  readonly nested: RestController
  readonly by: string
}

const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,62}$/

/** @throws ConfigurationException for a wrong name or controller, or if the referring field is ambiguous */
function nestedLists(parentName: string, parent: object | undefined): readonly NestedList[] {
  if (parent === undefined || !isRestController(parent)) return []
  return Object.entries(parent.nested).map(([list, nested]) => {
    if (!namePattern.test(list))
      throw new ConfigurationException('nested', `A nested list cannot be named "${list}"`)
    if (typeof nested?.findAll !== 'function')
      throw new ConfigurationException('nested', `The nested list "${list}" needs a generic controller`)
    const by = referringField(list, parent.entity, nested.entity)
    return { list, name: `${parentName}.${list}`, parent, nested, by }
  })
}

/**
 * Returns lines such as `GET /authors/{id}/books bookController.findAll(nested: 'authorController.books')`.
 *
 * @throws ConfigurationException for a nested list of a controller that is not registered, or has no `findAll`.
 */
export function nestedLines(
  name: string,
  controller: RestController,
  controllers: ReadonlyMap<string, object>,
): string {
  const registered = new Set(controllers.values())
  for (const { list, nested } of nestedLists(name, controller))
    if (!registered.has(nested) || !nested.methods.includes('findAll'))
      throw new ConfigurationException(
        'nested',
        `"${name}" nests the list "${list}" of a controller that is not among the controllers, or has no findAll`,
      )
  return Array.from(controllers)
    .flatMap(([parentName, parent]) => nestedLists(parentName, parent))
    .filter(({ nested }) => nested === controller)
    .map(
      ({ parent, list, name: nested }) =>
        `GET ${requestMappingOf(parent) ?? ''}/{id}/${list} ${name}.findAll(nested: '${nested}')\n`,
    )
    .join('')
}

/** Finds the nested list of a fixed argument such as `'authorController.books'`. */
export function findNested(
  name: string,
  { controllers }: { readonly controllers: ReadonlyMap<string, object> },
  controller: RestController,
): NestedList {
  const [parentName = ''] = name.split('.', 1)
  const found = nestedLists(parentName, controllers.get(parentName)).find(
    (list) => list.name === name && list.nested === controller,
  )
  if (found !== undefined) return found
  throw new ConfigurationException('nested', `There is no nested list "${name}"`)
}

/** Prefers a relation with the same name. Otherwise, exactly one field must refer to the entity. */
function referringField(name: string, entity: EntityDefinition, other: EntityDefinition): string {
  const relation = entity.relations.find((candidate) => candidate.name === name && candidate.many)
  if (relation?.entity() === other) return relation.by
  const [field, second] = other.fields.filter((candidate) => candidate.references?.() === entity)
  if (field !== undefined && second === undefined) return field.name
  throw new ConfigurationException(
    'nested',
    `Which field of ${other.name} refers to ${entity.name}? Declare the relation "${name}" of ${entity.name}, or one field with "references"`,
  )
}
