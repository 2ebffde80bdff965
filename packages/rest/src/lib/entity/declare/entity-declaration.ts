import type { StandardSchema } from '@mvc-router/router-core/express'
import type { Digits, EntityDefinition, FieldType, KeyType, ModelDefinition } from '../entity-definition.js'
import type { TextFormat } from '../value-formats.js'
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

/** Options of a field of an entity. */
export interface FieldOptions {
  readonly type: FieldType | `${FieldType}?`
  /** True if the value is never taken from a body. */
  readonly readOnly?: boolean
  /** True if answers, sorts and filters never use the field. Clients can set it only in a POST. */
  readonly hidden?: boolean
  /** For passwords: like `hidden`, but PATCH and PUT can change the value. A PUT without the field keeps the value. */
  readonly writeOnly?: boolean
  /** The value for a body without the field, or a function that returns it. */
  readonly default?: unknown
  readonly unique?: boolean
  /** True if `createTables` creates an index for filters and sorts. References always have an index. */
  readonly index?: boolean
  /** The entity whose key this field holds. For mutual references, write `(): EntityDefinition => Author`. */
  readonly references?: () => EntityDefinition
  /** The minimum length: code points of a text, bytes, or, with `many`, objects. */
  readonly minLength?: number
  readonly maxLength?: number
  /** `minLength` and `maxLength` in one option. The form constraint is named `Length` instead of `Size`. */
  readonly length?: { readonly min?: number; readonly max?: number }
  /** A regular expression for the whole text, matched without backtracking. The default of `maxLength` is then 1000. */
  readonly pattern?: string
  /** The format of a text, such as `email`. */
  readonly format?: TextFormat
  /** True if a text needs more than white space. */
  readonly notBlank?: boolean
  /** True if a text, bytes or a list of objects must not be empty. */
  readonly notEmpty?: boolean
  /** The maximum number of digits before and behind the point of a `decimal` or `number`. */
  readonly digits?: Digits
  /** Requires a day or a time before now (`past`) or after now (`future`). */
  readonly time?: 'past' | 'future'
  /** The minimum: a number, or the text of a day, a time or a large integer. */
  readonly min?: number | bigint | string | Date
  readonly max?: number | bigint | string | Date
  /** `min` and `max` in one option. The form constraint is named `Range`. */
  readonly range?: Required<Pick<FieldOptions, 'min' | 'max'>>
  /** The allowed values of a text, an integer or a boolean. `[null]` means that the field must have no value. */
  readonly enum?: readonly (string | number | boolean | null)[]
  /** The model of the object in a `json` field. */
  readonly model?: ModelDefinition
  /** True if a `json` field holds a list of objects of its `model`. */
  readonly many?: boolean
  /** By default the name in snake_case. */
  readonly column?: string
  readonly description?: string
}

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
  /** A Standard Schema (zod, valibot, arktype) that validates the writable fields after their types. */
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
