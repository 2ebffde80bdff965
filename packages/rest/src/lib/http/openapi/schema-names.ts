import { getOrInsert } from '@mvc-router/router-core/tools'
import type { EntityDefinition, ModelDefinition } from '../../entity/entity-definition.js'
import type { ViewType } from '../../entity/view-type.js'
import { type JsonSchema, schemaReference } from './shared-schemas.js'

type Declared = EntityDefinition | ModelDefinition

/** The kind of an entity's schema: an answer, an answer in a view, or a body. */
export type SchemaKind = ViewType | 'Input' | 'Patch' | undefined

/**
 * The names of the schemas in one document: `Book`, `Book.SummaryView`, `BookInput`. Two entities may have the same name,
 * such as in two versions of an API. The first entity keeps its name, and the next is `Book_2`.
 */
export class SchemaNames {
  readonly #taken: Set<string>
  readonly #names = new Map<Declared, Map<SchemaKind, string>>()

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  nameOf(declared: Declared, kind?: SchemaKind): string {
    const names = getOrInsert(this.#names, declared, () => new Map<SchemaKind, string>())
    return getOrInsert(names, kind, () => uniqueName(this.#wish(declared, kind), this.#taken))
  }

  referenceTo(declared: Declared, kind?: SchemaKind): JsonSchema {
    return schemaReference(this.nameOf(declared, kind))
  }

  #wish(declared: Declared, kind: SchemaKind): string {
    if (kind === undefined) return declared.name
    const name = this.nameOf(declared)
    return typeof kind === 'string' ? `${name}${kind}` : `${name}.${kind.name.replaceAll(/[^\w-]/g, '_')}`
  }
}

/** Returns the wished name, or the first free name of `name_2`, `name_3` and so on. */
export function uniqueName(wish: string, taken: Set<string>): string {
  let name = wish
  for (let count = 2; taken.has(name); count += 1) name = `${wish}_${count}`
  taken.add(name)
  return name
}
