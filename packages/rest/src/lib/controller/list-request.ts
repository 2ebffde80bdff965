import type { EntityDefinition } from '../entity/entity-definition.js'
import { IllegalArgumentException } from '../exceptions/rest-exceptions.js'
import type { Sort } from '../repository/paging-and-sorting-repository.js'

/** What a request for a list asks for. */
export type ListRequest =
  | { readonly type: 'ids'; readonly ids: readonly string[] }
  | { readonly type: 'all'; readonly sort: Sort | undefined }
  | { readonly type: 'page'; readonly page: number; readonly size: number; readonly sort: Sort | undefined }

export interface ListLimits {
  readonly defaultSize: number
  readonly maxSize: number
  readonly maxIds: number
}

const PAGE = /^[1-9][0-9]{0,8}$/
const PROPERTY_LIST = /^[A-Za-z0-9_.]+(?:,[A-Za-z0-9_.]+)*$/
const IDS = 'ids[]'

/**
 * Reads `page`, `size`, `direction`, `properties` and `ids[]`. An empty value is as good as none, other parameters
 * are for others to read.
 * @throws IllegalArgumentException
 */
export function parseListRequest(
  parameters: URLSearchParams,
  entity: EntityDefinition,
  { defaultSize, maxSize, maxIds }: ListLimits,
): ListRequest {
  if (parameters.size === 0)
    return { type: 'page', page: 1, size: Math.min(defaultSize, maxSize), sort: undefined }
  refuseForeignForms(parameters)
  if (parameters.has(IDS)) {
    const ids = new Set(parameters.getAll(IDS).filter((id) => id !== ''))
    if (ids.size > maxIds) throw new IllegalArgumentException(`ids[] takes at most ${maxIds} ids`)
    return { type: 'ids', ids: Array.from(ids) }
  }
  const page = single(parameters, 'page') ?? '1'
  const sort = parseSort(parameters, entity)
  const size = parseSize(single(parameters, 'size'), defaultSize, maxSize)
  if (page === 'no') return { type: 'all', sort }
  if (!PAGE.test(page)) throw new IllegalArgumentException('page must be a number from 1 on, or "no"')
  return { type: 'page', page: Number(page), size, sort }
}

/** `sort=` and `filter[name]=` are how others ask; to answer as if nothing was asked would be a wrong answer. */
function refuseForeignForms(parameters: URLSearchParams): void {
  if (parameters.has('sort'))
    throw new IllegalArgumentException('sort is no parameter here; use direction and properties')
  for (const name of parameters.keys())
    if (name !== IDS && name.includes('['))
      throw new IllegalArgumentException('A parameter with brackets can only be ids[]')
}

function parseSize(text: string | undefined, defaultSize: number, maxSize: number): number {
  if (text === undefined) return Math.min(defaultSize, maxSize)
  const size = PAGE.test(text) ? Number(text) : 0
  if (size < 1 || size > maxSize)
    throw new IllegalArgumentException(`size must be a number from 1 to ${maxSize}`)
  return size
}

function parseSort(parameters: URLSearchParams, entity: EntityDefinition): Sort | undefined {
  const direction = single(parameters, 'direction')?.toLowerCase()
  const list = single(parameters, 'properties')
  if (list !== undefined && !PROPERTY_LIST.test(list))
    throw new IllegalArgumentException('properties must be names, with commas between them')
  if (direction === undefined) return undefined
  if (direction !== 'asc' && direction !== 'desc')
    throw new IllegalArgumentException('direction must be asc or desc')
  if (list === undefined) throw new IllegalArgumentException('direction needs properties to sort by')
  const properties = list.split(',')
  const sortable = sortableProperties(entity)
  const unknown = properties.find((property) => !sortable.includes(property))
  if (unknown !== undefined)
    throw new IllegalArgumentException(
      `${entity.name} cannot be sorted by "${unknown}", only by ${sortable.join(', ')}`,
    )
  return Object.fromEntries(properties.map((property) => [property, direction]))
}

function sortableProperties({ key, fields }: EntityDefinition): readonly string[] {
  const sortable = fields.filter((field) => !field.hidden && field.type !== 'json')
  return [key.name, ...sortable.map((field) => field.name)]
}

/** The value of a parameter that may be given once, `undefined` for an absent or empty one. */
function single(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name)
  if (others.length > 0) throw new IllegalArgumentException(`${name} may be given only once`)
  return value === '' ? undefined : value
}
