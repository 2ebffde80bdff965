import { wrongOption } from '../../exceptions.js'
import { annotate, type ActionMethod } from '../../controllers/action-metadata.js'

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

/** @throws ConfigurationException for a number that is not the status of a whole answer */
export function checkStatus(by: string, status: number | undefined): void {
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599))
    throw wrongOption(by, 'expected a status from 200 to 599')
}
