import type { EntityDefinition } from '../../entity/entity-definition.js'
import { wrongParameter } from '../../exceptions/rest-exceptions.js'
import { type Condition, type Conditions, comparisonsOf } from '../../repository/condition.js'
import type { Position, Sort } from '../../repository/paging-and-sorting-repository.js'
import { type SortKey, sortKeys } from '../../repository/sort-order.js'
import type { Cursors } from './cursors.js'
import { type FilterLimits, parseFilters } from './filters.js'
import { single, unexpected } from './parameter-values.js'
import { parseFields, parseInclude } from './parts.js'
import { parseSort } from './sort.js'

interface ListQuestion {
  readonly where: readonly Condition[]
  readonly include: readonly string[]
}

export type ListRequest = ListQuestion &
  (
    | { readonly type: 'ids'; readonly ids: readonly string[] }
    | { readonly type: 'all'; readonly sort: Sort | undefined }
    | { readonly type: 'page'; readonly page: number; readonly size: number; readonly sort: Sort | undefined }
    | {
        readonly type: 'slice'
        readonly after: Position | undefined
        readonly size: number
        readonly sort: Sort
        readonly cursorOf: (row: Readonly<Record<string, unknown>>) => string
      }
  )

export interface ListRules extends FilterLimits {
  readonly ignoredParameters: readonly string[]
  readonly defaultSize: number
  readonly maxSize: number
  readonly cursors: Cursors
  /** Values that identify the list. A cursor is valid only for the same values, sort, filters and scope. */
  readonly binding: readonly unknown[]
  /** For this request, only rows that meet these conditions exist. */
  readonly scope: Conditions | undefined
}

/** The parameters of every list. A filter cannot have one of these names. */
export const listParameters = [
  'page',
  'size',
  'direction',
  'properties',
  'sort',
  'after',
  'ids[]',
  'fields',
  'include',
] as const

const pagePattern = /^[1-9][0-9]{0,8}$/
const idsParameter = 'ids[]'

/**
 * Parses the parameters of a list. An empty parameter counts as absent, except `after`, `ids[]` and filters. An unknown
 * parameter is refused, because it may be a misspelled filter, and the list would then have too many rows.
 *
 * @throws IllegalArgumentException
 */
export function parseListRequest(
  parameters: URLSearchParams,
  entity: EntityDefinition,
  rules: ListRules,
): ListRequest {
  const where = parseFilters(parameters, [...listParameters, ...rules.ignoredParameters], entity, rules)
  const include = parseInclude(parameters, entity, rules.shown)
  const question = { where, include }
  parseFields(parameters, rules.shown)
  const sort = parseSort(parameters, entity, rules.shown)
  const size = parseSize(single(parameters, 'size'), rules)
  const page = single(parameters, 'page')
  if (page !== undefined && page !== 'no' && !pagePattern.test(page))
    throw unexpected('page', 'type', 'a number from 1 on, or "no"', page)
  if (parameters.has(idsParameter)) return { ...question, type: 'ids', ids: parseIds(parameters, rules) }
  if (!parameters.has('after'))
    return page === 'no'
      ? { ...question, type: 'all', sort }
      : { ...question, type: 'page', page: Number(page ?? 1), size, sort }
  if (page !== undefined) throw wrongParameter('after', 'combination', 'after and page do not go together')
  return { ...question, ...parseCursor(parameters, entity, rules, where, sort), size }
}

function parseIds(parameters: URLSearchParams, { maxIds }: ListRules): readonly string[] {
  // An empty `after` requests the first slice, so it counts as present. An empty `sort` counts as absent.
  const others = { sort: single(parameters, 'sort'), after: parameters.get('after') ?? undefined }
  for (const [name, value] of Object.entries(others))
    if (value !== undefined) throw wrongParameter(name, 'combination', `ids[] and ${name} do not go together`)
  const ids = new Set(parameters.getAll(idsParameter).filter((id) => id !== ''))
  if (ids.size > maxIds) throw wrongParameter(idsParameter, 'max', `ids[] takes at most ${maxIds} ids`)
  return Array.from(ids)
}

function parseCursor(
  parameters: URLSearchParams,
  entity: EntityDefinition,
  { cursors, binding, scope }: ListRules,
  where: readonly Condition[],
  asked: Sort | undefined,
): Pick<Extract<ListRequest, { type: 'slice' }>, 'type' | 'after' | 'sort' | 'cursorOf'> {
  const sort = sortForCursor(entity, asked)
  const keys = sortKeys(entity, sort)
  const conditions = [binding, comparisonsOf(entity, where), comparisonsOf(entity, scope)]
  const text = JSON.stringify([keys, conditions], withoutBigint)
  const cursor = single(parameters, 'after')
  return {
    type: 'slice',
    sort,
    after: cursor === undefined ? undefined : cursors.read(text, cursor, entity),
    cursorOf: (row) => cursors.write(text, positionOf(keys, row)),
  }
}

function withoutBigint(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}

/** Adds the key in the direction of the last property. An index can then return the list as one range. */
function sortForCursor({ key }: EntityDefinition, sort: Sort = {}): Sort {
  if (Object.hasOwn(sort, key.name)) return sort
  return { ...sort, [key.name]: Object.values(sort).at(-1) ?? 'asc' }
}

function positionOf(keys: readonly SortKey[], row: Readonly<Record<string, unknown>>): Position {
  return Object.fromEntries(keys.map(({ property }) => [property, row[property] ?? null]))
}

function parseSize(text: string | undefined, { defaultSize, maxSize }: ListRules): number {
  if (text === undefined) return Math.min(defaultSize, maxSize)
  const size = pagePattern.test(text) ? Number(text) : 0
  if (size < 1 || size > maxSize) throw unexpected('size', 'range', `a number from 1 to ${maxSize}`, text)
  return size
}
