import { escapesUrlsAsHtml } from '@mvc-router/router-core/templates'
import type { EtaConfig, EtaNode, EtaTag } from './eta-plugin.js'
import type { TagPosition } from './locate-tags.js'
import { routeTagArguments } from './route-tag-arguments.js'

/**
 * Compiles `<% route "a.b", { id } %>` to an output tag with a call, and adds the position to the other tags that mention
 * `route`, except to code that continues a statement. Without the plugin, the tag is invalid JavaScript, so no template
 * changes its meaning. Tags may be changed in place, because each compilation parses the template again.
 */
export function compileRouteTags(
  nodes: readonly EtaNode[],
  positions: ReadonlyMap<EtaTag, TagPosition>,
  config: EtaConfig,
): void {
  const { varName } = config
  const isHtml = printsHtml(config)
  for (const tag of nodes) {
    if (typeof tag === 'string' || !/\broute\b/.test(tag.val)) continue
    const { line, column } = positions.get(tag) ?? { line: 0, column: 0 }
    const position = `__routeLine = ${line}, __routeColumn = ${column}`
    const linkArguments = tag.t === 'e' ? routeTagArguments(tag.val) : undefined
    if (linkArguments !== undefined) {
      tag.t = isHtml ? 'r' : 'i'
      tag.val = `${isHtml ? '__routeHtml' : '__routeUrl'}(${varName}, options, ${line}, ${column}, ${linkArguments}\n)`
    } else if (tag.t !== 'e') {
      tag.val = `(${position},\n${tag.val}\n)`
    } else if (!continuation.test(tag.val)) {
      tag.val = `${position};\n${tag.val}`
    }
  }
}

/** Code that continues the statement of another tag, so no statement may come before it. */
const continuation = /^(?:case|default|else|catch|finally)\b/

/** True if Eta's escape function escapes a URL as `escapeHtml` does. Tags then print HTML, because this is faster. */
function printsHtml({ autoEscape, autoFilter, escapeFunction }: EtaConfig): boolean {
  return (
    autoEscape === true &&
    autoFilter !== true &&
    escapeFunction !== undefined &&
    escapesUrlsAsHtml(escapeFunction)
  )
}

/** The members of `route`, for templates that may use them. */
function members(varName: string): string {
  const place = `${varName}, options, __routeLine, __routeColumn`
  return `route.signed = (action, args, signing) => __routeSigned(${place}, action, args, signing);
route.with = (changes) => __routeWith(${place}, changes);
`
}

/**
 * Adds the definition of `route` to the code of a template. The code has its own block, so a template may declare its
 * own `route`. The definition is a `var`, because a template may contain `var route`, too.
 */
export function defineRoute(code: string, { varName }: EtaConfig): string {
  if (!code.includes('route')) return code
  return `let __routeLine = 0, __routeColumn = 0;
const { routeLink: __routeLink, routeUrl: __routeUrl, routeHtml: __routeHtml, routeSigned: __routeSigned, routeWith: __routeWith } = this.config.plugins.find((plugin) => plugin.routeLink);
var route = (action, args) => __routeLink(${varName}, options, __routeLine, __routeColumn, action, args);
${code.includes('route.') ? members(varName) : ''}{
${code}
}`
}
