import type { EntityDefinition } from '../entity/entity-definition.js'
import type { ViewType } from './json-view.js'

/** Turns a current entity into the patched one; nothing is written yet. */
export type EntityPatch<Entity extends object> = (current: Entity) => Promise<Entity>

/** Writes values as JSON through views and modules, and reads entities from parsed bodies. */
export interface JsonMapper {
  /** JSON text; with a view, only properties that are marked with it or a view that it extends. */
  stringify(value: unknown, view?: ViewType): string
  /** The same as plain objects, arrays and scalars, for other formats than JSON. */
  toPlain(value: unknown, view?: ViewType): unknown
  /**
   * Reads and validates an entity from a parsed body: declared, writable fields only.
   * `textual` says that all leaves are strings, as in XML.
   * @throws ValidationException
   */
  readEntity<Entity extends object>(
    entity: EntityDefinition<Entity>,
    body: unknown,
    options?: { readonly textual?: boolean },
  ): Promise<Entity>
  /** Reads a JSON merge patch (RFC 7396); the validation happens when it is applied. */
  readPatch<Entity extends object>(entity: EntityDefinition<Entity>, body: unknown): EntityPatch<Entity>
}
