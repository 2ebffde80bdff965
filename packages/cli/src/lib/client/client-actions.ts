import { fitsPattern, splitAction } from '../route-parts.js'
import { getOrInsert } from '@mvc-router/router-core/tools'
import type { Route, Router } from '@mvc-router/router-core'
import { clientLine } from './client-line.js'

export interface ClientAction {
  readonly name: string
  readonly controller: string
  readonly method: string
  readonly routes: readonly Route[]
  /** The routes as JavaScript. */
  readonly lines: readonly string[]
  /** True if no other line has the action. Then callers may omit fixed arguments. */
  readonly isOnly: boolean
}

/** The actions of a client module, and the requested routes that the module cannot contain. */
export interface ClientActions {
  readonly actions: readonly ClientAction[]
  readonly leftOut: readonly { readonly route: Route; readonly reason: string }[]
}

/** @param include patterns such as `user*`; empty for all actions */
export function clientActions(
  { routes, options }: Pick<Router, 'routes' | 'options'>,
  include: readonly string[],
  exclude: readonly string[],
): ClientActions {
  const isWanted = (name: string): boolean =>
    (include.length === 0 || include.some((pattern) => fitsPattern(name, pattern))) &&
    !exclude.some((pattern) => fitsPattern(name, pattern))
  const dynamic = routes.filter(isDynamic)
  const positions = new Map(routes.map((route, index) => [route, index]))
  const isBefore = (one: Route, other: Route): boolean =>
    (positions.get(one) ?? 0) < (positions.get(other) ?? 0)
  const names = routes.map(({ action }) => action).filter(isWanted)
  const actions: ClientAction[] = []
  const leftOut: { route: Route; reason: string }[] = []
  const groups = new Map<string, Route[]>()
  for (const route of routes) getOrInsert(groups, route.action, () => []).push(route)
  for (const [name, own] of [...groups].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const [first] = own
    if (first?.target.type !== 'action' || !isWanted(name)) continue
    const longer = names.find((other) => other.startsWith(`${name}.`))
    const ofAll = longer === undefined ? undefined : `it is the controller of ${longer}`
    const reason = isDynamic(first) ? 'the path names its action' : ofAll
    if (reason !== undefined) {
      leftOut.push(...own.map((route) => ({ route, reason })))
      continue
    }
    // The first dynamic line decides, because later dynamic lines have a lower priority.
    const rival = dynamic.find((route) => mayName(route, name))
    const lines: string[] = []
    for (const route of own) {
      const line = clientLine(route, options.reverseTrailingSlash ?? true)
      if (!('code' in line)) leftOut.push({ route, reason: line.leftOut })
      else if (rival === undefined || isBefore(route, rival)) lines.push(line.code)
      else leftOut.push({ route, reason: `${rival.file}:${rival.line} may give its URL on the server` })
    }
    // A line that is left out could have priority, so the whole action is left out.
    if (lines.length < own.length) continue
    const [controller, method] = splitAction(name)
    const isOnly = own.length === 1 && rival === undefined
    actions.push({ name, controller, method, routes: own, lines, isOnly })
  }
  return { actions, leftOut }
}

function isDynamic({ target }: Route): boolean {
  return target.type === 'action' && target.call.variables.length > 0
}

/** True if the action `{controller}.show` may have this name. A value contains no dot. */
function mayName({ action }: Route, name: string): boolean {
  const texts = action.split(/\{\w+\}/)
  if (action.split('.').length !== name.split('.').length) return false
  return name.startsWith(texts[0] ?? '') && name.endsWith(texts.at(-1) ?? '')
}
