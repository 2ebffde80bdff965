import { NoHandlerFoundException } from '../exceptions.js'
import type { Router } from '../router.js'
import type { ReverseArguments } from '../reversing/reverser.js'
import { freeVariables } from '../routes/describe-route.js'

/**
 * Assigns values without names to the free variables of the path, in order. It takes the action's first route with the
 * same number of free variables, or else the first route with more free variables.
 *
 * @throws NoHandlerFoundException if every route of the action has fewer free variables
 */
export function namePositionalArguments(
  router: Pick<Router, 'table'>,
  action: string,
  named: ReverseArguments,
  positional: readonly unknown[],
): ReverseArguments {
  if (positional.length === 0) return named
  const free = router.table
    .findCandidates(action)
    .map(({ builder: { route }, variables }) =>
      freeVariables(route, (name) => Object.hasOwn(named, name) || variables?.has(name) === true),
    )
  const names =
    free.find(({ length }) => length === positional.length) ??
    free.find(({ length }) => length > positional.length)
  if (names === undefined && free.length > 0) {
    const most = Math.max(...free.map(({ length }) => length))
    throw new NoHandlerFoundException(
      `"${action}" has ${positional.length} values without a name, but its path takes only ${most}; name the others, as in .slash('page', 2)`,
      { code: 'E_REVERSE_BAD_ARGS', action },
    )
  }
  return {
    ...named,
    ...Object.fromEntries(
      (names ?? []).slice(0, positional.length).map((name, index) => [name, positional[index]]),
    ),
  }
}
