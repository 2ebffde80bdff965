import { maxErrors, type RouteFileProblem } from '../exceptions.js'
import { firstNames, nearestHint, nearestNames } from '../nearest-names.js'
import type { Sliced } from '../slices.js'
import type { RouteLine } from '../syntax/route-line.js'
import type { ControllerRegistry } from './controller-registry.js'

/** Reports each unknown action of a line or redirection, with the nearest names. */
export function* checkActions(
  lines: readonly RouteLine[],
  registry: ControllerRegistry,
  isReload: boolean,
): Sliced<RouteFileProblem[]> {
  const actions = [...registry.actions].map(({ action }) => action)
  const problems: RouteFileProblem[] = []
  for (const line of lines) {
    yield
    const { target } = line
    if (target.type !== 'action' && target.type !== 'redirectToAction') continue
    const { action, variables } = target.call
    const exists =
      variables.length === 0 ? registry.find(action) !== undefined : hasCandidate(action, registry)
    // Only shown problems get the nearest names, because finding them takes long.
    if (exists) continue
    const problem = toProblem(line, action, registry, problems.length < maxErrors ? actions : [])
    problems.push(isReload ? { ...problem, hint: orRestart(problem.hint) } : problem)
  }
  return problems
}

/** `{controller}.list` needs at least one controller with the method `list`. */
function hasCandidate(action: string, registry: ControllerRegistry): boolean {
  const dot = action.lastIndexOf('.')
  const [controller, method] = [action.slice(0, dot), action.slice(dot + 1)]
  return [...registry.actions].some(
    ({ controllerName, methodName, dispatchable }) =>
      dispatchable &&
      isFilledBy(controller, controllerName, registry) &&
      isFilledBy(method, methodName, registry),
  )
}

function isFilledBy(pattern: string, name: string, { ignoresCase }: ControllerRegistry): boolean {
  const isSame = (written: string, known: string | undefined): boolean =>
    written === known || (ignoresCase && written.toLowerCase() === known?.toLowerCase())
  if (!pattern.includes('{')) return isSame(pattern, name)
  const parts = pattern.split('.')
  const names = name.split('.')
  return (
    parts.length <= names.length &&
    parts.every((part, index) => part.startsWith('{') || isSame(part, names[index]))
  )
}

function toProblem(
  { file, line, targetColumn, lineText }: RouteLine,
  action: string,
  registry: ControllerRegistry,
  actions: readonly string[],
): RouteFileProblem {
  const dot = action.lastIndexOf('.')
  const controllerName = action.slice(0, dot)
  const known = [...registry.controllers.keys()]
  const knowsController = known.some((name) => isFilledBy(controllerName, name, registry))
  const message = knowsController
    ? `The controller "${controllerName}" has no public method "${action.slice(dot + 1)}"`
    : `There is no controller "${controllerName}"`
  const nearest = nearestNames(action, actions)
  const candidates = nearest.length > 0 ? nearest : knowsController ? [] : nearestNames(controllerName, known)
  const hint =
    nearestHint(candidates) ??
    (knowsController ? methodsHint(controllerName, registry) : controllersHint(known))
  // After `redirect:@` the action starts later than the target.
  const column = Math.max(targetColumn, lineText.indexOf(action, targetColumn - 1) + 1)
  return { code: 'E_ACTION_NOT_FOUND', message, hint, file, line, column, lineText }
}

/** A reload reads only the route files. The process keeps the controllers of its start. */
function orRestart(hint: string): string {
  return `${hint}${hint.endsWith('?') ? ' Or' : '; or'} restart, if the method is new`
}

function methodsHint(controllerName: string, registry: ControllerRegistry): string {
  const actions = [...registry.actions].filter((action) =>
    isFilledBy(controllerName, action.controllerName, registry),
  )
  const methods = new Set(actions.map(({ methodName }) => methodName))
  return methods.size === 0
    ? `"${controllerName}" has no public methods`
    : `the public methods of "${controllerName}" are ${firstNames([...methods])}`
}

function controllersHint(names: readonly string[]): string {
  return names.length === 0
    ? 'there are no controllers: give them in the option `controllers`'
    : `the controllers are ${firstNames(names)}`
}
