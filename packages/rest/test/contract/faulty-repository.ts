import {
  type EntityDefinition,
  MemoryRepository,
  type PagingAndSortingRepository,
  type Selection,
} from '@mvc-router/rest'

/** A row of any entity of the contract. */
export interface Row {
  readonly id: number
  readonly name?: string | null
  readonly code?: string | null
}
type Rows = MemoryRepository<Row, unknown>
export type Definition = EntityDefinition<Row>
type Repository = PagingAndSortingRepository<Row, unknown>

/** A fault of a repository, and the contract rules that detect the fault. */
export interface Fault {
  /** Wrong methods that replace the methods of a correct repository. */
  readonly methods?: (rows: Rows) => Partial<Repository>
  /** Wrong parts of the entity definition that the repository uses. */
  readonly definition?: (entity: Definition) => Partial<Definition>
  readonly breaks: readonly string[]
}

export const firstKeys = {
  integer: 1,
  bigint: 1n,
  string: 'a',
  uuid: '00000000-0000-4000-8000-000000000000',
  objectId: '000000000000000000000000',
}

export function changed(rows: Rows, row: Row, values: object): Row {
  return rows.entity.create({ ...row, ...values })
}

export function withToken(rows: Rows, row: Row): Row {
  const { rowToken } = rows.entity
  return rowToken === undefined ? row : changed(rows, row, { [rowToken]: 'a token' })
}

/** Returns the values of a row. Changes all values except the id. */
export function otherValues(row: Row): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, name === 'id' ? value : `${String(value)}?`]),
  )
}

export function without(
  selection: Selection<unknown> = {},
  ...names: readonly (keyof Selection<unknown> | 'sort' | 'offset' | 'limit')[]
): Selection<unknown> {
  const kept = Object.entries(selection).filter(([name]) => !(names as readonly string[]).includes(name))
  return Object.fromEntries(kept)
}

const methodNames = [
  'insert',
  'save',
  'findOne',
  'exists',
  'findAll',
  'count',
  'delete',
  'deleteAll',
  'transaction',
  'once',
] as const

export function faultyRepository(entity: Definition, { methods, definition }: Fault): Repository {
  const wrong = definition && Object.create(entity, Object.getOwnPropertyDescriptors(definition(entity)))
  const rows: Rows = new MemoryRepository((wrong as Definition | undefined) ?? entity)
  const right = Object.fromEntries(methodNames.map((name) => [name, rows[name].bind(rows) as unknown]))
  return { entity, ...right, ...methods?.(rows) } as Repository
}
