import { escapesUrlsAsHtml } from '@mvc-router/router-core/templates'
import type { EtaConfig, EtaNode, EtaTag } from './eta-plugin.js'
import type { TagPosition } from './locate-tags.js'
import { routeTagArguments } from './route-tag-arguments.js'

/**
 * Turns `<% route "a.b", { id } %>` into an output of a call, and tells every other tag that mentions `route`
 * its position. That tag is no valid JavaScript otherwise, so it takes nothing away from templates.
 * The tags are changed in place; Eta parses a template anew each time.
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

/** What stands behind the code of another tag, so that no statement fits between. */
const continuation = /^(?:case|default|else|catch|finally)\b/

/** Whether a URL that is HTML already can be printed past Eta, which would make the same of it in more time. */
function printsHtml({ autoEscape, autoFilter, escapeFunction }: EtaConfig): boolean {
  return (
    autoEscape === true &&
    autoFilter !== true &&
    escapeFunction !== undefined &&
    escapesUrlsAsHtml(escapeFunction)
  )
}

/**
 * Puts the definitions that a template needs around its code. They stand in a scope of their own, so that a template
 * with a variable `route` keeps it: `var route` declares it twice, which only another `var` allows.
 */
export function defineRoute(code: string, { varName }: EtaConfig): string {
  if (!code.includes('route')) return code
  return `let __routeLine = 0, __routeColumn = 0;
const { routeLink: __routeLink, routeUrl: __routeUrl, routeHtml: __routeHtml } = this.config.plugins.find((plugin) => plugin.routeLink);
var route = (action, args) => __routeLink(${varName}, options, __routeLine, __routeColumn, action, args);
{
${code}
}`
}
