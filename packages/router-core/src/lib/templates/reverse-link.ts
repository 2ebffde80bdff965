import { escapeHtml } from '../escape-html.js'
import type { ReverseArguments, Reverser } from '../reversing/reverser.js'
import type { ActionDefinition } from '../reversing/action-definition.js'
import { wrongOption } from '../exceptions.js'
import type { SigningOptions } from '../reversing/reverse-signed.js'
import { parseHost } from '../matching/host-matcher.js'

/** The source of a template's links: a `Router`, or any other Reverser. */
export interface TemplateRouter extends Reverser {
  /** The Reverser of the request being handled, else the router itself. */
  readonly current?: TemplateRouter | undefined
  readonly host?: string | undefined
  /** A link to a signed line. */
  signed?(action: string, args?: ReverseArguments | null, options?: SigningOptions): ActionDefinition
  /** The URL of this page with another query. */
  with?(changes?: unknown): string
  /** `href` as HTML. */
  html?(action: string, args: ReverseArguments | null | undefined): string
  /** `reverse` for a link that its template prints and forgets: the definition is not frozen, and keeps `args` itself. */
  link?(action: string, args: ReverseArguments | undefined): ActionDefinition
}

/**
 * The call behind every tag and helper: the action's URL for a page, which is absolute when the route's
 * host differs from the current one (docs/route-file.md, Reversing).
 *
 * @throws NoHandlerFoundException
 */
export function reverseLink(
  reverser: TemplateRouter,
  action: string,
  args?: ReverseArguments | null,
): ActionDefinition {
  return atItsHost(reverser.reverse(action, args), reverser)
}

/**
 * The same for a link to a signed line (docs/route-file.md, Signed links).
 *
 * @throws NoHandlerFoundException
 * @throws ConfigurationException for a Reverser that signs nothing
 */
export function signedLink(
  reverser: TemplateRouter,
  action: string,
  args?: ReverseArguments | null,
  options?: SigningOptions,
): ActionDefinition {
  if (typeof reverser.signed !== 'function') throw wrongOption('signingKeys', 'this Reverser signs no links')
  return atItsHost(reverser.signed(action, args, options), reverser)
}

/**
 * The same where the template names every argument: `expiresIn` and `method` among them are the options.
 *
 * @throws NoHandlerFoundException
 */
export function signedLinkByName(
  reverser: TemplateRouter,
  action: string,
  args: ReverseArguments | undefined,
): ActionDefinition {
  const { expiresIn, method, ...rest } = { ...args }
  const options: Readonly<Record<string, unknown>> = { expiresIn, method }
  return signedLink(reverser, action, rest, options)
}

/** Absolute where the route has another host than the request. */
export function atItsHost(definition: ActionDefinition, { host }: TemplateRouter): ActionDefinition {
  const isHere = definition.host === undefined || isCurrentHost(definition.host, host)
  return isHere ? definition : definition.absolute()
}

/**
 * The URL of `reverseLink` alone. Most links are printed and forgotten, and an ActionDefinition costs more than its URL.
 *
 * @throws NoHandlerFoundException
 */
export function linkUrl(reverser: TemplateRouter, action: string, args?: ReverseArguments | null): string {
  return typeof reverser.href === 'function'
    ? reverser.href(action, args)
    : reverseLink(reverser, action, args).url
}

/**
 * The same as HTML, for a tag that prints it without the escaping of its engine.
 *
 * @throws NoHandlerFoundException
 */
export function linkHtml(reverser: TemplateRouter, action: string, args?: ReverseArguments | null): string {
  return typeof reverser.html === 'function'
    ? reverser.html(action, args)
    : escapeHtml(linkUrl(reverser, action, args))
}

/**
 * The same as a definition, for an engine whose helpers do not know if they print.
 *
 * @param args an object that nobody changes any more
 * @throws NoHandlerFoundException
 */
export function printedLink(
  reverser: TemplateRouter,
  action: string,
  args: ReverseArguments | undefined,
): ActionDefinition {
  return typeof reverser.link === 'function'
    ? reverser.link(action, args)
    : reverseLink(reverser, action, args)
}

function isCurrentHost(routeHost: string, current: string | undefined): boolean {
  return current !== undefined && parseHost(routeHost)?.name === parseHost(current)?.name
}
