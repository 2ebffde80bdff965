import { ConfigurationException } from '@mvc-router/router-core'
import { checkOptions } from '@mvc-router/router-core/tools'
import { buildField, checkName, modelFieldOptions } from './build-entity-definition.js'
import type { ModelDeclaration } from './entity-declaration.js'
import type { ModelDefinition } from '../entity-definition.js'

/**
 * Declares the objects in a `json` field. Their fields have the same rules as the fields of an entity.
 *
 * ```ts
 * const Address = defineModel({ name: 'Address', fields: { street: 'string', zip: { type: 'string', pattern: '[0-9]{5}' } } })
 * const User = defineEntity({ ..., fields: { home: { type: 'json', model: Address } } })
 * ```
 *
 * @throws ConfigurationException for a wrong declaration.
 */
export function defineModel(declaration: ModelDeclaration): ModelDefinition {
  const { name, fields, description } = declaration
  checkName(name, 'name')
  checkOptions(`The model ${name}`, declaration, { name: true, fields: true, description: true })
  if (typeof fields !== 'object' || fields === null)
    throw new ConfigurationException('fields', `${name} needs fields, an object`)
  const built = Object.entries(fields).map(([field, options]) => {
    if (typeof options !== 'string') checkOptions(`The field ${field}`, options, modelFieldOptions)
    return buildField(field, options)
  })
  return Object.freeze({ name, fields: built, description })
}
