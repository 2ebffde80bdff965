import type { SchemaIssue, SchemaResult, StandardSchema } from '@mvc-router/router-core/express'
import type { ValidationIssue } from '../../exceptions/rest-exceptions.js'
import type { EntityDefinition } from '../entity-definition.js'
import { invalidBody } from './read-body.js'

type Values = Record<string, unknown>

const unchecked = new WeakSet<object>()

/** Marks values that the schema must validate again, together with the row. */
export function markUnchecked<Marked extends object>(values: Marked): Marked {
  unchecked.add(values)
  return values
}

export function isUnchecked(values: object): boolean {
  return unchecked.has(values)
}

/**
 * Validates the writable values, and merges the schema's output into them. The schema cannot set undeclared or
 * read-only fields.
 *
 * @throws ValidationException
 */
export async function validateValues(
  entity: EntityDefinition,
  values: Values,
  kept: ReadonlySet<string> = new Set(),
): Promise<Values> {
  const { schema } = entity
  if (schema === undefined) return values
  let result = await schema['~standard'].validate(values)
  if (result.issues !== undefined) result = await validateWithoutNulls(schema, values, result)
  if (result.issues !== undefined) {
    const issues = result.issues.map(toValidationIssue)
    // The row has all missing fields, so the schema validates body and row together later.
    if (issues.every(({ path }) => kept.has(path.split('.', 1)[0] ?? ''))) return markUnchecked(values)
    throw invalidBody(issues)
  }
  takeWritable(entity, result.value, values)
  return values
}

/**
 * Entities hold `null` for empty and for missing fields, but schemas distinguish `nullable` and `optional`. So the
 * values are valid if the schema accepts them with or without nulls.
 */
async function validateWithoutNulls(
  schema: StandardSchema,
  values: Values,
  failure: SchemaResult<unknown>,
): Promise<SchemaResult<unknown>> {
  const present = Object.entries(values).filter(([, value]) => value !== null)
  if (present.length === Object.keys(values).length) return failure
  const result = await schema['~standard'].validate(Object.fromEntries(present))
  return result.issues === undefined ? result : failure
}

function takeWritable(entity: EntityDefinition, output: unknown, values: Values): void {
  if (typeof output !== 'object' || output === null)
    throw new TypeError(`The schema of ${entity.name} does not give an object`)
  for (const { name, readOnly } of entity.fields) {
    if (!readOnly && Object.hasOwn(output, name)) values[name] = Reflect.get(output, name)
  }
}

function toValidationIssue(issue: SchemaIssue): ValidationIssue {
  const { path = [], message } = issue
  const names = path.map((segment) => (typeof segment === 'object' ? segment.key : segment))
  const code: unknown = Reflect.get(issue, 'code')
  return {
    path: names.map(String).join('.'),
    code: typeof code === 'string' && /^[A-Za-z_]{1,40}$/.test(code) ? code : 'invalid',
    message,
  }
}
