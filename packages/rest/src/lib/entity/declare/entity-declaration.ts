import type { StandardSchema } from '@mvc-router/router-core/express'
import type { EntityDefinition, FieldOptions, FieldType, KeyType } from '../entity-definition.js'
import type { ViewType } from '../view-type.js'

/** A key with exactly one property: `{ id: 'integer' }`, or `{ isbn: { type: 'string', generated: false } }`. */
export type KeyDeclaration = Readonly<Record<string, KeyType | KeyOptions>>

/** Options of the key of an entity. */
export interface KeyOptions {
  readonly type: KeyType
  /** True if the store generates the key. Default: true, except for `string`. */
  readonly generated?: boolean
  /** By default the name in snake_case. */
  readonly column?: string
}

/** Fields by name: `'string'`, `'string?'` for a field that may be null or absent, or options. */
export type FieldDeclarations = Readonly<Record<string, FieldType | `${FieldType}?` | FieldOptions>>

/** The argument of `defineModel`. */
export interface ModelDeclaration {
  /** The name in OpenAPI: `Address`. */
  readonly name: string
  readonly fields: Readonly<Record<string, FieldOptions['type'] | ModelFieldOptions>>
  readonly description?: string
}

/** Options of a field of a model. */
export type ModelFieldOptions = Omit<
  FieldOptions,
  'readOnly' | 'hidden' | 'writeOnly' | 'unique' | 'index' | 'references' | 'column'
>

/**
 * `{ entity: () => Author, by: 'authorId' }` loads the author with the key in `authorId`. With `many`, `by` is a
 * field of the related entities: `{ entity: () => Book, by: 'authorId', many: true }` loads the books of an author.
 */
export interface RelationOptions {
  /** For mutual references, write `(): EntityDefinition => Author`. */
  readonly entity: () => EntityDefinition
  readonly by: string
  readonly many?: boolean
}

/** Relations by property name. */
export type RelationDeclarations = Readonly<Record<string, RelationOptions>>

/** The argument of `defineEntity`. */
export interface EntityDeclaration<
  Key extends KeyDeclaration = KeyDeclaration,
  Fields extends FieldDeclarations = FieldDeclarations,
  Version extends string = string,
  Relations extends RelationDeclarations = RelationDeclarations,
> {
  /** The name in OpenAPI and of the XML element: `Book`. */
  readonly name: string
  /** By default the name in snake_case. */
  readonly table?: string
  readonly key: Key
  readonly fields: Fields
  readonly relations?: Relations
  /** The name of a field that counts the writes of a row, for optimistic locking. */
  readonly version?: Version
  /**
   * The name of a hidden field that gets a new value with each write. A row that is deleted and created again with the
   * same key then has another ETag. Default: `rowToken` if clients choose the key. A generated key is never generated
   * again, so it needs no token. `false` means that the table has no token column.
   */
  readonly rowToken?: string | false
  /** The views of each property. */
  readonly views?: Readonly<Record<string, ViewType | readonly ViewType[]>>
  /** A Standard Schema (zod, valibot, arktype) that validates the writable fields after their types are checked. */
  readonly schema?: StandardSchema
  readonly description?: string
}

interface ValueTypes {
  string: string
  integer: number
  bigint: bigint
  uuid: string
  objectId: string
  number: number
  decimal: string
  boolean: boolean
  date: string
  datetime: Date
  bytes: Uint8Array
  json: unknown
}

type ValueOf<Declared> = Declared extends FieldType
  ? ValueTypes[Declared]
  : Declared extends `${infer Name extends FieldType}?`
    ? ValueTypes[Name] | null
    : Declared extends { readonly type: infer Inner }
      ? ValueOf<Inner>
      : never

type RelatedOf<Declared> = Declared extends {
  readonly entity: () => EntityDefinition<infer Related, infer _Id>
}
  ? Declared extends { readonly many: true }
    ? readonly Related[]
    : Related | null
  : never

/** The entity that a declaration describes. Relations are optional, because they are not always loaded. */
export type DeclaredEntity<
  Key extends KeyDeclaration,
  Fields extends FieldDeclarations,
  Version extends string,
  Relations extends RelationDeclarations,
> = Flat<
  { -readonly [Name in keyof Key]: ValueOf<Key[Name]> } & {
    -readonly [Name in keyof Fields]: ValueOf<Fields[Name]>
  } & { -readonly [Name in keyof Relations]?: RelatedOf<Relations[Name]> } & { [Name in Version]: number }
>

/** Turns an intersection into a single object type, which editors show more readably. */
type Flat<Entity> = { [Name in keyof Entity]: Entity[Name] }

/** The type of a declared key. */
export type DeclaredId<Key extends KeyDeclaration> = ValueOf<Key[keyof Key]>

/** The entity of a definition: `type Book = EntityOf<typeof Book>`. */
export type EntityOf<Definition> =
  Definition extends EntityDefinition<infer Entity, infer _Id> ? Entity : never
