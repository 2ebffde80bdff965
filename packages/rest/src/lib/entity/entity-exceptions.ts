import {
  EntityExistsException,
  EntityNotFoundException,
  existsMessage,
} from '../exceptions/rest-exceptions.js'
import type { EntityDefinition } from './entity-definition.js'

/** No such row exists, or none for this client. */
export function notFound({ name }: EntityDefinition): EntityNotFoundException {
  return new EntityNotFoundException(`There is no such ${name}`)
}

/** Another row has this value. The name of a hidden field is not for clients. */
export function existsException(
  { name, fields }: EntityDefinition,
  property: string,
  options?: ErrorOptions,
): EntityExistsException {
  if (fields.some((field) => field.name === property && field.hidden))
    return new EntityExistsException(existsMessage, options)
  const conflict = new EntityExistsException(`Another ${name} has this ${property} already`, options)
  return Object.assign(conflict, { property })
}
