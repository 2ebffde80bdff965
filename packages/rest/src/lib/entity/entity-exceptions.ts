import { EntityExistsException, EntityNotFoundException } from '../exceptions/rest-exceptions.js'
import type { EntityDefinition } from './entity-definition.js'

/** No such row exists, or none for this client. */
export function notFound({ name }: EntityDefinition): EntityNotFoundException {
  return new EntityNotFoundException(`There is no such ${name}`)
}

/** Another row has this value. */
export function existsException(
  { name }: EntityDefinition,
  property: string,
  options?: ErrorOptions,
): EntityExistsException {
  const conflict = new EntityExistsException(`Another ${name} has this ${property} already`, options)
  return Object.assign(conflict, { property })
}
