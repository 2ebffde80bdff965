import { acceptsMethod, isSigned, linkMethod, variablesOf } from '@mvc-router/router-core/tools'
import {
  BadRequestException,
  NoHandlerFoundException,
  type Route,
  type Router,
} from '@mvc-router/router-core'
import { matchWrittenPath, mayMatchWrittenPath } from './urls/match-written-path.js'
import { acceptsAnything, samplesFor } from './urls/sample-values.js'
import { decodedValue, queryArguments, splitUrl, type SplitUrl } from './urls/split-url.js'
import { fillHoles, hasHole, UrlHoles } from './urls/url-holes.js'
import { StaticFiles, type FileState } from './static-files.js'
import { isWritable, type NamedLink, type UrlPiece, type WrittenUrl } from '../engines/written-url.js'
import type { TemplateOptions } from '../engines/template-files.js'
import { fitsPattern, literalText, routerOfRoutes } from '../route-parts.js'

export const urlClasses = [
  'adoptable',
  'static',
  'external',
  'dead',
  'wrong-method',
  'ambiguous',
  'unknown',
] as const

export type UrlClass = (typeof urlClasses)[number]

export interface ClassifiedUrl {
  readonly class: UrlClass
  readonly reason?: string
  /** Present only if the URL is adoptable. */
  readonly link?: NamedLink
  /** Lines that answer the URL, or the URL with some values of its expressions, by this method or another method. */
  readonly candidates?: readonly Route[]
}

/** Compares written URLs, which may contain expressions, with the patterns of the route table. */
export class UrlClassifier {
  readonly #router: Router
  /** All routes except catch-all lines. */
  readonly #routes: readonly Route[]
  readonly #matching: Router
  readonly #files: StaticFiles
  readonly #basePath: string
  readonly #elsewhere: readonly string[]
  readonly #variables: Readonly<Record<string, string>>

  constructor(router: Router, { cwd, staticFolders, elsewhere }: TemplateOptions) {
    this.#router = router
    this.#routes = router.routes.filter((route) => !isCatchAll(route))
    this.#matching = routerOfRoutes(this.#routes, router)
    this.#files = new StaticFiles(router, cwd, staticFolders)
    const { basePath = '', variables = {} } = router.options
    this.#variables = variables
    this.#basePath = basePath === '' ? '' : `/${basePath.replaceAll(/^\/+|\/+$/g, '')}`
    this.#elsewhere = elsewhere
  }

  classify(url: WrittenUrl): ClassifiedUrl {
    const pieces = this.#withVariable(
      url.pieces.filter((piece) => piece.type === 'hole' || piece.text !== ''),
    )
    const [first] = pieces
    if (first?.type === 'hole')
      return { class: 'unknown', reason: url.obstacle ?? 'it begins with an expression' }
    const start = first?.text ?? ''
    if (start === '') return { class: 'static', reason: 'the page itself' }
    if (start.startsWith('#')) return { class: 'static', reason: 'a fragment of the page' }
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/|\/\\)/i.test(start)) return { class: 'external' }
    const holes = new UrlHoles(pieces)
    const split = splitUrl(holes.text)
    if (!start.startsWith('/')) return this.#classifyRelative(split)
    if (url.isElsewhere === true) return { class: 'external', reason: 'the page has another base URL' }
    const requested = requestedPath(split.path)
    if (isUnusual(requested) || !holes.areClear)
      return { class: 'unknown', reason: 'its path is written in an unusual way' }
    if (this.#elsewhere.some((pattern) => fitsPattern(requested, pattern)))
      return { class: 'external', reason: 'answered elsewhere' }
    const path = this.#belowBase(requested)
    if (path === undefined) return { class: 'external', reason: 'not below the base path' }
    const state = hasHole(requested) ? 'unknown' : this.#files.find(requested)
    if (state === 'exists') return { class: 'static', reason: 'a file' }
    const asked = { ...split, url, holes, path, method: overriddenMethod(url.method, split.query) }
    const judged = this.#judge(asked, this.#answer(asked), state)
    const obstacle = url.obstacle ?? this.#obstacleIn(asked)
    if (obstacle === undefined || judged.class !== 'adoptable') return judged
    // A URL with an obstacle cannot become a link, but it can still be dead.
    const candidates = judged.candidates === undefined ? {} : { candidates: judged.candidates }
    return { class: 'unknown', reason: obstacle, ...candidates }
  }

  /** Replaces a key of the option `variables` at the start of a URL: `prefix` in `{{ app.prefix }}/users`. */
  #withVariable(pieces: readonly UrlPiece[]): readonly UrlPiece[] {
    const [first, ...more] = pieces
    const text = this.#variables[variableName(first) ?? '']
    if (text === undefined) return pieces
    const [next, ...rest] = more
    return next?.type === 'text'
      ? [{ type: 'text', text: text + next.text }, ...rest]
      : [{ type: 'text', text }, ...more]
  }

  #classifyRelative({ path }: SplitUrl): ClassifiedUrl {
    if (path !== '' && !hasHole(path) && this.#files.find(`/${path}`) === 'exists')
      return { class: 'static', reason: 'a file' }
    return { class: 'unknown', reason: 'relative to the page' }
  }

  #obstacleIn({ holes, path, query }: AskedUrl): string | undefined {
    if (/[\uE000-\uF8FF]{2}$/.test(path))
      return 'two of its expressions touch, so one may contain a slash or a query'
    if (query === '' && this.#mayEndInQuery(path)) return 'its last expression may be a query'
    const isOpen = holes
      .piecesOf(path)
      .some((piece) => piece.type === 'hole' && emptyValue.test(piece.source))
    return isOpen ? 'an expression of its path may be empty' : undefined
  }

  /** True if the last hole may be a query, as in `/courses${query}` if `/courses` has its own line. */
  #mayEndInQuery(path: string): boolean {
    const before = path.slice(0, -1)
    if (!hasHole(path.slice(-1)) || before.endsWith('/')) return false
    const lineOf = (text: string): Route | undefined =>
      this.#routes.find((route) => matchWrittenPath(route, canonicalPath(text)) !== undefined)
    const own = lineOf(before)
    return own !== undefined && own !== lineOf(path)
  }

  /** Reclassifies a URL that no line answers: it possibly leads to a file, or is no URL. */
  #judge(
    { url: { isGuess, isAsset }, path }: AskedUrl,
    answer: ClassifiedUrl,
    state: FileState,
  ): ClassifiedUrl {
    if (answer.class !== 'dead' && answer.class !== 'wrong-method') return answer
    if (state === 'built') return { class: 'static', reason: 'a file that a build makes' }
    if (state === 'index') return { class: 'static', reason: 'the index.html of a folder' }
    if (state === 'missing') return { class: 'dead', reason: 'there is no such file' }
    if (isGuess) return { class: 'unknown', reason: 'no line answers it, and it may be no URL' }
    if (isAsset || /\.[a-z\d]{1,5}$/i.test(path))
      return { class: 'unknown', reason: 'a file that is not found' }
    return answer
  }

  /** Removes the base path. Returns undefined for a path outside the base path. */
  #belowBase(path: string): string | undefined {
    if (!`${path}/`.startsWith(`${this.#basePath}/`)) return undefined
    return path.slice(this.#basePath.length) || '/'
  }

  #answer(asked: AskedUrl): ClassifiedUrl {
    const { path, method } = asked
    const canonical = canonicalPath(path)
    const matches = this.#routes.flatMap((route) => {
      const args = matchWrittenPath(route, canonical)
      return args === undefined ? [] : [{ route, args }]
    })
    const accepts = (route: Route): boolean => method === undefined || acceptsMethod(route.method, method)
    const accepting = matches.filter(({ route }) => accepts(route))
    const answering = accepting.filter(({ route }) => !isPassage(route))
    const [first, ...others] = answering.length > 0 ? answering : accepting
    if (first !== undefined) return this.#choose(asked, [first, ...others])
    const possible = hasHole(path) ? this.#routes.filter((route) => mayMatchWrittenPath(route, path)) : []
    if (matches.length === 0 ? possible.length > 0 : possible.some(accepts))
      return { class: 'ambiguous', reason: 'lines answer some of its values', candidates: possible }
    if (matches.length === 0) return { class: 'dead', reason: 'no line answers it' }
    const candidates = matches.map(({ route }) => route)
    const methods = [...new Set(candidates.map((route) => route.method))].join(', ')
    const reason = `it is requested by ${method}, and the ${candidates.length === 1 ? 'line is' : 'lines are'} ${methods}`
    return { class: 'wrong-method', reason, candidates }
  }

  #choose(asked: AskedUrl, matches: readonly [Match, ...Match[]]): ClassifiedUrl {
    const { path, method } = asked
    const candidates = matches.map((match) => match.route)
    const [first] = matches
    const { route } = first
    if (route.target.type === 'status')
      return { class: 'dead', reason: `its line answers ${route.target.status}`, candidates: [route] }
    if (isSigned(route))
      return { class: 'dead', reason: 'its line is signed: use route.signed(…)', candidates: [route] }
    if (route.target.type !== 'action' && route.target.type !== 'view')
      return { class: 'unknown', reason: 'its line has no action', candidates: [route] }
    // A line with a constraint may refuse some values of a hole, and another line may answer them.
    const rivals = matches.filter((match) => match.route.action !== route.action)
    // With `+ passes`, the line of `/{page}` may pass `/admin` on to the line of `/admin`.
    if (Object.hasOwn(route.modifiers, 'passes') && rivals.some(({ args }) => args.size < first.args.size))
      return { class: 'ambiguous', reason: 'its line may pass it on to the next line', candidates }
    const isOpen = !isConstrained(first) && method !== undefined
    if (rivals.length > 0 && !isOpen && (hasHole(path) || method === undefined))
      return { class: 'ambiguous', reason: 'several lines answer it', candidates }
    // `/${file}` may be the path of a file, and the line of `/{<de|en>lang}` does not answer it.
    if (asked.url.isGuess && isConstrained(first) && !/[^/\uE000-\uF8FF]/.test(path))
      return { class: 'unknown', reason: 'it has only expressions, and it may be no URL', candidates }
    if (route.host !== undefined || route.predicates.length > 0)
      return { class: 'ambiguous', reason: 'its line has more conditions', candidates }
    const link = this.#linkTo(asked, first)
    if (typeof link === 'string') return { class: 'ambiguous', reason: link, candidates }
    return { class: 'adoptable', link, candidates: [route] }
  }

  /** Returns the link that prints the same URL, or the reason why no link does. */
  #linkTo(asked: AskedUrl, { route, args }: Match): NamedLink | string {
    const { holes, fragment } = asked
    const isExpression = (value: string): boolean => holes.piecesOf(value).every(isWritable)
    const given = new Map([...args].map(([name, value]) => [name, decodedValue(value)] as const))
    const query = queryArguments(asked.query, asked.url.separator)
    // The query stays text if it repeats a given name, or if one of its values cannot be an argument.
    const isFree =
      query !== undefined &&
      [...query].every(([name, value]) => !given.has(name) && !(name in route.args) && isExpression(value))
    const withoutQuery = { args: given, rest: asked.query + fragment }
    const withQuery = { args: new Map([...given, ...(query ?? [])]), rest: fragment }
    const links = isFree ? [withQuery, withoutQuery] : [withoutQuery]
    // Fixed arguments are written only if a link without them does not print the same URL.
    const fixed = Object.entries(route.args)
    const forms = links.flatMap((each) => {
      const withFixed = { ...each, args: new Map([...each.args, ...fixed]) }
      return fixed.length === 0 ? [each] : [each, withFixed]
    })
    let refusal = ''
    for (const form of forms) {
      const reason = this.#proof(asked, form, route)
      if (reason === undefined) {
        const pieces = Array.from(form.args, ([name, value]) => [name, holes.piecesOf(value)] as const)
        return { action: route.action, args: new Map(pieces), rest: holes.piecesOf(form.rest) }
      }
      refusal ||= reason
    }
    return refusal
  }

  /** Compares the URL with the URL of the link, with samples in the holes. Returns the reason for a difference. */
  #proof(
    { url: { separator }, path, query, fragment, method }: AskedUrl,
    { args, rest }: { readonly args: ReadonlyMap<string, string>; readonly rest: string },
    route: Route,
  ): string | undefined {
    const samples = samplesFor(route, args)
    if (samples === undefined) return 'no value of its constraints is known'
    const fill = (text: string): string => fillHoles(text, (hole) => samples.get(hole) ?? 'x')
    const values = Object.fromEntries(Array.from(args, ([name, value]) => [name, fill(value)]))
    try {
      const request = { method: method ?? linkMethod(route), path: fill(path) }
      let match = this.#matching.match(request)
      while (match !== undefined && isPassage(match.route) && !isPassage(route))
        match = this.#matching.matchFollowing(request, match.route)
      if (match?.route.line !== route.line || match.route.file !== route.file)
        return 'another line answers it first'
      const printed = this.#router.forRequest({}).reverse(route.action, values).url + fill(rest)
      const written = this.#basePath + fill(path + query + fragment)
      // Ignores the last slash of the path, because the route file decides about this slash.
      const comparable = (url: string): string =>
        (separator === '&amp;' ? url.replaceAll('&amp;', '&') : url).replace(/(.)\/(?=$|[?#])/, '$1')
      return comparable(written) === comparable(printed) ? undefined : `its link would be ${printed}`
    } catch (error) {
      if (error instanceof NoHandlerFoundException || error instanceof BadRequestException)
        return 'its link cannot be built'
      throw error
    }
  }
}

/** Returns `prefix` for `{{ app.prefix }}`, and undefined for an expression that is not a name. */
function variableName(piece: UrlPiece | undefined): string | undefined {
  if (piece?.type !== 'hole' || !/^[\w$@./]+$/.test(piece.expression)) return undefined
  return /[A-Za-z_$][\w$]*$/.exec(piece.expression)?.[0]
}

/** Finds fallbacks to an empty text: `x || ''`, `x ? '' : y`, `x or ""`, `x | default: ''`. */
const emptyValue = /(?:\|\||\?\?|[?:]|\bor|\belse|\bdefault\s*\()\s*(?:''|""|``)/

interface AskedUrl extends SplitUrl {
  readonly url: WrittenUrl
  readonly holes: UrlHoles
  readonly method: string | undefined
}

interface Match {
  readonly route: Route
  readonly args: ReadonlyMap<string, string>
}

/** True for a line that answers all paths (`* /{<.*>path}`), serves files, or takes its action from the path. */
function isCatchAll({ pattern, target }: Route): boolean {
  if (target.type === 'staticDirectory' || target.type === 'staticFile') return true
  if (target.type === 'action' && target.call.variables.length > 0) return true
  const spans = pattern.parts.some(
    (part) => part.type === 'variable' && part.constraint?.spansSegments === true,
  )
  return spans && /^\/*$/.test(literalText(pattern))
}

/** True for `* /users/{<.*>path}` or `* /users` with `+ passes`: the next line answers, as behind a middleware. */
function isPassage({ modifiers, pattern }: Route): boolean {
  const isFixed = pattern.parts.every((part) => part.type === 'literal' || part.constraint?.spansSegments)
  return Object.hasOwn(modifiers, 'passes') && isFixed
}

/** Reads an override such as `?_method=DELETE`, which changes a POST. Returns undefined if the method is unknown. */
function overriddenMethod(method: string | undefined, query: string): string | undefined {
  if (/[?&;]method=(?:GET|POST|PUT|PATCH|DELETE)\b/i.test(query)) return undefined
  if (method !== 'POST') return method
  const [, override] = /[?&;](?:_method|X-HTTP-Method-Override)=([A-Za-z]+)/.exec(query) ?? []
  if (override !== undefined) return override.toUpperCase()
  return query.includes('_method=') ? undefined : method
}

/** True if a hole fills a variable that does not accept every text. */
function isConstrained({ route, args }: Match): boolean {
  return variablesOf(route.pattern).some(
    ({ name, constraint }) =>
      constraint !== undefined && !acceptsAnything(constraint) && hasHole(args.get(name) ?? ''),
  )
}

/** True if a browser or template may change the path, because of a blank, `&`, `\`, `..` or a similar text. */
function isUnusual(path: string): boolean {
  return /[\s&\\<>"'`{}|^]|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)
}

/** Encodes characters outside ASCII as a browser does: `/café` becomes `/caf%C3%A9`. Holes stay. */
function requestedPath(path: string): string {
  return path.toWellFormed().replaceAll(/[^\0-\x7F\uE000-\uF8FF]+/gu, encodeURIComponent)
}

/** Converts escapes to upper case, as the router does. */
function canonicalPath(path: string): string {
  return path.replaceAll(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase())
}
