import {
  NoHandlerFoundException,
  type ReverseErrorCode,
  type Route,
  type Router,
} from '@mvc-router/router-core'
import { parseActionCall } from '@mvc-router/router-core/templates'
import {
  acceptsMethod,
  attempt,
  isSigned,
  nearestHint,
  nearestNames,
  printable,
  shorten,
  variablesOf,
} from '@mvc-router/router-core/tools'
import { withoutValues } from '../engines/link-expression.js'
import type { LinkAction, LinkArgument, TemplateLink } from '../engines/template-link.js'
import type { ControllerIndex } from '../programs/controller-index.js'
import { fitsPattern, routeList, routerOfRoutes } from '../route-parts.js'
import { didYouMean } from '../terminal/did-you-mean.js'

/** The reason why a link can never work or is probably a mistake. */
export interface LinkFault {
  readonly code: ReverseErrorCode | 'E_LINK_METHOD' | 'W_LINK_DEPRECATED' | 'W_LINK_QUERY'
  readonly message: string
  readonly hint?: string | undefined
  /** The offset in the source. */
  readonly offset: number
  readonly isWarning?: true
}

/**
 * Checks links without running the application. The action must exist, and one of its routes must get all its arguments
 * and accept the values in the source. Values that are known only at run time count as valid.
 */
export class LinkChecker {
  readonly #router: Router
  readonly #ambient: ReadonlySet<string>

  /** @param ambient variables that links may omit, because the application's `defaults` contain them */
  constructor(router: Router, ambient: readonly string[] = []) {
    this.#router = router
    this.#ambient = new Set(ambient)
  }

  /** Returns false if the call only looks like a link and its action does not exist. */
  isLink({ isGuess, actions }: TemplateLink): boolean {
    if (isGuess !== true) return true
    return actions.some((action) => {
      const call = this.#readAction(action)
      return 'name' in call && this.#candidates(call.name).length > 0
    })
  }

  check(link: TemplateLink): LinkFault[] {
    return link.actions.flatMap((action) => this.#checkAction(action, link) ?? [])
  }

  /** Reports query arguments that the link's action does not read. Checks only actions that declare their query. */
  checkQuery(link: TemplateLink, controllers: Pick<ControllerIndex, 'queryOf'>): LinkFault[] {
    if (link.purpose === 'name') return []
    return link.actions.flatMap((action) => {
      const call = this.#readAction(action)
      const candidates = 'name' in call ? this.#candidates(call.name) : []
      const [first] = candidates
      if (first === undefined) return []
      const queries = candidates.map(({ route }) => controllers.queryOf(route.action))
      const known = queries.flatMap((query) => [...(query?.types.keys() ?? [])])
      if (known.length === 0 || queries.some((query) => query === undefined || query.isOpen)) return []
      const places = candidates.flatMap(({ route, named }) => [...named, ...placesOf(route)])
      const strict = this.#router.options.strictQuery ? ['query'] : []
      const names = new Set([...known, ...places, ...this.#ambient, ...strict])
      return argumentsOf(link).flatMap(({ name, offset }): LinkFault[] => {
        if (names.has(name) || name.toLowerCase() === 'x-http-method-override') return []
        const { hint = `it reads ${known.join(', ')}` } = didYouMean(name, known)
        const message = `"${first.route.action}" reads no "${name}" of the query`
        return [{ code: 'W_LINK_QUERY', message, hint, offset, isWarning: true }]
      })
    })
  }

  #checkAction(action: LinkAction, link: TemplateLink): LinkFault | undefined {
    if (link.purpose === 'name' && action.text.endsWith('*')) return this.#checkWildcard(action)
    const call = this.#readAction(action)
    if ('message' in call) return link.isGuess === true ? undefined : { ...call, offset: action.offset }
    const candidates = this.#candidates(call.name)
    if (candidates.length === 0)
      return link.isGuess === true ? undefined : this.#unknown(call.name, action.offset)
    if (link.misspelt !== undefined) {
      const message = `Nothing is called "${link.misspelt}"`
      return { code: 'E_REVERSE_BAD_ACTION', message, hint: 'did you mean route?', offset: link.offset }
    }
    if (link.purpose === 'name') return undefined
    const offset = link.unnamedValue ?? misplacedValue(link, candidates)
    if (offset !== undefined) {
      const hint = 'write the name and the value, not the value alone'
      return { code: 'E_REVERSE_BAD_ARGS', message: 'Arguments need a name', hint, offset }
    }
    // A separate argument replaces an argument in the action's text. A later argument replaces an earlier one.
    const own = link.hasUnknownArguments ? withoutValues(call.args) : call.args
    const args = new Map([...own, ...argumentsOf(link)].map((argument) => [argument.name, argument]))
    const { method } = link
    if (method !== undefined && !candidates.some(({ route }) => mayAnswer(route, method)))
      return wrongMethod(call.name, method, candidates, action.offset)
    const signable = candidates.filter(({ route }) => isSigned(route) === (link.purpose === 'signed'))
    if (signable.length === 0) return wrongSigning(call.name, candidates, action.offset)
    const faults: CandidateFault[] = []
    for (const candidate of signable) {
      const fault = this.#tryCandidate(candidate, candidates.length === 1, call.name, args, link)
      if (fault === undefined) return deprecatedName(call.name, candidate, action.offset)
      faults.push(fault)
    }
    return noneFits(call.name, faults, args, action.offset)
  }

  #checkWildcard({ text, offset }: LinkAction): LinkFault | undefined {
    const pattern = text.toLowerCase()
    const isKnown = this.#router.routes.some(({ action }) => fitsPattern(action.toLowerCase(), pattern))
    if (isKnown) return undefined
    return { code: 'E_REVERSE_NO_ROUTE', message: `No route has an action "${text}"`, offset }
  }

  #readAction({ text, offset }: LinkAction): ReadAction {
    try {
      const isName = (name: string): boolean => this.#candidates(name).length > 0
      const { action, fixedArguments } = parseActionCall(text, isName)
      const fixed = Object.entries(fixedArguments)
      return { name: action, args: fixed.map(([name, literal]) => ({ name, value: { literal }, offset })) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const { hint = 'an action is "controller.method", as in userController.showUser' } = didYouMean(text, [
        ...this.#router.table.actionNames,
      ])
      return { code: 'E_REVERSE_BAD_ACTION', message: `"${text}" is no action: ${reason}`, hint }
    }
  }

  #candidates(name: string): Candidate[] {
    return this.#router.table.actions.candidates(name).flatMap(({ index, variables }) => {
      const route = this.#router.routes[index]
      return route === undefined ? [] : [{ route, named: new Set(variables?.keys()) }]
    })
  }

  #unknown(name: string, offset: number): LinkFault {
    const message = `No route has the action "${printable(shorten(name, 100))}"`
    const hint = nearestHint(nearestNames(name, this.#router.table.actionNames))
    return { code: 'E_REVERSE_NO_ROUTE', message, offset, hint }
  }

  /** Returns the reason why this route can never build the URL, or undefined. */
  #tryCandidate(
    { route, named }: Candidate,
    isOnlyOne: boolean,
    action: string,
    args: ReadonlyMap<string, LinkArgument>,
    { hasUnknownArguments, purpose }: TemplateLink,
  ): CandidateFault | undefined {
    const isGiven = (name: string): boolean => {
      const argument = args.get(name)
      return hasUnknownArguments || (argument !== undefined && argument.value?.literal !== null)
    }
    const isMissing = (name: string): boolean => !isGiven(name) && !this.#ambient.has(name)
    const missing = purpose === 'template' ? [] : missingNames(route, named).filter(isMissing)
    if (missing.length > 0) return { route, ...missingArguments(missing) }
    const unfixed = isOnlyOne ? undefined : Object.keys(route.args).find((name) => !isGiven(name))
    if (unfixed !== undefined) {
      const reason = `the fixed argument "${unfixed}" is not given`
      return { route, code: 'E_REVERSE_MISSING_ARG', reason, argument: unfixed }
    }
    return this.#tryLiterals(route, action, args, hasUnknownArguments)
  }

  /** Lets router-core check the literal values, with a route that has no conditions on unknown values. */
  #tryLiterals(
    route: Route,
    action: string,
    args: ReadonlyMap<string, LinkArgument>,
    hasUnknownArguments: boolean,
  ): CandidateFault | undefined {
    const literals: Record<string, unknown> = Object.create(null)
    const isLiteral = (name: string): boolean => (args.get(name)?.value?.literal ?? null) !== null
    for (const [name, { value }] of args) if (isLiteral(name)) literals[name] = value?.literal
    const isUnknown = (name: string): boolean =>
      hasUnknownArguments || (args.has(name) && args.get(name)?.value === undefined)
    const predicates = route.predicates.filter(({ key }) => isLiteral(key) || !isUnknown(key))
    const hostParts = route.pattern.host?.parts ?? []
    const hostIsKnown = hostParts.every(
      (part) => part.type === 'literal' || part.name === '_' || isLiteral(part.name),
    )
    const { host: _, ...patternWithoutHost } = route.pattern
    const known = hostIsKnown
      ? route
      : { ...route, host: undefined, pattern: { ...patternWithoutHost, host: undefined } }
    // The check has no key for a signature, so it builds the URL without a signature.
    const { signed: _signed, ...modifiers } = route.modifiers
    const router = routerOfRoutes([{ ...known, modifiers, predicates }], this.#router)
    const error = attempt(NoHandlerFoundException, () =>
      router.forRequest({ host: 'host.example' }).reverseTemplate(action, literals),
    )
    if (!(error instanceof NoHandlerFoundException)) return undefined
    const [rejected] = error.candidates
    const { code, argument } = rejected ?? error
    return { route, code, reason: rejected?.reason ?? error.message, argument }
  }
}

interface Candidate {
  readonly route: Route
  /** The variables that the action's name fills. */
  readonly named: ReadonlySet<string>
}

interface CandidateFault {
  readonly route: Route
  readonly code: ReverseErrorCode
  readonly reason: string
  readonly argument?: string | undefined
}

type ReadAction =
  | { readonly name: string; readonly args: readonly LinkArgument[] }
  | Omit<LinkFault, 'offset'>

/** The names that the route itself uses: `format`, variables, fixed arguments and conditions. */
function placesOf({ pattern, args, predicates }: Route): string[] {
  return [
    'format',
    ...variablesOf(pattern).map(({ name }) => name),
    ...Object.keys(args),
    ...predicates.map(({ key }) => key),
  ]
}

/** Returns the arguments of a link without the options of `route.signed`. */
function argumentsOf({ args, purpose }: TemplateLink): readonly LinkArgument[] {
  return purpose === 'signed' ? args.filter(({ name }) => name !== 'expiresIn' && name !== 'method') : args
}

/** Reports an unsigned link to a signed line, or a signed link to an unsigned line. */
function wrongSigning(name: string, [candidate]: readonly Candidate[], offset: number): LinkFault {
  const code = 'E_REVERSE_SIGNED'
  if (candidate !== undefined && isSigned(candidate.route))
    return { code, message: `${name} is signed: use route.signed(…)`, offset }
  return { code, message: `${name} is not signed`, offset, hint: 'write "+ signed" above its line' }
}

/** Warns about a link that uses the second name of a line with the modifier `deprecated`. */
function deprecatedName(
  name: string,
  { route: { action, modifiers } }: Candidate,
  offset: number,
): LinkFault | undefined {
  if (modifiers['deprecated'] === undefined || name === action || name !== modifiers['name']) return undefined
  const message = `"${name}" is a deprecated name of ${action}`
  return { code: 'W_LINK_DEPRECATED', message, hint: `link to ${action}`, offset, isWarning: true }
}

/** Returns the variables that a link must name. The request supplies `format` and a host that is one variable. */
function missingNames({ pattern }: Route, named: ReadonlySet<string>): string[] {
  const hostParts = pattern.host?.parts ?? []
  const ofHost = hostParts.length > 1 ? hostParts : []
  return [...ofHost, ...pattern.parts].flatMap((part) => {
    if (part.type === 'literal' || part.name === '_' || part.name === 'format') return []
    return named.has(part.name) ? [] : [part.name]
  })
}

function missingArguments(names: readonly string[]): Omit<CandidateFault, 'route'> {
  const [argument = ''] = names
  const list = names.map((name) => `"${name}"`).join(' and ')
  const reason = names.length === 1 ? `the argument ${list} is missing` : `the arguments ${list} are missing`
  return { code: 'E_REVERSE_MISSING_ARG', reason, argument }
}

/** Returns the place of an unnamed value that is probably meant for a variable: `route('a.b', user.id)` for `{id}`. */
function misplacedValue(
  { unnamedVariable, args }: TemplateLink,
  candidates: readonly Candidate[],
): number | undefined {
  if (unnamedVariable === undefined || args.some(({ name }) => name === unnamedVariable.name))
    return undefined
  const isVariable = candidates.some(({ route, named }) =>
    missingNames(route, named).includes(unnamedVariable.name),
  )
  return isVariable ? unnamedVariable.offset : undefined
}

/** True if a route answers the method. Forms send PUT, PATCH and DELETE as POST with an override field. */
function mayAnswer({ method }: Route, asked: string): boolean {
  const sent = asked === 'POST' ? ['POST', 'PUT', 'PATCH', 'DELETE'] : [asked]
  return sent.some((each) => acceptsMethod(method, each))
}

function wrongMethod(
  name: string,
  method: string,
  candidates: readonly Candidate[],
  offset: number,
): LinkFault {
  const lines = routeList(candidates.map(({ route }) => route))
  const message = [`No route of "${name}" answers ${method}:`, ...lines].join('\n')
  return { code: 'E_LINK_METHOD', message, offset }
}

/** The caret points at the wrong value if one is known, else at the action. */
function noneFits(
  name: string,
  faults: readonly CandidateFault[],
  args: ReadonlyMap<string, LinkArgument>,
  actionOffset: number,
): LinkFault {
  const [first] = faults
  const routes = faults.map(({ route }) => route)
  const shown = routeList(routes, (index) => `: ${faults[index]?.reason}`)
  const { code = 'E_REVERSE_NO_ROUTE', argument = '' } = first ?? {}
  const blamed = code === 'E_REVERSE_MISSING_ARG' ? undefined : args.get(argument)
  const message = [`No route of "${name}" fits the arguments:`, ...shown].join('\n')
  return { code, message, offset: blamed?.offset ?? actionOffset }
}
