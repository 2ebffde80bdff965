import { ConfigurationException } from '@mvc-router/router-core'
import { checkOptions } from '@mvc-router/router-core/tools'
import { buildEntityDefinition } from './build-entity-definition.js'
import { MetadataKey, standardContext } from './decorator-metadata.js'
import type { EntityDeclaration, KeyOptions, RelationOptions } from './entity-declaration.js'
import type { FieldOptions, KeyType, Type } from '../entity-definition.js'

const keys = new MetadataKey<KeyType | KeyOptions>()
const fields = new MetadataKey<FieldOptions['type'] | FieldOptions>()
const relations = new MetadataKey<RelationOptions>()
const versions = new MetadataKey<true>()

type PropertyDecorator = (
  target: unknown,
  context: ClassFieldDecoratorContext | ClassAccessorDecoratorContext,
) => void

/** The options of `@Entity`: the options of `defineEntity` that have no property decorator. */
export type EntityOptions = Partial<
  Pick<EntityDeclaration, 'name' | 'table' | 'rowToken' | 'schema' | 'description'>
>

/**
 * Declares a class as an entity, with the properties that `@Id`, `@Field`, `@Relation` and `@Version` mark. The
 * constructor is called without arguments. `entityOf(Book)` returns the definition.
 *
 * ```ts
 * @Entity()
 * class Book {
 *   @Id('integer') @JsonView(SummaryView) id!: number
 *   @Field('string') @JsonView(SummaryView) title!: string
 *   @Field('string?') review!: string | null
 * }
 * ```
 *
 * @throws ConfigurationException for a wrong declaration.
 */
export function Entity(options: EntityOptions = {}): (type: Type, context: ClassDecoratorContext) => void {
  checkOptions('Entity', options, {
    name: true,
    table: true,
    rowToken: true,
    schema: true,
    description: true,
  })
  return (type, context) => {
    const { name: className, metadata } = standardContext(context)
    const [version, ...others] = versions.read(metadata).keys()
    if (others.length > 0) throw new ConfigurationException('Version', `${className} has two versions`)
    buildEntityDefinition(type, {
      name: className ?? '',
      ...options,
      key: Object.fromEntries(keys.read(metadata)),
      fields: Object.fromEntries(fields.read(metadata)),
      relations: Object.fromEntries(relations.read(metadata)),
      ...(version !== undefined && { version }),
    })
  }
}

/** Declares the key of an entity: `@Id('integer')`. */
export function Id(options: KeyType | KeyOptions): PropertyDecorator {
  return keys.decorator(options)
}

/** Declares a field of an entity: `@Field('string?')`, or with options. */
export function Field(options: FieldOptions['type'] | FieldOptions): PropertyDecorator {
  return fields.decorator(options)
}

/** Declares a property that holds a related entity, or a list of related entities. */
export function Relation(options: RelationOptions): PropertyDecorator {
  return relations.decorator(options)
}

/** Declares the field that counts the writes of a row, for optimistic locking. */
export const Version: PropertyDecorator = versions.decorator(true)
