import type { StandardSchema } from '@mvc-router/router-core/express'
import type { FieldOptions } from './declare/entity-declaration.js'
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

/** A declared property of an entity other than the key. `FieldOptions` describes the options. */
export interface FieldDefinition extends Omit<
  FieldOptions,
  'type' | 'default' | 'index' | 'min' | 'max' | 'minLength' | 'maxLength'
> {
  readonly name: string
  readonly type: FieldType
  /** True if the value may be `null`. A body must have a field that is not nullable and has no default. */
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
