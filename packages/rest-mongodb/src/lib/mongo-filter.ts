import type { Document, Filter, Sort } from 'mongodb'
import { type EntityDefinition, type RowCondition, type SortKey, typeOf } from '@mvc-router/rest/store'
import { documentName, toBson } from './mongo-values.js'

export function mongoFilter(entity: EntityDefinition, condition: RowCondition): Filter<Document> {
  if ('all' in condition) {
    const filters = condition.all.map((one) => mongoFilter(entity, one))
    const all = filters.filter((filter) => Object.keys(filter).length > 0)
    return all.length === 0 ? {} : { $and: all }
  }
  if ('any' in condition) return { $or: condition.any.map((one) => mongoFilter(entity, one)) }
  const { property, operator, value } = condition
  const name = nameOf(entity, property)
  const type = typeOf(entity, property) ?? 'json'
  switch (operator) {
    case 'null':
      return { [name]: value ? { $eq: null } : { $ne: null } }
    case 'in':
      return { [name]: { $in: value.map((one) => toBson(type, one)) } }
    case 'contains':
      return { [name]: { $regex: escapePattern(value) } }
    case 'startsWith':
      // For an expression that begins with `^`, the server can use a range of an index.
      return { [name]: { $regex: `^${escapePattern(value)}` } }
    default:
      return { [name]: { [`$${operator}`]: toBson(type, value) } }
  }
}

/** MongoDB sorts null first, like all other stores. */
export function mongoSort(entity: EntityDefinition, order: readonly SortKey[]): Sort {
  return order.map(({ property, direction }) => [nameOf(entity, property), direction] as const)
}

function nameOf(entity: EntityDefinition, property: string): string {
  const one = [entity.key, ...entity.fields].find(({ name }) => name === property)
  if (one === undefined) throw new TypeError(`${entity.name} has no property ${property}`)
  return documentName(entity, one)
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}#-]/g, String.raw`\$&`)
}
