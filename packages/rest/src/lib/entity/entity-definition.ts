import type { StandardSchema } from '@mvc-router/router-core/express'
import type { TextFormat } from './value-formats.js'
import type { ViewType } from './view-type.js'

/** Any class. */
// oxlint-disable-next-line typescript/no-explicit-any -- a class of unknown constructor parameters has no other type
export type Type<T extends object = object> = abstract new (...parameters: any[]) => T

/** The types of a key. */
export type KeyType = 'integer' | 'bigint' | 'string' | 'uuid' | 'objectId'

/** The types of a field: a scalar, or `json` for data of any shape. */
export type FieldType = KeyType | 'number' | 'decimal' | 'boolean' | 'date' | 'datetime' | 'bytes' | 'json'

/** The key of an entity. A generated key is never taken from a client. */
export interface KeyDefinition {
  readonly name: string
  readonly type: KeyType
  readonly generated: boolean
  readonly column: string
}

/** The maximum numbers of digits before and behind the decimal point. */
export interface Digits {
  readonly integer: number
  readonly fraction: number
}

/** The objects in a `json` field. */
export interface ModelDefinition {
  readonly name: string
  readonly fields: readonly FieldDefinition[]
  readonly description: string | undefined
}

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

/** A declared property of an entity other than the key. `FieldOptions` describes the options. */
export interface FieldDefinition extends Omit<
  FieldOptions,
  'type' | 'default' | 'index' | 'min' | 'max' | 'minLength' | 'maxLength'
> {
  readonly name: string
  readonly type: FieldType
  /** True if the value may be `null`. A POST must have each writable field that is not nullable and has no default. */
  readonly nullable: boolean
  /** Returns the value for a body without the field. `undefined` means that there is no default. */
  readonly defaultValue: (() => unknown) | undefined
  readonly readOnly: boolean
  readonly hidden: boolean
  readonly writeOnly: boolean
  readonly unique: boolean
  readonly indexed: boolean
  readonly many: boolean
  readonly column: string
  /** Returns true for a text that matches the pattern. It never backtracks. */
  readonly matches: ((text: string) => boolean) | undefined
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  /** `min` and `max` have the type of the field. */
  readonly min: unknown
  readonly max: unknown
  /** Forms name a length or a range after the option that declared it. */
  readonly declared: Pick<FieldOptions, 'length' | 'maxLength' | 'range'>
}

/** A property that holds a related entity, or a list of related entities. It is never taken from a body. */
export interface RelationDefinition {
  readonly name: string
  readonly entity: () => EntityDefinition
  /** The field with the key of the related entity. With `many`, it is a field of the related entity. */
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
  /** A read-only field in `fields` that counts the writes of a row, for optimistic locking. */
  readonly version: string | undefined
  /** A hidden, read-only field in `fields` that gets a new value with each write of a row. */
  readonly rowToken: string | undefined
  /** The views of each property. */
  readonly views: ReadonlyMap<string, readonly ViewType[]>
  readonly schema: StandardSchema | undefined
  readonly description: string | undefined
  /** Finds a field by its name. The key is not a field. */
  field(name: string): FieldDefinition | undefined
  /** Creates an instance with all declared properties, in declared order. A missing value becomes `null`. */
  create(values: Readonly<Record<string, unknown>>): Entity
  /** Returns the key, or `undefined` for an entity without a key. */
  keyOf(entity: Entity): Id | undefined
  /** @throws IllegalArgumentException for a text that is not a key, with the name of the parameter. */
  parseKey(text: string, parameter?: string): Id
}
