import type { EntityDefinition, FieldType } from '../entity/entity-definition.js'
import { readValue } from '../entity/read/read-value.js'
import { IllegalArgumentException } from '../exceptions/rest-exceptions.js'
import {
  type Condition,
  type Conditions,
  comparisonsOf,
  type Operator,
  type Scalar,
  shapeless,
  typeOf,
} from '../repository/condition.js'
import type { Position, Sort } from '../repository/paging-and-sorting-repository.js'
import { type SortKey, sortKeys } from '../repository/sort-order.js'
import type { Cursors } from './cursors.js'

/** What every list can be asked beside how much of it. */
interface ListQuestion {
  readonly where: readonly Condition[]
  readonly include: readonly string[]
}

/** What a request for a list asks for. */
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
        /** The cursor of the position of a row. */
        readonly cursorOf: (row: Readonly<Record<string, unknown>>) => string
      }
  )

/** The operators that a list takes for its fields: `{ year: ['eq', 'gte'], title: ['contains'] }`. */
export type Filters = Readonly<Record<string, readonly Operator[]>>

/** What a controller lets its lists be asked. */
export interface ListRules {
  readonly defaultSize: number
  readonly maxSize: number
  readonly maxIds: number
  readonly filters: Filters
  /** Parameters that mean nothing here, and are not refused. */
  readonly ignoredParameters: readonly string[]
  /** The properties that the answer shows. */
  readonly shown: ReadonlySet<string>
  readonly cursors: Cursors
  /** What a cursor is bound to beside sort and filters: who asks, and where. */
  readonly binding: readonly unknown[]
  /** What holds for all rows anyway. */
  readonly scope: Conditions | undefined
}

/** The parameters of every list; no filter can have such a name. */
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
const propertyList = /^[A-Za-z0-9_.]+(?:,[A-Za-z0-9_.]+)*$/
const sortList = /^-?[A-Za-z0-9_]+(?:,-?[A-Za-z0-9_]+)*$/
const filterPattern = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[([A-Za-z]+)\])?$/
const idsParameter = 'ids[]'

/**
 * Reads the parameters of a list. An empty value is as good as none, but for a filter, which then asks for an empty text.
 * A parameter that means nothing here is refused: an answer to less than what was asked is a wrong answer.
 *
 * @throws IllegalArgumentException
 */
export function parseListRequest(
  parameters: URLSearchParams,
  entity: EntityDefinition,
  rules: ListRules,
): ListRequest {
  const { defaultSize, maxSize } = rules
  if (parameters.size === 0)
    return {
      type: 'page',
      page: 1,
      size: Math.min(defaultSize, maxSize),
      sort: undefined,
      where: [],
      include: [],
    }
  refuseUnknown(parameters, listParameters, rules)
  const where = parseFilters(parameters, entity, rules)
  const include = parseInclude(parameters, entity, rules.shown)
  const question = { where, include }
  parseFields(parameters, rules.shown)
  if (parameters.has(idsParameter)) return { ...question, type: 'ids', ids: parseIds(parameters, rules) }
  const sort = parseSort(parameters, entity, rules.shown)
  const size = parseSize(single(parameters, 'size'), defaultSize, maxSize)
  if (parameters.has('after'))
    return { ...question, ...parseCursor(parameters, entity, rules, where, sort), size }
  const page = single(parameters, 'page') ?? '1'
  if (page === 'no') return { ...question, type: 'all', sort }
  if (!pagePattern.test(page))
    throw new IllegalArgumentException(`page: expected a number from 1 on, or "no", got ${quote(page)}`)
  return { ...question, type: 'page', page: Number(page), size, sort }
}

/**
 * Refuses parameters that are neither among the known nor declared as filters or ignored.
 *
 * @throws IllegalArgumentException
 */
export function refuseUnknown(
  parameters: URLSearchParams,
  known: readonly string[],
  { filters, ignoredParameters }: Pick<ListRules, 'filters' | 'ignoredParameters'>,
): void {
  for (const name of parameters.keys()) {
    if (known.includes(name) || ignoredParameters.includes(name)) continue
    const [, property = ''] = filterPattern.exec(name) ?? []
    if (!Object.hasOwn(filters, property))
      throw new IllegalArgumentException(`There is no parameter ${quote(name)} here`)
  }
}

/**
 * The properties to write, of `fields=id,title`; `undefined` for all.
 *
 * @throws IllegalArgumentException for one that the answer does not show.
 */
export function parseFields(
  parameters: URLSearchParams,
  shown: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  const list = single(parameters, 'fields')
  if (list === undefined) return undefined
  return new Set(shownNames('fields', list, shown))
}

/**
 * The relations to load, of `include=author`.
 *
 * @throws IllegalArgumentException for a name that is no relation, or one that the answer does not show.
 */
export function parseInclude(
  parameters: URLSearchParams,
  { relations, name: entityName }: EntityDefinition,
  shown: ReadonlySet<string>,
): readonly string[] {
  const list = single(parameters, 'include')
  if (list === undefined) return []
  const names = shownNames('include', list, shown)
  const unknown = names.find((name) => !relations.some((relation) => relation.name === name))
  if (unknown !== undefined)
    throw new IllegalArgumentException(`${entityName} has no relation ${quote(unknown)} to include`)
  return names
}

function shownNames(parameter: string, list: string, shown: ReadonlySet<string>): readonly string[] {
  if (!propertyList.test(list))
    throw new IllegalArgumentException(
      `${parameter}: expected names with commas between them, got ${quote(list)}`,
    )
  const names = list.split(',')
  const unknown = names.find((name) => !shown.has(name))
  if (unknown !== undefined)
    throw new IllegalArgumentException(`${parameter} names ${quote(unknown)}, which is not in the answer`)
  return Array.from(new Set(names))
}

function parseIds(parameters: URLSearchParams, { maxIds }: ListRules): readonly string[] {
  for (const name of ['sort', 'after'])
    if (parameters.has(name)) throw new IllegalArgumentException(`ids[] and ${name} do not go together`)
  const ids = new Set(parameters.getAll(idsParameter).filter((id) => id !== ''))
  if (ids.size > maxIds) throw new IllegalArgumentException(`ids[] takes at most ${maxIds} ids`)
  return Array.from(ids)
}

function parseCursor(
  parameters: URLSearchParams,
  entity: EntityDefinition,
  { cursors, binding, scope }: ListRules,
  where: readonly Condition[],
  asked: Sort | undefined,
): Pick<Extract<ListRequest, { type: 'slice' }>, 'type' | 'after' | 'sort' | 'cursorOf'> {
  if (single(parameters, 'page') !== undefined)
    throw new IllegalArgumentException('after and page do not go together')
  const sort = sortForCursor(entity, asked)
  const keys = sortKeys(entity, sort)
  const question = [binding, keys, comparisonsOf(entity, where), comparisonsOf(entity, scope)]
  const text = JSON.stringify(question, (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  const cursor = single(parameters, 'after')
  return {
    type: 'slice',
    sort,
    after: cursor === undefined ? undefined : cursors.read(text, cursor, entity),
    cursorOf: (row) => cursors.write(text, positionOf(keys, row)),
  }
}

/** All in the direction of the last property where there is a choice, which is one range of an index. */
function sortForCursor({ key }: EntityDefinition, sort: Sort = {}): Sort {
  if (Object.hasOwn(sort, key.name)) return sort
  return { ...sort, [key.name]: Object.values(sort).at(-1) ?? 'asc' }
}

function positionOf(keys: readonly SortKey[], row: Readonly<Record<string, unknown>>): Position {
  return Object.fromEntries(keys.map(({ property }) => [property, row[property] ?? null]))
}

function parseSize(text: string | undefined, defaultSize: number, maxSize: number): number {
  if (text === undefined) return Math.min(defaultSize, maxSize)
  const size = pagePattern.test(text) ? Number(text) : 0
  if (size < 1 || size > maxSize)
    throw new IllegalArgumentException(`size: expected a number from 1 to ${maxSize}, got ${quote(text)}`)
  return size
}

function parseSort(
  parameters: URLSearchParams,
  entity: EntityDefinition,
  shown: ReadonlySet<string>,
): Sort | undefined {
  const direction = single(parameters, 'direction')?.toLowerCase()
  const list = single(parameters, 'properties')
  const sort = single(parameters, 'sort')
  if (list !== undefined && !propertyList.test(list))
    throw new IllegalArgumentException(
      `properties: expected names with commas between them, got ${quote(list)}`,
    )
  if (sort !== undefined) {
    if (direction !== undefined || list !== undefined)
      throw new IllegalArgumentException('sort goes without direction and properties')
    return checkSort(parseSortList(sort), entity, shown)
  }
  if (direction === undefined) return undefined
  if (direction !== 'asc' && direction !== 'desc')
    throw new IllegalArgumentException(`direction: expected asc or desc, got ${quote(direction)}`)
  if (list === undefined) throw new IllegalArgumentException('direction needs properties to sort by')
  return checkSort(
    list.split(',').map((property) => [property, direction]),
    entity,
    shown,
  )
}

function parseSortList(list: string): readonly (readonly [string, 'asc' | 'desc'])[] {
  if (!sortList.test(list))
    throw new IllegalArgumentException(
      `sort: expected names with commas between them, like -year,title, got ${quote(list)}`,
    )
  const properties = list
    .split(',')
    .map((name) => (name.startsWith('-') ? ([name.slice(1), 'desc'] as const) : ([name, 'asc'] as const)))
  const names = properties.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new IllegalArgumentException(`sort names ${quote(twice)} twice`)
  return properties
}

function checkSort(
  properties: readonly (readonly [string, 'asc' | 'desc'])[],
  entity: EntityDefinition,
  shown: ReadonlySet<string>,
): Sort {
  const sortable = sortableProperties(entity, shown)
  const [unknown] = properties.find(([property]) => !sortable.includes(property)) ?? []
  if (unknown !== undefined)
    throw new IllegalArgumentException(
      `${entity.name} cannot be sorted by ${quote(unknown)}, only by ${sortable.join(', ')}`,
    )
  return Object.fromEntries(properties)
}

/** What a list can be sorted by: what it shows, but for data of any shape. */
export function sortableProperties(
  { key, fields }: EntityDefinition,
  shown: ReadonlySet<string>,
): readonly string[] {
  const sortable = fields.filter((field) => !shapeless.has(field.type)).map((field) => field.name)
  return [key.name, ...sortable].filter((name) => shown.has(name))
}

function parseFilters(
  parameters: URLSearchParams,
  entity: EntityDefinition,
  { filters, ignoredParameters, shown, maxIds }: ListRules,
): readonly Condition[] {
  const known: readonly string[] = listParameters
  const names = new Set(parameters.keys())
  return Array.from(names).flatMap((name): Condition | readonly Condition[] => {
    if (known.includes(name) || ignoredParameters.includes(name)) return []
    const [, property = '', operator = 'eq'] = filterPattern.exec(name) ?? []
    const type = typeOf(entity, property)
    const declared = filters[property]?.find((candidate) => candidate === operator)
    if (type === undefined || declared === undefined)
      throw new IllegalArgumentException(
        `${property} cannot be filtered by ${quote(operator)}, only by ${(filters[property] ?? []).join(', ')}`,
      )
    if (!shown.has(property))
      throw new IllegalArgumentException(`${property} is not in the answer, so it is no filter`)
    const values = parameters.getAll(name)
    if (declared === 'in') {
      const list = values.flatMap((value) => value.split(','))
      if (list.length > maxIds) throw new IllegalArgumentException(`${name} takes at most ${maxIds} values`)
      return { [property]: { in: list.map((value) => readFilter(name, type, value)) } }
    }
    const [value = '', ...others] = values
    if (others.length > 0) throw new IllegalArgumentException(`${name} may be given only once`)
    if (declared === 'null') return { [property]: { null: readFilter(name, 'boolean', value) === true } }
    return { [property]: { [declared]: readFilter(name, type, value) } }
  })
}

function readFilter(name: string, type: FieldType, text: string): Scalar {
  const value = readValue(type, text, true)
  if (value === undefined)
    throw new IllegalArgumentException(
      `${name}: expected ${filterTexts[type] ?? `a ${type}`}, got ${quote(text)}`,
    )
  return value as Scalar
}

const filterTexts: Readonly<Partial<Record<FieldType, string>>> = {
  string: 'a text without NUL and lone surrogates',
  integer: 'an integer',
  bigint: 'an integer of 64 bits',
  boolean: 'true or false',
  decimal: 'a decimal number',
  date: 'a day such as 2024-02-29',
  datetime: 'a time such as 2024-02-29T12:00:00.000Z',
}

/** The value of a parameter that may be given once, `undefined` for an absent or empty one. */
function single(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name)
  if (others.length > 0) throw new IllegalArgumentException(`${name} may be given only once`)
  return value === '' ? undefined : value
}

/** A name that a client sent, short and without control characters. */
function quote(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name)
}
