import { ConfigurationException } from '@mvc-router/router-core'
import type { StandardSchema } from '@mvc-router/router-core/express'
import { checkOptions } from '@mvc-router/router-core/tools'
import { activeView } from '../../view/json-view.js'
import { MetadataKey, ownMetadataOf } from '../../entity/declare/decorator-metadata.js'
import type { EntityDefinition, Type } from '../../entity/entity-definition.js'
import { entityOf } from '../../entity/entity-of.js'
import type { SchemaNames } from './schema-names.js'
import type { JsonSchema } from './shared-schemas.js'

/** The answer of an action: an entity or its class, a Standard Schema that can say itself as JSON Schema, or one. */
export type AnswerType = EntityDefinition | Type | StandardSchema | JsonSchema

/** Options of `@Answers`. */
export interface AnswerOptions {
  /** Answers with a list of these. */
  readonly many?: boolean
}

interface Answer extends AnswerOptions {
  readonly type: AnswerType
}

const answers = new MetadataKey<Answer>()

/**
 * On an action: what it answers with, for the OpenAPI document. On `findAll`, what its pages and lists hold.
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

/** Declares the types of `Answers` without decorators: `answerTypes(BookController, { findNew: Book })`. */
export function answerTypes(controller: Type, types: Readonly<Record<string, AnswerType>>): void {
  const written = answers.write(ownMetadataOf(controller))
  for (const [name, type] of Object.entries(types)) written.set(name, { type })
}

/** The methods of an object that it is said of what they answer with, by name. */
export function answeredMethods(controller: object): readonly string[] {
  return Array.from(answers.of(controller).keys())
}

/** The schema of what an action answers with; `undefined` when nobody said. */
export function answerOf(controller: object, methodName: string, names: SchemaNames): JsonSchema | undefined {
  const items = answeredItem(controller, methodName, names)
  const isList = answers.of(controller).get(methodName)?.many === true
  return items !== undefined && isList ? { type: 'array', items } : items
}

/** The schema of one of what an action answers with. */
export function answeredItem(
  controller: object,
  methodName: string,
  names: SchemaNames,
): JsonSchema | undefined {
  const answer = answers.of(controller).get(methodName)
  if (answer === undefined) return undefined
  const entity = entityBehind(answer.type)
  return entity === undefined
    ? schemaBehind(answer.type)
    : names.referenceTo(entity, activeView(controller, methodName))
}

/** The entity that an action answers with; `undefined` when nobody said, or it is none. */
export function answeredEntity(controller: object, methodName: string): EntityDefinition | undefined {
  const answer = answers.of(controller).get(methodName)
  return answer && entityBehind(answer.type)
}

function entityBehind(type: AnswerType): EntityDefinition | undefined {
  if (typeof type === 'function' && !('~standard' in type)) return entityOf(type)
  return 'keyOf' in type && typeof type.keyOf === 'function' ? (type as EntityDefinition) : undefined
}

/** Standard Schemas of newer libraries give themselves as JSON Schema. */
function schemaBehind(type: AnswerType): JsonSchema {
  if (!('~standard' in type)) return type as JsonSchema
  const { jsonSchema } = type['~standard'] as {
    readonly jsonSchema?: { output(options: { readonly target: string }): JsonSchema }
  }
  if (jsonSchema === undefined)
    throw new ConfigurationException('Answers', 'This schema cannot be said as JSON Schema; give that itself')
  const { $schema: _dialect, ...schema } = jsonSchema.output({ target: 'draft-2020-12' })
  return schema
}
