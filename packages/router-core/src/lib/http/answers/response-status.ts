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

/** @throws ConfigurationException for anything but a whole number from 200 to 599 */
export function checkStatus(by: string, status: number | undefined): void {
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599))
    throw wrongOption(by, 'expected a status from 200 to 599')
}
