import { checkOptions } from '../check-options.js'
import { NoHandlerFoundException, printable, wrongOption } from '../exceptions.js'
import type { Route } from '../routes/route.js'
import type { LinkSigner } from '../signing/link-signer.js'
import { durationHint, readDuration } from '../syntax/duration.js'
import { acceptsMethod } from '../matching/accepts-method.js'
import { reverseRoute, type ReversibleRoutes } from './reverse-route.js'
import type { ReverseArguments } from './reverse-arguments.js'
import type { ReverseContext, ReversedRoute } from './url-builder.js'

/** Options of a signed link. */
export interface SigningOptions {
  /** Seconds, or a text such as `7d`. Default: the time of the line (`+ signed=1h`), or else for ever. */
  readonly expiresIn?: number | string | undefined
  /** The method of the link, if the line has several. Default: the first. */
  readonly method?: string | undefined
}

/**
 * The signed URL of an action below `+ signed` (docs/route-file.md, Signed links).
 *
 * @throws NoHandlerFoundException as `reverseRoute` does, and for an option with a wrong value
 * @throws ConfigurationException without the option `signingKeys`
 */
export function reverseSigned(
  table: ReversibleRoutes,
  { signer, ...context }: ReverseContext & { readonly signer: LinkSigner | undefined },
  action: string,
  args: ReverseArguments | null | undefined,
  options: SigningOptions,
): ReversedRoute {
  checkOptions('signed', options, { expiresIn: true, method: true })
  const { expiresIn, method } = options
  if (signer === undefined) throw wrongOption('signingKeys', 'expected the keys of signed links')
  const given = expiresIn === undefined ? undefined : readDuration(expiresIn)
  if (expiresIn !== undefined && given === undefined)
    throw refuse(action, 'expiresIn', `${durationHint}, got ${shown(expiresIn)}`)
  const now = Math.floor(Date.now() / 1000)
  const expiryOf = ({ modifiers }: Route): number | undefined => {
    const lifetime = given ?? readDuration(modifiers['signed'])
    return lifetime === undefined ? undefined : now + lifetime
  }
  const reversed = reverseRoute(table, { ...context, expiryOf }, action, args)
  const { route, host } = reversed
  const chosen = typeof method === 'string' ? method.toUpperCase() : reversed.method
  if (!acceptsMethod(route.method, chosen))
    throw refuse(action, 'method', `the line accepts ${route.method}, got ${printable(chosen.slice(0, 50))}`)
  const url = signer.sign(route, { method: chosen, host, url: reversed.url })
  return { ...reversed, method: chosen, url, isHtml: false }
}

function refuse(action: string, argument: string, reason: string): NoHandlerFoundException {
  const message = `Cannot sign ${printable(action)}: ${argument}: ${reason}`
  return new NoHandlerFoundException(message, { code: 'E_REVERSE_BAD_ARG', action, argument })
}

function shown(given: unknown): string {
  if (typeof given === 'number') return String(given)
  return typeof given === 'string'
    ? `"${printable(given.slice(0, 50))}"`
    : `a value of the type ${typeof given}`
}
