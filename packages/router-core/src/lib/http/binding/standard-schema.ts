import { isObjectOrFunction } from '../../is-object.js'

/** A validator of Standard Schema, version 1 (https://standardschema.dev), such as Zod, Valibot or ArkType. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}

/** The result of a Standard Schema: a value, or the issues. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** A reason why a Standard Schema refuses a value. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** Schemas are objects, or functions with properties (ArkType). */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return isObjectOrFunction(value) && '~standard' in value
}

/** The text of an issue: `address.city: Required`. */
export function describeIssue({ message, path }: SchemaIssue): string {
  const keys = (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`
}
