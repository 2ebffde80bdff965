import type { StandardSchema } from '@mvc-router/router-core/express'
import type { TextFormat } from './value-formats.js'
import type { ViewType } from './view-type.js'

/** Any class. */
// oxlint-disable-next-line typescript/no-explicit-any -- a class of unknown constructor parameters has no other type
export type Type<T extends object = object> = abstract new (...parameters: any[]) => T

/** The types that a key can have; what their texts look like is in `key-text.ts`. */
export type KeyType = 'integer' | 'bigint' | 'string' | 'uuid' | 'objectId'

/** The types that a field can have: a scalar, or `json` for data of any shape. */
export type FieldType = KeyType | 'number' | 'decimal' | 'boolean' | 'date' | 'datetime' | 'bytes' | 'json'

/** The key of an entity. A generated key is never taken from a client. */
export interface KeyDefinition {
  readonly name: string
  readonly type: KeyType
  readonly generated: boolean
  readonly column: string
}

/** How many digits a number has at most. */
export interface Digits {
  readonly integer: number
  readonly fraction: number
}

/** Rules for the values of a field, beside their type. */
export interface FieldRules {
  /** In characters (code points), bytes, or objects of a list. */
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  /** True if these two were declared as one `length`. */
  readonly isLength: boolean
  /** A regular expression for the whole text. */
  readonly pattern: string | undefined
  /** True for a text that matches the pattern; it never backtracks. */
  readonly matches: ((text: string) => boolean) | undefined
  /** True if the pattern needs the greatest length, and the field does not declare it. */
  readonly isLengthImplied: boolean
  readonly format: TextFormat | undefined
  /** True if a text needs more than white space. */
  readonly notBlank: boolean
  /** True if a text, bytes or a list must not be empty. */
  readonly notEmpty: boolean
  readonly digits: Digits | undefined
  /** Requires a day or a time behind or ahead of now. */
  readonly time: 'past' | 'future' | undefined
  /** The least value, of the field's type. */
  readonly min: unknown
  /** The greatest value, of the field's type. */
  readonly max: unknown
  /** True if these two were declared as one `range`. */
  readonly isRange: boolean
  /** All values that there are. */
  readonly enum: readonly (string | number | boolean | null)[] | undefined
}

/** An object that entities hold in fields of type `json`. */
export interface ModelDefinition {
  readonly name: string
  readonly fields: readonly FieldDefinition[]
  readonly description: string | undefined
}

/** A declared property of an entity, the key excepted. */
export interface FieldDefinition extends FieldRules {
  readonly name: string
  readonly type: FieldType
  /** True if `null` is a value of it; a field that is not nullable and has no default must be in the body. */
  readonly nullable: boolean
  /** Never taken from a body. */
  readonly readOnly: boolean
  /** Never in an answer, nor sorted or filtered by; from a body taken only by a POST. */
  readonly hidden: boolean
  /** Hidden, but PUT and PATCH take it as well. */
  readonly writeOnly: boolean
  /** Makes the value of a field that the body does not have; `undefined` when there is no default. */
  readonly defaultValue: (() => unknown) | undefined
  readonly unique: boolean
  /** True if lists look for it, or sort by it. */
  readonly indexed: boolean
  /** The entity whose key this field holds. */
  readonly references: (() => EntityDefinition) | undefined
  /** The object, or list of objects, that a `json` field holds. */
  readonly model: ModelDefinition | undefined
  readonly many: boolean
  readonly column: string
  readonly description: string | undefined
}

/** A property that holds another entity, or several. It is never taken from a body. */
export interface RelationDefinition {
  readonly name: string
  readonly entity: () => EntityDefinition
  /** To one: the own field that holds the other's key. To many: the other's field that holds the own key. */
  readonly by: string
  readonly many: boolean
}

/** The declaration of an entity; columns, allow-lists, views, validation and OpenAPI are read from it. */
export interface EntityDefinition<Entity extends object = object, Id = unknown> {
  readonly name: string
  readonly table: string
  /** The class of the entity: the decorated one, or one made for the declaration. */
  readonly type: Type<Entity>
  readonly key: KeyDefinition
  /** In declared order, without the key; the row token and the version are the last ones. */
  readonly fields: readonly FieldDefinition[]
  readonly relations: readonly RelationDefinition[]
  /** The field that counts the writes of a row, for optimistic locking; it is one of `fields` and read-only. */
  readonly version: string | undefined
  /** The field that has another value after each write of a row; it is one of `fields`, hidden and read-only. */
  readonly rowToken: string | undefined
  /** The views that a property is marked with, by property name. */
  readonly views: ReadonlyMap<string, readonly ViewType[]>
  readonly schema: StandardSchema | undefined
  readonly description: string | undefined
  /** Finds a field by its name; the key is none. */
  field(name: string): FieldDefinition | undefined
  /** An instance with all declared properties, in declared order; what `values` lacks is `null`. */
  create(values: Readonly<Record<string, unknown>>): Entity
  /** `undefined` for an entity that was never stored. */
  keyOf(entity: Entity): Id | undefined
  /** @throws IllegalArgumentException for a text that is not exactly the text of a key; it names the parameter, or `id`. */
  parseKey(text: string, parameter?: string): Id
}
