import type { EntityDefinition } from '../entity/entity-definition.js'
import type { ViewType } from '../entity/view-type.js'
import { markedProperties } from './json-view.js'

/**
 * Returns the properties of an entity that an answer shows, in declared order. In a view, they are marked with it, or with
 * a view that it extends. Without a view, all are shown, except hidden ones. A subclass of the entity may mark more.
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

/** Returns the fields that an answer does not show, so that a client who replaces the entity cannot change them. */
export function unseenFields(entity: EntityDefinition, view: ViewType | undefined): ReadonlySet<string> {
  const shown = new Set(shownProperties(entity, view))
  const unseen = entity.fields.filter(
    (field) => !field.readOnly && !field.writeOnly && !shown.has(field.name),
  )
  return new Set(unseen.map((field) => field.name))
}

/** True if a property with these marks is part of a view. A view has the properties of each view that it extends. */
export function isPartOf(marks: readonly ViewType[], view: ViewType): boolean {
  return marks.some((mark) => mark === view || view.prototype instanceof mark)
}
