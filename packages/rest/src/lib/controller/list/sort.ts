import type { EntityDefinition } from '../../entity/entity-definition.js'
import { wrongParameter } from '../../exceptions/rest-exceptions.js'
import { shapeless } from '../../repository/condition.js'
import type { Sort } from '../../repository/paging-and-sorting-repository.js'
import { parameterList, namesIn, quoteGiven, single, unexpected } from './parameter-values.js'

type SortedBy = readonly (readonly [string, 'asc' | 'desc'])[]

const sortList = /^-?[A-Za-z0-9_]+(?:,-?[A-Za-z0-9_]+)*$/

/** @throws IllegalArgumentException for a wrong `sort=-year,title`, or a wrong `direction=asc&properties=year` */
export function parseSort(
  parameters: URLSearchParams,
  entity: EntityDefinition,
  shown: ReadonlySet<string>,
): Sort | undefined {
  const direction = single(parameters, 'direction')?.toLowerCase()
  const names = namesIn(parameters, 'properties', single(parameters, 'properties'))
  const sort = parameterList(parameters, 'sort')
  if (sort !== undefined) {
    if (direction !== undefined || names !== undefined)
      throw wrongParameter('sort', 'combination', 'sort goes without direction and properties')
    return checkSort('sort', parseSortList(sort), entity, shown)
  }
  if (direction === undefined) return undefined
  if (direction !== 'asc' && direction !== 'desc')
    throw unexpected('direction', 'enum', 'asc or desc', direction)
  if (names === undefined)
    throw wrongParameter('direction', 'combination', 'direction needs properties to sort by')
  const sortedBy = names.map((name) => [name, direction] as const)
  return checkSort('properties', sortedBy, entity, shown)
}

function parseSortList(list: string): SortedBy {
  if (!sortList.test(list))
    throw unexpected('sort', 'syntax', 'names with commas between them, like -year,title', list)
  const properties = list
    .split(',')
    .map((name) => (name.startsWith('-') ? ([name.slice(1), 'desc'] as const) : ([name, 'asc'] as const)))
  const names = properties.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw wrongParameter('sort', 'repeated', `sort names ${quoteGiven(twice)} twice`)
  return properties
}

function checkSort(
  parameter: string,
  properties: SortedBy,
  entity: EntityDefinition,
  shown: ReadonlySet<string>,
): Sort {
  const sortable = sortableProperties(entity, shown)
  const [unknown] = properties.find(([property]) => !sortable.includes(property)) ?? []
  if (unknown !== undefined)
    throw wrongParameter(
      parameter,
      'unknown',
      `${entity.name} cannot be sorted by ${quoteGiven(unknown)}, only by ${sortable.join(', ')}`,
    )
  return Object.fromEntries(properties)
}

/** Returns all shown properties that have an order. Types such as `json` have no order. */
export function sortableProperties(
  { key, fields }: EntityDefinition,
  shown: ReadonlySet<string>,
): readonly string[] {
  const sortable = fields.filter((field) => !shapeless.has(field.type)).map((field) => field.name)
  return [key.name, ...sortable].filter((name) => shown.has(name))
}
