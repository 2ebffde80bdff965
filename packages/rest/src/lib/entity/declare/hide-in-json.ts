import type { EntityDefinition } from '../entity-definition.js'
import { recordOf } from '../record-of.js'

/**
 * Adds a `toJSON` without hidden fields to a class. `JSON.stringify`, Express's `res.json` and template filters then
 * hide the same fields as controllers. An existing `toJSON` of the class still converts the visible fields.
 */
export function hideInJson({ type, key, fields, relations }: EntityDefinition): void {
  const hidden = new Set(fields.filter((field) => field.hidden).map(({ name }) => name))
  const declared = [key, ...fields, ...relations].map(({ name }) => name)
  const inherited: unknown = recordOf(type.prototype)['toJSON']

  function toJSON(this: object, ...parameters: unknown[]): unknown {
    const json: unknown =
      typeof inherited === 'function' ? Reflect.apply(inherited, this, parameters) : propertiesOf(this)
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
    return Object.fromEntries(
      Object.entries(json)
        .filter(([name]) => !hidden.has(name))
        .map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
    )
  }

  /** Fields may be accessors, which are not own properties. */
  function propertiesOf(entity: object): Readonly<Record<string, unknown>> {
    const names = new Set([...declared, ...Object.keys(entity)])
    return Object.fromEntries(Array.from(names, (name) => [name, recordOf(entity)[name]]))
  }

  Object.defineProperty(type.prototype, 'toJSON', { value: toJSON, configurable: true, writable: true })
}
