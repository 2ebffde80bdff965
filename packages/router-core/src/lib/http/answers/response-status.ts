import { wrongOption } from '../../exceptions.js'
import { annotate, type ActionMethod } from '../../controllers/action-metadata.js'

/** Sets the status of the action's answers: `@ResponseStatus(201)`. The action may still choose another status. */
export function ResponseStatus(
  status: number,
): <Method extends ActionMethod>(method: Method, context?: ClassMethodDecoratorContext) => Method {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw wrongOption('ResponseStatus', 'expected a status from 200 to 599')
  }
  return (method) => {
    annotate(method, { responseStatus: status })
    return method
  }
}
