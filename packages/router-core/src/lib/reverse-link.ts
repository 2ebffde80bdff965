import type { ReverseArguments, Reverser } from './routing/reverser.js'
import type { ActionDefinition } from './routing/action-definition.js'
import { parseHost } from './routing/host-matcher.js'

/**
 * What every tag and helper calls: the action's URL as it is to stand in a page, which is absolute when the route's
 * host differs from the current one (route-file.md, section 4.7).
 *
 * @throws NoHandlerFoundException
 */
export function reverseLink(
  reverser: Reverser & { readonly host?: string | undefined },
  action: string,
  args?: ReverseArguments | null,
): ActionDefinition {
  const definition = reverser.reverse(action, args)
  return definition.host === undefined || isCurrentHost(definition.host, reverser.host)
    ? definition
    : definition.absolute()
}

/**
 * The URL of `reverseLink` alone. Most links are printed and forgotten, and an ActionDefinition costs more than its URL.
 *
 * @throws NoHandlerFoundException
 */
export function linkUrl(
  reverser: Reverser & { readonly host?: string | undefined },
  action: string,
  args?: ReverseArguments | null,
): string {
  return typeof reverser.href === 'function'
    ? reverser.href(action, args)
    : reverseLink(reverser, action, args).url
}

function isCurrentHost(routeHost: string, current: string | undefined): boolean {
  return current !== undefined && parseHost(routeHost)?.name === parseHost(current)?.name
}
