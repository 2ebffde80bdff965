import {
  DataIntegrityViolationException,
  EntityExistsException,
  EntityNotFoundException,
  existsMessage,
  referenceMessage,
} from '../exceptions/rest-exceptions.js'
import type { EntityDefinition } from './entity-definition.js'

/** Creates the exception for a row that is missing, or that the client may not see. */
export function notFound({ name }: EntityDefinition): EntityNotFoundException {
  return new EntityNotFoundException(`There is no such ${name}`)
}

/** Creates the exception for a duplicate value. The message does not name a hidden field. */
export function existsException(
  { name, fields }: EntityDefinition,
  property: string,
  options?: ErrorOptions,
): EntityExistsException {
  if (isHidden(fields, property)) return new EntityExistsException(existsMessage, options)
  const conflict = new EntityExistsException(`Another ${name} has this ${property} already`, options)
  return Object.assign(conflict, { property })
}

/** Creates the exception for a reference to a missing row. The message does not name a hidden field. */
export function referenceException(
  { name, fields }: EntityDefinition,
  property: string,
  options?: ErrorOptions,
): DataIntegrityViolationException {
  if (isHidden(fields, property)) return new DataIntegrityViolationException(referenceMessage, options)
  const message = `The ${property} of this ${name} refers to nothing`
  return Object.assign(new DataIntegrityViolationException(message, options), { property })
}

function isHidden(fields: EntityDefinition['fields'], property: string): boolean {
  return fields.some((field) => field.name === property && field.hidden)
}
