import type { EntityDefinition } from '../../entity/entity-definition.js'
import { recordOf } from '../../entity/record-of.js'
import { wrongParameter } from '../../exceptions/rest-exceptions.js'
import type { Condition } from '../../repository/condition.js'
import type { Sort } from '../../repository/paging-and-sorting-repository.js'
import { satisfies } from '../../repository/satisfies.js'
import type { CrudService } from '../../service/crud-service.js'
import type { RequestContext } from '../../service/request-context.js'
import { conditionsOf } from '../../service/scoped-context.js'
import { Page } from '../../view/page.js'
import type { ListRequest } from './list-request.js'

/** The question of a list without its slice; absent parts were not given. */
export interface AskedList {
  readonly where?: readonly Condition[]
  readonly include?: readonly string[]
}

/** Returns the question of a request and its context. */
export function askedOf({ where, include }: ListRequest, context: RequestContext | undefined): AskedList {
  const conditions = [...where, ...conditionsOf(context)]
  return {
    ...(conditions.length > 0 && { where: conditions }),
    ...(include.length > 0 && { include }),
  }
}

/** Returns the rows that were found by their ids and meet the question. `load` loads relations of a row. */
export async function filterFound<Entity extends object>(
  entity: EntityDefinition<Entity>,
  found: readonly Entity[],
  { where, include }: AskedList,
  load: (entity: Entity, relations: readonly string[]) => Promise<void>,
): Promise<readonly Entity[]> {
  const wanted = found.filter(satisfies(entity, where))
  if (include !== undefined) for (const each of wanted) await load(each, include)
  return wanted
}

/** Reads a row more than wanted, which shows that there is another slice. */
export async function findSlice<Entity extends object>(
  service: Pick<CrudService<Entity, never>, 'findAll'>,
  { size, sort, after, cursorOf }: Extract<ListRequest, { type: 'slice' }>,
  asked: AskedList,
  context: RequestContext | undefined,
): Promise<Page<Entity>> {
  const selection = { sort, limit: size + 1, ...asked, ...(after !== undefined && { after }) }
  const found = await service.findAll(selection, context)
  const content = found.slice(0, size)
  const last = content.at(-1)
  const next = found.length > size && last !== undefined ? cursorOf(recordOf(last)) : null
  return new Page(content, { size, next })
}

/** @throws IllegalArgumentException when there are more than `max`. */
export async function findUnpaged<Entity extends object>(
  service: Pick<CrudService<Entity, never>, 'findAll'>,
  { max, sort }: { readonly max: number; readonly sort: Sort | undefined },
  asked: AskedList,
  context: RequestContext | undefined,
): Promise<readonly Entity[]> {
  const all = await service.findAll({ sort, limit: max + 1, ...asked }, context)
  if (all.length > max)
    throw wrongParameter('page', 'max', `There are more than ${max}; ask for pages, with page=1`)
  return all
}
