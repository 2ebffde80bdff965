import { ConfigurationException } from '@mvc-router/router-core'
import type { StandardSchema } from '@mvc-router/router-core/express'
import { checkOptions } from '@mvc-router/router-core/tools'
import { activeView } from '../../view/json-view.js'
import { MetadataKey, ownMetadataOf } from '../../entity/declare/decorator-metadata.js'
import type { EntityDefinition, Type } from '../../entity/entity-definition.js'
import { entityOf } from '../../entity/entity-of.js'
import type { DocumentSchemas } from './document-schemas.js'
import type { JsonSchema } from './shared-schemas.js'

/** The type of an answer: an entity or its class, a JSON Schema, or a Standard Schema that converts to JSON Schema. */
export type AnswerType = EntityDefinition | Type | StandardSchema | JsonSchema

/** Options of `@Answers`. */
export interface AnswerOptions {
  /** True if the answer is a list of this type. */
  readonly many?: boolean
}

const answers = new MetadataKey<AnswerOptions & { readonly type: AnswerType }>()

/**
 * Declares the type of an action's answer for the OpenAPI document. On `findAll`, `type` is the type of the items.
 *
 * ```ts
 * @Answers(Book, { many: true })
 * @Params(requestParam('year', Number))
 * findNew(year: number): Promise<readonly Book[]> { ... }
 * ```
 */
export function Answers(
  type: AnswerType,
  options: AnswerOptions = {},
): (method: unknown, context: ClassMethodDecoratorContext) => void {
  checkOptions('Answers', options, { many: true })
  const { many = false } = options
  return answers.decorator({ type, many })
}

/** Declares answer types without decorators: `answerTypes(BookController, { findNew: Book })`. */
export function answerTypes(controller: Type, types: Readonly<Record<string, AnswerType>>): void {
  const written = answers.write(ownMetadataOf(controller))
  for (const [name, type] of Object.entries(types)) written.set(name, { type })
}

export function answeredMethods(controller: object): readonly string[] {
  return Array.from(answers.of(controller).keys())
}

export function answerOf(
  controller: object,
  methodName: string,
  schemas: DocumentSchemas,
): JsonSchema | undefined {
  const items = answeredItem(controller, methodName, schemas)
  const isList = answers.of(controller).get(methodName)?.many === true
  return items !== undefined && isList ? { type: 'array', items } : items
}

export function answeredItem(
  controller: object,
  methodName: string,
  schemas: DocumentSchemas,
): JsonSchema | undefined {
  const answer = answers.of(controller).get(methodName)
  if (answer === undefined) return undefined
  const entity = entityBehind(answer.type)
  return entity === undefined
    ? schemaBehind(answer.type)
    : schemas.referenceTo(entity, activeView(controller, methodName))
}

function entityBehind(type: AnswerType): EntityDefinition | undefined {
  if (typeof type === 'function' && !('~standard' in type)) return entityOf(type)
  return 'keyOf' in type && typeof type.keyOf === 'function' ? (type as EntityDefinition) : undefined
}

/** Standard Schemas of newer libraries can convert themselves. */
function schemaBehind(type: AnswerType): JsonSchema {
  if (!('~standard' in type)) return type as JsonSchema
  const { jsonSchema } = type['~standard'] as {
    readonly jsonSchema?: { output(options: { readonly target: string }): JsonSchema }
  }
  if (jsonSchema === undefined)
    throw new ConfigurationException(
      'Answers',
      'This schema cannot be converted to JSON Schema; give a JSON Schema',
    )
  const { $schema: _dialect, ...schema } = jsonSchema.output({ target: 'draft-2020-12' })
  return schema
}
