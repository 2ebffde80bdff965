import type { StandardSchema } from '@mvc-router/router-core/express'
import type { TextFormat } from './value-formats.js'
import type { ViewType } from './view-type.js'

/** Any class. */
// oxlint-disable-next-line typescript/no-explicit-any -- a class of unknown constructor parameters has no other type
export type Type<T extends object = object> = abstract new (...parameters: any[]) => T

/** The types that a key can have. `key-text.ts` reads their texts. */
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

/** Rules for the values of a field, in addition to their type. */
export interface FieldRules {
  /** The length counts characters (code points), bytes, or objects of a list. */
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  /** True if `minLength` and `maxLength` were declared as `length`. */
  readonly isLength: boolean
  /** A regular expression for the whole text. */
  readonly pattern: string | undefined
  /** Returns true for a text that matches the pattern. It never backtracks. */
  readonly matches: ((text: string) => boolean) | undefined
  /** True if the field does not declare `maxLength` itself. */
  readonly isLengthImplied: boolean
  readonly format: TextFormat | undefined
  /** True if a text needs more than white space. */
  readonly notBlank: boolean
  /** True if a text, bytes or a list must not be empty. */
  readonly notEmpty: boolean
  readonly digits: Digits | undefined
  /** Requires a day or a time before now (`past`) or after now (`future`). */
  readonly time: 'past' | 'future' | undefined
  /** The least value, in the field's type. */
  readonly min: unknown
  /** The greatest value, in the field's type. */
  readonly max: unknown
  /** True if `min` and `max` were declared as `range`. */
  readonly isRange: boolean
  /** The allowed values. */
  readonly enum: readonly (string | number | boolean | null)[] | undefined
}

/** An object that entities hold in fields of type `json`. */
export interface ModelDefinition {
  readonly name: string
  readonly fields: readonly FieldDefinition[]
  readonly description: string | undefined
}

/** A declared property of an entity other than the key. */
export interface FieldDefinition extends FieldRules {
  readonly name: string
  readonly type: FieldType
  /** True if the value may be `null`. A body must have a field that is not nullable and has no default. */
  readonly nullable: boolean
  /** True if the value is never taken from a body. */
  readonly readOnly: boolean
  /** True if answers, sorts and filters never use the field. Only a POST takes it from a body. */
  readonly hidden: boolean
  /** True if the field is hidden, but PUT and PATCH take it too. */
  readonly writeOnly: boolean
  /** Returns the value for a body without the field. `undefined` means that there is no default. */
  readonly defaultValue: (() => unknown) | undefined
  readonly unique: boolean
  /** True if the field is declared with `index`. */
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
  /** The field of this entity with the key of the other. With `many`, the field of the other with the key of this. */
  readonly by: string
  readonly many: boolean
}

/** The checked declaration of an entity. Columns, allow-lists, views, validation and OpenAPI follow from it. */
export interface EntityDefinition<Entity extends object = object, Id = unknown> {
  readonly name: string
  readonly table: string
  /** The class of the entity: the decorated class, or a class that `defineEntity` created. */
  readonly type: Type<Entity>
  readonly key: KeyDefinition
  /** The fields in declared order, without the key. The row token and the version are last. */
  readonly fields: readonly FieldDefinition[]
  readonly relations: readonly RelationDefinition[]
  /** The field that counts the writes of a row, for optimistic locking. It is a read-only field of `fields`. */
  readonly version: string | undefined
  /** The field that gets a new value with each write of a row. It is a hidden and read-only field of `fields`. */
  readonly rowToken: string | undefined
  /** The views of each property, by property name. */
  readonly views: ReadonlyMap<string, readonly ViewType[]>
  readonly schema: StandardSchema | undefined
  readonly description: string | undefined
  /** Finds a field by its name. The key is not a field. */
  field(name: string): FieldDefinition | undefined
  /** Creates an instance with all declared properties, in declared order. A missing value becomes `null`. */
  create(values: Readonly<Record<string, unknown>>): Entity
  /** Returns the key, or `undefined` for an entity without a key. */
  keyOf(entity: Entity): Id | undefined
  /** @throws IllegalArgumentException with the name of the parameter, by default `id`, for a text that is not a key. */
  parseKey(text: string, parameter?: string): Id
}
