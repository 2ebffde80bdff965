import type { FieldDefinition } from '../entity/entity-definition.js'
import { fromJsonForm, toJsonForm } from '../entity/json-form.js'

/** The JSON of a document: what has none of its own is a text, which loses nothing. */
export function toDocument(
  fields: readonly FieldDefinition[],
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map(({ name }) => [name, toJsonForm(record[name] ?? null)]))
}

/** The values of a document; a field that was declared after it was written is null. */
export function fromDocument(
  fields: readonly FieldDefinition[],
  document: unknown,
): Readonly<Record<string, unknown>> {
  const values = new Map(Object.entries(typeof document === 'object' && document !== null ? document : {}))
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, fromJsonForm(type, values.get(name) ?? null)]),
  )
}
