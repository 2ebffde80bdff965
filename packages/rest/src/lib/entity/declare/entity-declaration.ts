import type { StandardSchema } from '@mvc-router/router-core/express'
import type { Digits, EntityDefinition, FieldType, KeyType, ModelDefinition } from '../entity-definition.js'
import type { TextFormat } from '../value-formats.js'
import type { ViewType } from '../view-type.js'

/** `{ id: 'integer' }`, or `{ isbn: { type: 'string', generated: false } }`: exactly one property. */
export type KeyDeclaration = Readonly<Record<string, KeyType | KeyOptions>>

/** The key of an entity: its type, its column, and who generates it. */
export interface KeyOptions {
  readonly type: KeyType
  /** Made by the store instead of taken from the client. By default true, except for `string`. */
  readonly generated?: boolean
  /** By default the name in snake_case. */
  readonly column?: string
}

/** `'string'`, `'string?'` for one that may be null and absent, or the options in full. */
export type FieldDeclarations = Readonly<Record<string, FieldType | `${FieldType}?` | FieldOptions>>

/** A field of an entity: its type, its column and its limits. */
export interface FieldOptions {
  readonly type: FieldType | `${FieldType}?`
  /** Never taken from a body. */
  readonly readOnly?: boolean
  /** Never in an answer, nor sorted or filtered by. A client gives it once, in a POST, and cannot change it. */
  readonly hidden?: boolean
  /** Hidden, but a client may change it: PATCH takes it, and PUT when the body has it. For passwords. */
  readonly writeOnly?: boolean
  /** The value, or a function that makes it, for a body without the field. */
  readonly default?: unknown
  readonly unique?: boolean
  /** For a field by which lists filter or sort: `createTables` makes an index. References have one without it. */
  readonly index?: boolean
  /** The entity whose key this field holds. Two entities that refer to each other: `(): EntityDefinition => Author`. */
  readonly references?: () => EntityDefinition
  /** In characters (code points), in bytes, or, with `many`, in objects. */
  readonly minLength?: number
  readonly maxLength?: number
  /** `minLength` and `maxLength` of a text; forms get a `Length` instead of a `Size`. */
  readonly length?: { readonly min?: number; readonly max?: number }
  /** A regular expression for the whole text, which must not be one that backtracks; text only, at most 1000 characters. */
  readonly pattern?: string
  /** The format of a text. */
  readonly format?: TextFormat
  /** True if a text needs more than white space. */
  readonly notBlank?: boolean
  /** True if a text, bytes or a list of objects must not be empty. */
  readonly notEmpty?: boolean
  /** How many digits a `decimal` or `number` has at most, before the point and behind it. */
  readonly digits?: Digits
  /** Requires a day or a time behind or ahead of now. */
  readonly time?: 'past' | 'future'
  /** The least value: a number, or the text of a day, a time or a large integer. */
  readonly min?: number | bigint | string | Date
  readonly max?: number | bigint | string | Date
  /** `min` and `max`; forms get a `Range`. */
  readonly range?: Required<Pick<FieldOptions, 'min' | 'max'>>
  /** All values that there are, of a text, an integer or a boolean. `[null]` is a field that must have no value. */
  readonly enum?: readonly (string | number | boolean | null)[]
  /** The object that a `json` field holds. */
  readonly model?: ModelDefinition
  /** True for a list of such objects, in a field with a `model`. */
  readonly many?: boolean
  /** By default the name in snake_case. */
  readonly column?: string
  readonly description?: string
}

/** The argument of `defineModel`. */
export interface ModelDeclaration {
  /** As in OpenAPI: `Address`. */
  readonly name: string
  readonly fields: Readonly<Record<string, FieldOptions['type'] | ModelFieldOptions>>
  readonly description?: string
}

/** Options of a field of a model. */
export type ModelFieldOptions = Omit<
  FieldOptions,
  'readOnly' | 'hidden' | 'writeOnly' | 'unique' | 'index' | 'references' | 'column'
>

/** To one: `by` is the own field with the other's key. To `many`: the other's field with the own key. */
export interface RelationOptions {
  /** Two entities that refer to each other: `(): EntityDefinition => Author`. */
  readonly entity: () => EntityDefinition
  readonly by: string
  readonly many?: boolean
}

/** Other entities, by the properties that hold them. */
export type RelationDeclarations = Readonly<Record<string, RelationOptions>>

/** The argument of `defineEntity`. */
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
  /**
   * The name of a hidden field that has another value after each write, so that a row which is deleted and created again
   * with its key has another ETag, whatever it holds. By default `rowToken` where clients give the key, and none where the
   * store makes it, since that is never made again. `false` for a table without such a column.
   */
  readonly rowToken?: string | false
  /** The views that each property is marked with. */
  readonly views?: Readonly<Record<string, ViewType | readonly ViewType[]>>
  /** Validates the writable fields, after their types. Any Standard Schema: zod, valibot, arktype. */
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

/** A single object type instead of an intersection, because editors show it. */
type Flat<Entity> = { [Name in keyof Entity]: Entity[Name] }

/** The type of a declared key. */
export type DeclaredId<Key extends KeyDeclaration> = ValueOf<Key[keyof Key]>

/** The entity of a definition: `type Book = EntityOf<typeof Book>`. */
export type EntityOf<Definition> =
  Definition extends EntityDefinition<infer Entity, infer _Id> ? Entity : never
