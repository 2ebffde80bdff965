import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { EntityDefinition, FieldType, KeyType } from './entity-definition.js'
import type { ViewType } from './view-type.js'

/** `{ id: 'integer' }`, or `{ isbn: { type: 'string', generated: false } }`: exactly one property. */
export type KeyDeclaration = Readonly<Record<string, KeyType | KeyOptions>>

export interface KeyOptions {
  readonly type: KeyType
  /** Made by the store instead of taken from the client. By default true, except for `string`. */
  readonly generated?: boolean
  /** By default the name in snake_case. */
  readonly column?: string
}

/** `'string'`, `'string?'` for one that may be null and absent, or the options in full. */
export type FieldDeclarations = Readonly<Record<string, FieldType | `${FieldType}?` | FieldOptions>>

export interface FieldOptions {
  readonly type: FieldType | `${FieldType}?`
  /** Never taken from a body. */
  readonly readOnly?: boolean
  /** Taken from a body but never written to one, nor sorted by. */
  readonly hidden?: boolean
  /** The value, or a function that makes it, for a body without the field. */
  readonly default?: unknown
  readonly unique?: boolean
  /** The entity whose key this field holds. Two entities that refer to each other: `(): EntityDefinition => Author`. */
  readonly references?: () => EntityDefinition
  /** In characters (code points); text only. */
  readonly maxLength?: number
  /** By default the name in snake_case. */
  readonly column?: string
  readonly description?: string
}

/** To one: `by` is the own field with the other's key. To `many`: the other's field with the own key. */
export interface RelationOptions {
  /** Two entities that refer to each other: `(): EntityDefinition => Author`. */
  readonly entity: () => EntityDefinition
  readonly by: string
  readonly many?: boolean
}

/** Other entities, by the properties that hold them. */
export type RelationDeclarations = Readonly<Record<string, RelationOptions>>

/** What `defineEntity` takes. */
export interface EntityDeclaration<
  Key extends KeyDeclaration = KeyDeclaration,
  Fields extends FieldDeclarations = FieldDeclarations,
  Version extends string = string,
  Relations extends RelationDeclarations = RelationDeclarations,
> {
  /** As in OpenAPI and as the XML element: `Book`. */
  readonly name: string
  /** By default the name in snake_case. */
  readonly table?: string
  readonly key: Key
  readonly fields: Fields
  readonly relations?: Relations
  /** The name of a field that counts the writes of a row, for optimistic locking. */
  readonly version?: Version
  /** The views that each property is marked with. */
  readonly views?: Readonly<Record<string, ViewType | readonly ViewType[]>>
  /** Validates the writable fields, after their types. Any Standard Schema: zod, valibot, arktype. */
  readonly schema?: StandardSchemaV1
  readonly description?: string
}

interface ValueTypes {
  string: string
  integer: number
  bigint: bigint
  uuid: string
  objectId: string
  number: number
  boolean: boolean
  date: string
  datetime: Date
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

/** The entity that a declaration describes. Relations are optional, since they are not always loaded. */
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

/** One object type instead of an intersection, for what editors show. */
type Flat<Entity> = { [Name in keyof Entity]: Entity[Name] }

/** The type of a declared key. */
export type DeclaredId<Key extends KeyDeclaration> = ValueOf<Key[keyof Key]>

/** The entity of a definition: `type Book = EntityOf<typeof Book>`. */
export type EntityOf<Definition> =
  Definition extends EntityDefinition<infer Entity, infer _Id> ? Entity : never
