import { NotImplementedException } from '../exceptions/rest-exceptions.js'
import type { IdempotentRequest } from '../repository/idempotent-request.js'
import type { CrudService } from '../service/crud-service.js'
import type { RequestContext } from '../service/request-context.js'
import { existing } from './scoped-rows.js'

/**
 * What a request with an `Idempotency-Key` has created, now or before.
 *
 * @throws NotImplementedException where nothing remembers requests.
 */
export async function createOnce<Entity extends object, Id>(
  operations: CrudService<Entity, Id>,
  request: IdempotentRequest,
  create: () => Promise<Entity>,
  context: RequestContext | undefined,
): Promise<Entity> {
  if (operations.once === undefined)
    throw new NotImplementedException('There is no memory here for an Idempotency-Key')
  return existing(operations.entity, await operations.once(request, create, context), context)
}
