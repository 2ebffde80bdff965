import { buildModelDefinition } from './build-entity-definition.js'
import type { ModelDeclaration } from './entity-declaration.js'
import type { ModelDefinition } from '../entity-definition.js'

/**
 * Declares an object that entities hold in a `json` field, once for all of them: its fields are checked as theirs are.
 *
 * ```ts
 * const Address = defineModel({ name: 'Address', fields: { street: 'string', zip: { type: 'string', pattern: '[0-9]{5}' } } })
 * const User = defineEntity({ ..., fields: { home: { type: 'json', model: Address } } })
 * ```
 *
 * @throws ConfigurationException for a declaration that cannot be meant.
 */
export function defineModel(declaration: ModelDeclaration): ModelDefinition {
  return buildModelDefinition(declaration)
}
