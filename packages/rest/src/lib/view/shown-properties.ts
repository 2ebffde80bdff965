import type { EntityDefinition } from '../entity/entity-definition.js'
import type { ViewType } from '../entity/view-type.js'
import { markedProperties } from './json-view.js'

/**
 * Returns the properties that an answer shows, in declared order. A view shows properties that are marked with it, or
 * with a view that it extends. Without a view, all properties are shown, except hidden fields. A subclass of the entity
 * may mark more properties.
 */
export function shownProperties(
  entity: EntityDefinition,
  view: ViewType | undefined,
  type: object = entity.type,
): readonly string[] {
  const { key, fields, relations, views } = entity
  const marks = new Map([...views, ...markedProperties(type)])
  const hidden = new Set(fields.filter((field) => field.hidden).map((field) => field.name))
  // Marked properties that the entity does not declare come last.
  const names = new Set([...[key, ...fields, ...relations].map(({ name }) => name), ...marks.keys()])
  return Array.from(names).filter(
    (name) => !hidden.has(name) && (view === undefined || isPartOf(marks.get(name) ?? [], view)),
  )
}

/** Returns the fields that a client cannot change, because an answer does not show them and they are not write-only. */
export function unseenFields(entity: EntityDefinition, view: ViewType | undefined): ReadonlySet<string> {
  const shown = new Set(shownProperties(entity, view))
  const unseen = entity.fields.filter(
    (field) => !field.readOnly && !field.writeOnly && !shown.has(field.name),
  )
  return new Set(unseen.map((field) => field.name))
}

/** True if a view shows a property with these marks. A view has the properties of each view that it extends. */
export function isPartOf(marks: readonly ViewType[], view: ViewType): boolean {
  return marks.some((mark) => mark === view || view.prototype instanceof mark)
}
