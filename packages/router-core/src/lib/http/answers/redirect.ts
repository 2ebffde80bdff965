import { checkOptions } from '../../check-options.js'
import { checkStatus } from './response-status.js'
import type { ActionName, ReverseParameters } from '../../reversing/registered-actions.js'
import type { ReverseArguments } from '../../reversing/reverser.js'
import type { ActionDefinition } from '../../reversing/action-definition.js'

/** Sends the client to the URL of another action. */
export class Redirect {
  readonly target: string | ActionDefinition
  readonly args: ReverseArguments | undefined
  readonly status: number | undefined

  constructor(
    target: string | ActionDefinition,
    args?: ReverseArguments,
    options: { readonly status?: number | undefined } = {},
  ) {
    checkOptions('redirect', options, { status: true })
    checkStatus('redirect', options.status)
    this.target = target
    this.args = args
    this.status = options.status
  }

  /** The status for a request with this method. By default, a browser continues with GET. */
  statusFor(method: string | undefined): number {
    return this.status ?? (method === 'GET' || method === 'HEAD' ? 302 : 303)
  }
}

interface RedirectOptions {
  readonly status?: 301 | 302 | 303 | 307 | 308
}

/** The arguments after the target. With overloads, the compiler would report an error of the wrong overload. */
type RedirectParameters<Target extends ActionName | ActionDefinition> = [Target] extends [ActionDefinition]
  ? [args?: undefined, options?: RedirectOptions]
  : [...ReverseParameters<Extract<Target, ActionName>>, options?: RedirectOptions]

/**
 * Redirects to an action, or to the result of `reverse`. The default status is 302 for GET and HEAD, and 303 for other
 * methods, so the browser continues with GET. `redirect` takes no URL, so it cannot redirect to a URL from outside by
 * accident.
 */
export function redirect<Target extends ActionName | ActionDefinition>(
  target: Target,
  ...[args, options]: RedirectParameters<Target>
): Redirect {
  return new Redirect(target, args as ReverseArguments | undefined, options as RedirectOptions | undefined)
}
