import { join } from 'node:path'
import type { RouteFileProblem } from '../../exceptions.js'
import { nearestHint, nearestNames } from '../../nearest-names.js'
import type { Router } from '../../router.js'
import type { Route } from '../../routes/route.js'
import { fs } from '../../runtime.js'
import { freeVariables, toRouteProblem } from '../../routes/describe-route.js'
import type { Sliced } from '../../slices.js'
import { variablesOf } from '../../syntax/pattern/route-pattern.js'
import type { RouteTarget } from '../../syntax/route-target.js'
import type { RouteHandler } from './route-handler.js'
import type { RoutingSnapshot } from './routing-snapshot.js'

type Finding = Pick<RouteFileProblem, 'message' | 'hint'> | undefined

/** Reports lines whose file, folder, path or action does not exist. Creates the handlers of all lines. */
export function* findMissingTargets(snapshot: RoutingSnapshot): Sliced<RouteFileProblem[]> {
  const problems: RouteFileProblem[] = []
  for (const route of snapshot.router.routes) {
    yield
    const finding = findingOf(route, snapshot.handlerOf(route), snapshot.router)
    if (finding !== undefined)
      problems.push(toRouteProblem(route, { code: 'E_ROUTE_TARGET_NOT_FOUND', ...finding }))
  }
  return problems
}

function findingOf(route: Route, handler: RouteHandler, router: Router): Finding {
  const { target } = route
  switch (target.type) {
    case 'staticDirectory':
    case 'staticFile':
      return missingFile(target, handler)
    case 'redirect':
      return missingPath(target.url, router)
    case 'redirectToAction':
      return missingAction(target, route, router)
    default:
      return undefined
  }
}

function missingFile(
  target: Extract<RouteTarget, { type: 'staticDirectory' | 'staticFile' }>,
  handler: RouteHandler,
): Finding {
  if (handler.type !== 'file') return undefined
  const isFolder = target.type === 'staticDirectory'
  const path = join(handler.root, handler.resource ?? '')
  const stats = fs().statSync(path, { throwIfNoEntry: false })
  if (stats !== undefined && stats.isDirectory() === isFolder) return undefined
  const written = isFolder ? target.directory : target.file
  const isFromRoot = written.startsWith('/')
  return {
    message: `There is no ${isFolder ? 'folder' : 'file'} ${path}`,
    hint: isFromRoot
      ? `a leading slash is the root of the file system: write ${written.slice(1)} for what is beside the route file`
      : 'a static path starts beside the route file, or in the working directory',
  }
}

/** Checks only redirections without variables, in tables without hosts. Other redirections depend on the request. */
function missingPath(url: string, router: Router): Finding {
  const { basePath = '' } = router.options
  const isKnown =
    url.startsWith('/') && !url.includes('{') && router.routes.every(({ host }) => host === undefined)
  if (!isKnown) return undefined
  const [path = ''] = (url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url).split('#', 1)
  try {
    if (router.match({ method: 'GET', path }) !== undefined) return undefined
  } catch {
    // No line answers a malformed path.
  }
  return {
    message: `The redirection leads nowhere: no line answers GET ${path}`,
    hint: 'the router does not know what the application answers without a route file',
  }
}

function missingAction(
  { call: { action, variables, fixedArguments } }: Extract<RouteTarget, { type: 'redirectToAction' }>,
  route: Route,
  { table }: Router,
): Finding {
  // If the path contains the name of the action, each request may lead to another action.
  if (variables.length > 0) return undefined
  const candidates = table.findCandidates(action)
  if (candidates.length === 0) {
    const hint = nearestHint(nearestNames(action, table.actionNames)) ?? 'an action needs a line of its own'
    return { message: `The redirection leads nowhere: no line has the action "${action}"`, hint }
  }
  const given = new Set([
    ...variablesOf(route.pattern).map(({ name }) => name),
    ...Object.keys(fixedArguments),
  ])
  const missing = candidates.map(({ builder }) => freeVariables(builder.route, (name) => given.has(name)))
  const [first = []] = missing
  if (missing.some((names) => names.length === 0)) return undefined
  return {
    message: `The redirection has no value for {${first[0]}}, which the path of "${action}" needs`,
    hint: `name the variable in this line, or give it: redirect:@${action}(${first[0]}:'…'); ambient arguments may give it, too`,
  }
}
