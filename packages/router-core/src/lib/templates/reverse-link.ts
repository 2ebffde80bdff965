import { escapeHtml } from '../escape-html.js'
import type { ReverseArguments, Reverser } from '../reversing/reverser.js'
import type { ActionDefinition } from '../reversing/action-definition.js'
import { wrongOption } from '../exceptions.js'
import type { SigningOptions } from '../reversing/reverse-signed.js'
import { parseHost } from '../matching/host-matcher.js'

/** The source of a template's links: a `Router`, or any other Reverser. */
export interface TemplateRouter extends Reverser {
  /** The Reverser of the current request, or else the router itself. */
  readonly current?: TemplateRouter | undefined
  readonly host?: string | undefined
  /** A link to a signed line. */
  signed?(action: string, args?: ReverseArguments | null, options?: SigningOptions): ActionDefinition
  /** The URL of this page with another query. */
  with?(changes?: unknown): string
  /** `href` as HTML. */
  html?(action: string, args: ReverseArguments | null | undefined): string
  /** `reverse` for a link that is only printed. The definition is not frozen, and keeps `args` without a copy. */
  link?(action: string, args: ReverseArguments | undefined): ActionDefinition
}

/**
 * The link of every tag and helper. Its URL is absolute if the route has another host than the request
 * (docs/route-file.md, Reversing).
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
 * A link to a signed line (docs/route-file.md, Signed links).
 *
 * @throws NoHandlerFoundException
 * @throws ConfigurationException for a Reverser that cannot sign
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
 * A link to a signed line with named arguments. The arguments `expiresIn` and `method` are the options.
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

/** Makes a definition absolute if the route has another host than the request. */
export function atItsHost(definition: ActionDefinition, { host }: TemplateRouter): ActionDefinition {
  if (definition.host === undefined) return definition
  const isHere = host !== undefined && parseHost(definition.host)?.name === parseHost(host)?.name
  return isHere ? definition : definition.absolute()
}

/**
 * Returns only the URL of `reverseLink`. Most links are only printed, and an ActionDefinition would take more time.
 *
 * @throws NoHandlerFoundException
 */
export function linkUrl(reverser: TemplateRouter, action: string, args?: ReverseArguments | null): string {
  return typeof reverser.href === 'function'
    ? reverser.href(action, args)
    : reverseLink(reverser, action, args).url
}

/**
 * The URL of a link as HTML, for a tag that prints it without the escaping of its engine.
 *
 * @throws NoHandlerFoundException
 */
export function linkHtml(reverser: TemplateRouter, action: string, args?: ReverseArguments | null): string {
  return typeof reverser.html === 'function'
    ? reverser.html(action, args)
    : escapeHtml(linkUrl(reverser, action, args))
}

/**
 * The definition of a link, for engines whose helpers do not know if their result is printed.
 *
 * @param args an object that nobody changes later
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
