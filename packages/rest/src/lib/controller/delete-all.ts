import { CrudServiceImpl } from '../service/crud-service-impl.js'
import type { CrudService } from '../service/crud-service.js'
import type { RequestContext } from '../service/request-context.js'
import type { CollectionContext, RestController } from './rest-controller.js'

/** Deletes all rows that exist for a request, if they are as it expects; `context` has been entered. */
export async function deleteAllRows<Entity extends object, Id>(
  controller: Pick<RestController<Entity>, 'admit' | 'maxUnpaged'>,
  operations: CrudService<Entity, Id>,
  context: RequestContext | undefined,
  precondition: CollectionContext<Entity>['precondition'],
): Promise<void> {
  if (precondition === undefined) return deleteRows(controller, operations, context)
  // Nothing may change between the look at all rows and the end of all of them.
  await operations.transaction(
    async () => {
      precondition(await operations.findAll({ limit: controller.maxUnpaged + 1 }, context))
      await deleteRows(controller, operations, context)
    },
    { isRepeatable: true, isSerializable: true },
  )
}

async function deleteRows<Entity extends object, Id>(
  controller: Pick<RestController<Entity>, 'admit'>,
  operations: CrudService<Entity, Id>,
  context: RequestContext | undefined,
): Promise<void> {
  if (context?.scope === undefined || operations.deleteAll === CrudServiceImpl.prototype.deleteAll)
    return operations.deleteAll(context)
  // A service with a way of its own may not know of the scope.
  await operations.transaction(
    async () => {
      const all = await operations.findAll({}, context)
      void controller.admit?.('findAll', context, all)
      for (const entity of all) await operations.delete(entity, context)
    },
    { isRepeatable: true },
  )
}
