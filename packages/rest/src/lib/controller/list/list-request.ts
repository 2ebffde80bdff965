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

/** The parts that all kinds of list requests have. */
interface ListQuestion {
  readonly where: readonly Condition[]
  readonly include: readonly string[]
}

/** A request for a list. */
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
        /** Returns the cursor for the position of a row. */
        readonly cursorOf: (row: Readonly<Record<string, unknown>>) => string
      }
  )

/** The requests that a controller allows for its lists. */
export interface ListRules extends FilterLimits {
  /** Parameters to ignore. */
  readonly ignoredParameters: readonly string[]
  readonly defaultSize: number
  readonly maxSize: number
  readonly cursors: Cursors
  /** The values that identify the list. A cursor depends on them, and on sort, filters and scope. */
  readonly binding: readonly unknown[]
  /** Conditions for the rows that exist for the request. */
  readonly scope: Conditions | undefined
}

/** The parameters of every list. A filter cannot have such a name. */
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
 * Reads the parameters of a list. An empty value means that the parameter is absent, except for a filter, where it is an
 * empty text. An unknown parameter is refused, because ignoring a filter would give a wrong answer.
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
  // An empty `after` asks for the first slice, so it counts. An empty `sort` is absent.
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

/** Adds the key to the order, in the direction of the last property, so that the list can be one range of an index. */
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
