import type { EntityDefinition, Type } from '../entity/entity-definition.js'
import { entityOfPrototype } from '../entity/entity-of.js'
import type { ViewType } from '../entity/view-type.js'
import { isEnvelope, markedProperties } from './json-view.js'
import { isPartOf, shownProperties } from './shown-properties.js'
import { isCutByViews, type SerializerModule, type SerializerModules } from './serializer-modules.js'
import { xmlTags, type XmlTags } from './xml-tags.js'

/** A property that a plan writes, with the texts that stand around its value. */
export interface PlannedProperty {
  readonly name: string
  /** In JSON, when it is the first. */
  readonly opening: string
  /** In JSON, behind another one. */
  readonly separator: string
  readonly tags: XmlTags
  /** Whether it is declared as data of any shape: then objects without a class in it are written whole, in any view. */
  readonly isData: boolean
}

/** How the values of one class are written in one view; found once for each, then only followed. */
export type ViewPlan =
  /** By a module. */
  | {
      readonly type: 'module'
      readonly serialize: NonNullable<SerializerModule['serialize']>
      /** Whether objects without a class that it gives are written whole, in any view. */
      readonly isWhole: boolean
    }
  /** A class that says which properties it has. */
  | {
      readonly type: 'declared'
      readonly properties: readonly PlannedProperty[]
      /** Whether properties that nobody declared are written too: without a view everything is. */
      readonly isOpen: boolean
      /** Names that are not to be written among the undeclared. */
      readonly known: ReadonlySet<string>
    }
  /** A class that says nothing of itself: all of it without a view, nothing of it in one. */
  | { readonly type: 'undeclared' }

/** Which properties of the entities of one class are written, of those that their view shows. */
export interface Projection {
  readonly type: Type
  readonly properties: ReadonlySet<string>
}

/** What plans are made of. */
export interface PlanSources {
  readonly view: ViewType | undefined
  readonly modules: SerializerModules
  readonly projection: Projection | undefined
}

/** Finds the plan for the values with a prototype. */
export function planFor(prototype: object, { view, modules, projection }: PlanSources): ViewPlan {
  const serialize = modules.find(prototype, 'serialize')?.serialize
  if (serialize !== undefined) return { type: 'module', serialize, isWhole: !isCutByViews(serialize) }
  const type = typeof prototype.constructor === 'function' ? prototype.constructor : undefined
  const entity = entityOfPrototype(prototype)
  const marked = type === undefined ? noMarks : markedProperties(type)
  if (view !== undefined && type !== undefined && isEnvelope(type)) return envelope
  if (entity === undefined && marked.size === 0) return { type: 'undeclared' }

  const chosen = projection !== undefined && projection.type === type ? projection.properties : undefined
  const shown =
    entity === undefined ? markedNames(prototype, marked, view) : shownProperties(entity, view, type)
  const written = shown.filter((name) => chosen === undefined || chosen.has(name))
  const hidden = entity?.fields.filter((field) => field.hidden).map((field) => field.name) ?? []
  return {
    type: 'declared',
    properties: written.map((name) => plannedProperty(name, entity)),
    isOpen: view === undefined && chosen === undefined,
    known: new Set([...written, ...hidden]),
  }
}

const noMarks: ReadonlyMap<string, readonly ViewType[]> = new Map()

const envelope: ViewPlan = { type: 'declared', properties: [], isOpen: true, known: new Set() }

/** Of a class that is no entity: getters come last, and are all that has to be named where there is no view. */
function markedNames(
  prototype: object,
  marked: ReadonlyMap<string, readonly ViewType[]>,
  view: ViewType | undefined,
): readonly string[] {
  return Array.from(marked)
    .filter(([name, marks]) => (view === undefined ? name in prototype : isPartOf(marks, view)))
    .map(([name]) => name)
    .toSorted((one, other) => Number(one in prototype) - Number(other in prototype))
}

function plannedProperty(name: string, entity: EntityDefinition | undefined): PlannedProperty {
  const key = JSON.stringify(name)
  return {
    name,
    opening: `{${key}:`,
    separator: `,${key}:`,
    tags: xmlTags(name),
    isData: entity?.field(name)?.type === 'json',
  }
}
