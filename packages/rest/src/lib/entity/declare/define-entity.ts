import { buildEntityDefinition } from './build-entity-definition.js'
import type {
  DeclaredEntity,
  DeclaredId,
  EntityDeclaration,
  FieldDeclarations,
  KeyDeclaration,
  RelationDeclarations,
} from './entity-declaration.js'
import type { EntityDefinition, Type } from '../entity-definition.js'

/**
 * Declares an entity. Columns, allow-lists, views, validation and OpenAPI follow from this declaration.
 *
 * ```ts
 * const Book = defineEntity({
 *   name: 'Book',
 *   key: { id: 'integer' },
 *   fields: { title: 'string', review: 'string?', isbn: { type: 'string', unique: true, maxLength: 17 } },
 *   views: { id: SummaryView, title: SummaryView },
 * })
 * type Book = EntityOf<typeof Book>
 * ```
 *
 * @throws ConfigurationException for a wrong declaration.
 */
export function defineEntity<
  const Key extends KeyDeclaration,
  const Fields extends FieldDeclarations,
  const Version extends string = never,
  // oxlint-disable-next-line typescript/no-empty-object-type -- no relations
  const Relations extends RelationDeclarations = {},
>(
  declaration: EntityDeclaration<Key, Fields, Version, Relations>,
): EntityDefinition<DeclaredEntity<Key, Fields, Version, Relations>, DeclaredId<Key>> {
  const type = makeClass<DeclaredEntity<Key, Fields, Version, Relations>>(declaration.name)
  return buildEntityDefinition(type, declaration)
}

/** Creates a new class for each declaration, so that the class of a value identifies its entity. */
function makeClass<Entity extends object>(name: string): Type<Entity> {
  const type: Type = class {}
  Object.defineProperty(type, 'name', { value: name })
  return type as Type<Entity>
}
