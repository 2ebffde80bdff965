import { ConfigurationException } from '@mvc-router/router-core'
import { requestMappingOf } from '../../controller/request-mapping.js'
import { isRestController, type RestController } from '../../controller/rest-controller.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'

/** A nested list such as `GET /authors/{id}/books`. Each book refers to its author by the field `by`. */
interface NestedController {
  readonly name: string
  readonly by: string
  readonly nested: RestController
}

const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,62}$/

/** @throws ConfigurationException for a wrong name or controller, or if the referring field is ambiguous */
function nestedLists(controller: RestController): readonly NestedController[] {
  return Object.entries(controller.nested).map(([name, nested]) => {
    if (!namePattern.test(name))
      throw new ConfigurationException('nested', `A nested list cannot be named "${name}"`)
    if (typeof nested?.findAll !== 'function')
      throw new ConfigurationException('nested', `The nested list "${name}" needs a generic controller`)
    return { name, nested, by: referringField(name, controller.entity, nested.entity) }
  })
}

/** Returns lines such as `GET /authors/{id}/books bookController.findAll(nested: 'authorController.books')`. */
export function nestedLines(
  name: string,
  controller: RestController,
  controllers: ReadonlyMap<string, object>,
): string {
  const lines: string[] = []
  for (const [parentName, parent] of controllers) {
    if (!isRestController(parent)) continue
    for (const { name: list, nested } of nestedLists(parent))
      if (nested === controller)
        lines.push(
          `GET ${requestMappingOf(parent) ?? ''}/{id}/${list} ${name}.findAll(nested: '${parentName}.${list}')\n`,
        )
  }
  return lines.join('')
}

/** @throws ConfigurationException for a nested list of a controller that is not registered, or has no `findAll`. */
export function checkNested(
  name: string,
  controller: RestController,
  controllers: ReadonlyMap<string, object>,
): void {
  const registered = new Set(controllers.values())
  for (const { name: list, nested } of nestedLists(controller))
    if (!registered.has(nested) || !nested.methods.includes('findAll'))
      throw new ConfigurationException(
        'nested',
        `"${name}" nests the list "${list}" of a controller that is not among the controllers, or has no findAll`,
      )
}

/** Finds the controller in a fixed argument such as `'authorController.books'`. */
export function findParent(
  nested: string | undefined,
  { controllers }: { readonly controllers: ReadonlyMap<string, object> },
  controller: RestController,
): { readonly controller: RestController; readonly by: string } {
  const [name = '', list = ''] = nested?.split('.') ?? []
  const parent = controllers.get(name)
  const found =
    parent !== undefined && isRestController(parent)
      ? nestedLists(parent).find((candidate) => candidate.name === list && candidate.nested === controller)
      : undefined
  if (found === undefined || parent === undefined)
    throw new ConfigurationException('nested', `There is no nested list "${nested}"`)
  return { controller: parent as RestController, by: found.by }
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
