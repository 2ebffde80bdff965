import { annotate, type ActionMethod } from '../../controllers/action-metadata.js'
import { checkStatus } from './check-status.js'

/** Sets the status of the action's answers: `@ResponseStatus(201)`. The action may still choose another status. */
export function ResponseStatus(
  status: number,
): <Method extends ActionMethod>(method: Method, context?: ClassMethodDecoratorContext) => Method {
  checkStatus('ResponseStatus', status)
  return (method) => {
    annotate(method, { responseStatus: status })
    return method
  }
}
