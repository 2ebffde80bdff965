import { NoHandlerFoundException, printable, type RejectedCandidate } from '../exceptions.js'
import { nearestNames } from '../nearest-names.js'
import { shorten } from '../printable.js'
import type { Route } from '../routes/route.js'
import { noArguments } from '../syntax/action-call.js'
import { readActionCall } from './read-action-call.js'
import { fromMap, givenNames, isArguments, readArgument, type ReverseArguments } from './reverse-arguments.js'
import type { LinkCandidate, ReverseContext, ReversedRoute } from './url-builder.js'
import { refusal, type Rejection } from './write-variable.js'

/** The members of a route table that reversing uses. */
export interface ReversibleRoutes {
  readonly actionNames: Iterable<string>
  /** The routes of a name in file order; undefined for an unknown name. */
  candidatesOf(action: string): readonly LinkCandidate[] | undefined
  /** Also finds routes by a name in another case, or by a name that fills the variables of an action. */
  findCandidates(action: string): readonly LinkCandidate[]
}

/**
 * Builds the URL of the first eligible route in file order (docs/route-file.md, Reversing).
 *
 * @throws NoHandlerFoundException with the reason of each candidate, or the nearest names
 */
export function reverseRoute(
  table: ReversibleRoutes,
  context: ReverseContext,
  action: string,
  given: ReverseArguments | null | undefined,
): ReversedRoute {
  const candidates = table.candidatesOf(action)
  const found = candidates && firstOf(candidates, context, given ?? noArguments)
  if (found !== undefined) return found
  try {
    return reverseWithCare(table, context, action, given ?? noArguments)
  } catch (error) {
    context.onFailure?.(error)
    throw error
  }
}

/** The URL of the first route that fits; undefined if no route fits, or if the arguments cannot be read. */
function firstOf(
  candidates: readonly LinkCandidate[],
  context: ReverseContext,
  args: ReverseArguments,
): ReversedRoute | undefined {
  try {
    if (!isArguments(args)) return undefined
    for (const candidate of candidates) {
      const built = candidate.builder.build(candidate, args, context)
      if ('url' in built) return built
    }
  } catch {
    // An argument has no text, or its getter throws. `reverseWithCare` finds the argument.
  }
  return undefined
}

/** Reverses an action whose arguments are in its text or in a Map. Reports the reason of each candidate. */
function reverseWithCare(
  table: ReversibleRoutes,
  context: ReverseContext,
  written: string,
  given: ReverseArguments,
): ReversedRoute {
  const known = table.candidatesOf(written)
  const { name, args } = known
    ? { name: written, args: fromMap(written, given) }
    : readAction(table, written, given)
  const candidates = known ?? table.findCandidates(name)
  const found = known && args === given ? undefined : firstOf(candidates, context, args)
  if (found !== undefined) return found
  const names = givenNames(name, args).filter((each) => readArgument(name, each, args) !== undefined)
  if (candidates.length === 0) throw unknownAction(table, name)
  // After this line only the application's `defaults` can throw.
  const rejected = candidates.map((candidate) => {
    const { builder } = candidate
    const built = builder.build(candidate, args, context)
    return { route: builder.route, rejection: 'url' in built ? changing : built }
  })
  throw toException(name, names, rejected)
}

const changing = refusal('E_REVERSE_BAD_ARGS', () => 'the arguments change while they are read')

/** The name of the action without its arguments, and all arguments. */
function readAction(
  table: ReversibleRoutes,
  action: unknown,
  args: ReverseArguments,
): { readonly name: string; readonly args: ReverseArguments } {
  if (typeof action !== 'string') {
    throw new NoHandlerFoundException(
      `Cannot reverse ${action == null ? String(action) : `a value of the type ${typeof action}`}: an action is a text such as "userController.showUser"`,
      {
        code: 'E_REVERSE_BAD_ACTION',
        action: '',
      },
    )
  }
  if (action.length > 2000) throw unknownAction(table, action)
  const isName = (name: string): boolean => table.candidatesOf(name) !== undefined
  return readActionCall(action, fromMap(action, args), isName, table.actionNames)
}

function unknownAction(table: ReversibleRoutes, action: string): NoHandlerFoundException {
  const suggestions = nearestNames(action, table.actionNames)
  const hint = suggestions.length === 0 ? '' : `; did you mean ${suggestions.join(', ')}?`
  const facts = { code: 'E_REVERSE_NO_ROUTE', action, suggestions } as const
  return new NoHandlerFoundException(
    `No route has the action "${printable(shorten(action, 100))}"${hint}`,
    facts,
  )
}

function toException(
  action: string,
  given: readonly string[],
  rejected: readonly { readonly route: Route; readonly rejection: Rejection }[],
): NoHandlerFoundException {
  const candidates = rejected.map(({ route, rejection }): RejectedCandidate => {
    return { ...rejection, reason: rejection.reason(), position: `${route.file}:${route.line}` }
  })
  const lines = rejected.map(
    ({ route, rejection }) =>
      `  ${route.file}:${route.line}  ${route.method} ${route.host ?? ''}${route.path}: ${printable(rejection.reason())}`,
  )
  const [first] = candidates
  const shown = lines.length > 20 ? [...lines.slice(0, 20), `  and ${lines.length - 20} more`] : lines
  const names = given.slice(0, 5).map((argument) => ` "${printable(shorten(argument, 50))}"`)
  const others = given.length > 5 ? ' and others' : ''
  return new NoHandlerFoundException(
    `No route of "${printable(shorten(action, 100))}" fits the arguments${names.join()}${others}:\n${shown.join('\n')}`,
    {
      code: first?.code ?? 'E_REVERSE_NO_ROUTE',
      action,
      argument: first?.argument,
      candidates,
    },
  )
}
