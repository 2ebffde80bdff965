import type { EntityDefinition } from '../entity/entity-definition.js'
import type { ViewType } from '../entity/view-type.js'
import { markedProperties } from './json-view.js'

/**
 * The properties of an entity that an answer shows, in declared order: those marked with the view, or with a view that it
 * extends; without a view all. Hidden properties never are. A class that extends the entity's may mark more of them.
 */
export function shownProperties(
  entity: EntityDefinition,
  view: ViewType | undefined,
  type: object = entity.type,
): readonly string[] {
  const { key, fields, relations, views } = entity
  const marks = new Map([...views, ...markedProperties(type)])
  const hidden = new Set(fields.filter((field) => field.hidden).map((field) => field.name))
  // Properties that are only marked come behind those of the entity.
  const names = new Set([...[key, ...fields, ...relations].map(({ name }) => name), ...marks.keys()])
  return Array.from(names).filter(
    (name) => !hidden.has(name) && (view === undefined || isPartOf(marks.get(name) ?? [], view)),
  )
}

/** The fields that an answer does not show, and that a client which replaces it cannot mean. */
export function unseenFields(entity: EntityDefinition, view: ViewType | undefined): ReadonlySet<string> {
  const shown = new Set(shownProperties(entity, view))
  const unseen = entity.fields.filter(
    (field) => !field.readOnly && !field.writeOnly && !shown.has(field.name),
  )
  return new Set(unseen.map((field) => field.name))
}

/** A view shows what is marked with it, or with a view that it extends. */
export function isPartOf(marks: readonly ViewType[], view: ViewType): boolean {
  return marks.some((mark) => mark === view || view.prototype instanceof mark)
}
