import { crypto } from '@mvc-router/router-core/tools'
import type { EntityDefinition } from '../entity/entity-definition.js'
import { recordOf } from '../entity/record-of.js'

/**
 * Gives an entity that is about to be written, in a new row or over another state, a token that no state of any row has
 * had. Entities without tokens stay as they are.
 */
export function renewRowToken({ rowToken }: EntityDefinition, entity: object): void {
  if (rowToken !== undefined) recordOf(entity)[rowToken] = crypto().randomUUID()
}
