import { wrongOption } from '../../exceptions.js'
import { annotate, type ActionMethod } from '../../controllers/action-metadata.js'

/** The status of what the action answers, unless it answers with another one itself. */
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
