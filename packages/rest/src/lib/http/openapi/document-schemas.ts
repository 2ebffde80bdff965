import { getOrInsert } from '@mvc-router/router-core/tools'
import type { EntityDefinition, ModelDefinition } from '../../entity/entity-definition.js'
import type { ViewType } from '../../entity/view-type.js'
import { writeSchema } from './entity-schemas.js'
import { errorSchemas, type JsonSchema, listSchemas, schemaReference } from './shared-schemas.js'

export type Declared = EntityDefinition | ModelDefinition

/** The kind of an entity's schema: an answer, an answer in a view, or a body. */
export type SchemaKind = ViewType | 'Input' | 'Patch' | undefined

/**
 * The schemas of one document: `Book`, `Book.SummaryView`, `BookInput`. The first reference writes a schema. If two
 * entities have the same name, for example in two versions of an API, the second becomes `Book_2`.
 */
export class DocumentSchemas {
  readonly #taken = new Set([...Object.keys(errorSchemas), ...Object.keys(listSchemas)])
  readonly #names = new Map<Declared, Map<SchemaKind, string>>()
  readonly #schemas = new Map<string, JsonSchema>()

  referenceTo(declared: Declared, kind?: SchemaKind): JsonSchema {
    const name = this.#nameOf(declared, kind)
    if (!this.#schemas.has(name)) {
      // The schema may refer to itself.
      this.#schemas.set(name, {})
      this.#schemas.set(name, writeSchema(declared, kind, this))
    }
    return schemaReference(name)
  }

  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas)
  }

  #nameOf(declared: Declared, kind: SchemaKind): string {
    const names = getOrInsert(this.#names, declared, () => new Map<SchemaKind, string>())
    return getOrInsert(names, kind, () => uniqueName(this.#wish(declared, kind), this.#taken))
  }

  #wish(declared: Declared, kind: SchemaKind): string {
    if (kind === undefined) return declared.name
    const name = this.#nameOf(declared, undefined)
    return typeof kind === 'string' ? `${name}${kind}` : `${name}.${kind.name.replaceAll(/[^\w-]/g, '_')}`
  }
}

/** Returns `name`, or the first free name in `name_2`, `name_3` and so on. */
export function uniqueName(wish: string, taken: Set<string>): string {
  let name = wish
  for (let count = 2; taken.has(name); count += 1) name = `${wish}_${count}`
  taken.add(name)
  return name
}
