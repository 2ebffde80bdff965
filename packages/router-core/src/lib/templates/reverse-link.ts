import { escapeHtml } from '../escape-html.js'
import type { ReverseArguments, Reverser } from '../reversing/reverser.js'
import type { ActionDefinition } from '../reversing/action-definition.js'
import { parseHost } from '../matching/host-matcher.js'

/** What templates ask for links: a `Router`, or any other Reverser. Ours also give HTML (decision 009). */
export interface TemplateRouter extends Reverser {
  /** The Reverser of the request being handled, else the router itself. */
  readonly current?: TemplateRouter | undefined
  readonly host?: string | undefined
  /** The same as `href`, as HTML: it can be printed as it is. */
  hrefHtml?(action: string, args?: ReverseArguments | null): string
  /** The same as `reverse`, without the freezing, which takes as long as the URL. */
  reverseUnfrozen?(action: string, args?: ReverseArguments | null): ActionDefinition
}

/**
 * What every tag and helper calls: the action's URL as it is to stand in a page, which is absolute when the route's
 * host differs from the current one (docs/route-file.md, Reversing). Our routers leave it unfrozen: most links are
 * printed and forgotten, and freezing one takes as long as its URL.
 *
 * @throws NoHandlerFoundException
 */
export function reverseLink(
  reverser: TemplateRouter,
  action: string,
  args?: ReverseArguments | null,
): ActionDefinition {
  const definition =
    typeof reverser.reverseUnfrozen === 'function'
      ? reverser.reverseUnfrozen(action, args)
      : reverser.reverse(action, args)
  return definition.host === undefined || isCurrentHost(definition.host, reverser.host)
    ? definition
    : definition.absolute()
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
 * The same as HTML, for a tag that prints it without the escaping of its engine. The URL of another Reverser than ours is escaped
 * in full, because nobody has checked it.
 *
 * @throws NoHandlerFoundException
 */
export function linkHtml(reverser: TemplateRouter, action: string, args?: ReverseArguments | null): string {
  return typeof reverser.hrefHtml === 'function'
    ? reverser.hrefHtml(action, args)
    : escapeHtml(linkUrl(reverser, action, args))
}

function isCurrentHost(routeHost: string, current: string | undefined): boolean {
  return current !== undefined && parseHost(routeHost)?.name === parseHost(current)?.name
}
