import type { EntityDefinition } from '../../entity/entity-definition.js'
import { wrongParameter } from '../../exceptions/rest-exceptions.js'
import { namesIn, quoteGiven } from './parameter-values.js'

/** @throws IllegalArgumentException for a property that the answer does not show, as in `fields=id,secret` */
export function parseFields(
  parameters: URLSearchParams,
  shown: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  const names = shownNames(parameters, 'fields', shown)
  return names && new Set(names)
}

/** @throws IllegalArgumentException for a relation that is unknown or not shown, as in `include=author` */
export function parseInclude(
  parameters: URLSearchParams,
  { relations, name: entityName }: EntityDefinition,
  shown: ReadonlySet<string>,
): readonly string[] {
  const names = shownNames(parameters, 'include', shown) ?? []
  const unknown = names.find((name) => !relations.some((relation) => relation.name === name))
  if (unknown !== undefined)
    throw wrongParameter(
      'include',
      'unknown',
      `${entityName} has no relation ${quoteGiven(unknown)} to include`,
    )
  return Array.from(new Set(names))
}

function shownNames(
  parameters: URLSearchParams,
  parameter: string,
  shown: ReadonlySet<string>,
): readonly string[] | undefined {
  const names = namesIn(parameters, parameter)
  const unknown = names?.find((name) => !shown.has(name))
  if (unknown !== undefined)
    throw wrongParameter(
      parameter,
      'unknown',
      `${parameter} contains ${quoteGiven(unknown)}, which is not in the answer`,
    )
  return names
}
