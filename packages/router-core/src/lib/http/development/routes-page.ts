import { attempt } from '@mvc-router/constraint-language'
import {
  BadRequestException,
  NoHandlerFoundException,
  type RouteFileParsingException,
} from '../../exceptions.js'
import type { ControllerRegistry } from '../../controllers/controller-registry.js'
import type { LineExplanation, MismatchReason } from '../../matching/explain-match.js'
import type { MatchRequest, RouteMatch } from '../../matching/match-request.js'
import { actionText, routeColumns, routeJson } from '../../routes/describe-route.js'
import type { Route } from '../../routes/route.js'
import type { Router } from '../../router.js'
import { namesNoAction } from '../snapshot/dynamic-action.js'
import { breakable, html, table, type Html } from './html.js'
import { toJson, toPage, type DevelopmentPage } from './development-page.js'
import type { PlaceLink } from './create-place-link.js'
import { nearSection, problemSection, routeFileSection } from './problem-page.js'

interface RoutesView {
  readonly router: Router
  readonly controllers: ControllerRegistry
  readonly reloadError: RouteFileParsingException | undefined
  readonly linkPlace: PlaceLink
  /** The URL of the page, to which its forms are sent. */
  readonly url: string
  readonly mountPath: string
}

interface RoutesQuery {
  readonly match: MatchRequest | undefined
  readonly reverse: { readonly action: string; readonly args: string } | undefined
}

interface Tried {
  readonly request: MatchRequest
  readonly match: RouteMatch | undefined
  /** Why the request is answered with 400. */
  readonly refusal: string | undefined
  readonly lines: readonly LineExplanation[]
}

type Reversed =
  | { readonly url: string; readonly method: string; readonly route: Route }
  | { readonly message: string }

/** Reads the query of the page: `?method=GET&path=/x&host=&accept=`, `?action=a.b&args=id%3D1`. */
export function readRoutesQuery(query: URLSearchParams): RoutesQuery {
  const [path, action] = [query.get('path')?.trim() ?? '', query.get('action')?.trim() ?? '']
  return {
    match: path === '' ? undefined : readMatchRequest(path, query),
    reverse: action === '' ? undefined : { action, args: query.get('args') ?? '' },
  }
}

/** @param text a path, or a whole URL as the browser shows it */
function readMatchRequest(text: string, query: URLSearchParams): MatchRequest {
  const [, urlHost, urlPath] = /^https?:\/\/([^/?#]+)([^#]*)/i.exec(text) ?? []
  const path = urlPath ?? text
  const accept = query.get('accept')?.trim() ?? ''
  const host = query.get('host')?.trim() ?? ''
  return {
    method: query.get('method')?.trim().toUpperCase() || 'GET',
    path: path.startsWith('/') ? path : `/${path}`,
    host: host === '' ? urlHost : host,
    headers: accept === '' ? undefined : { accept },
  }
}

export function routesPage(view: RoutesView, query: RoutesQuery): DevelopmentPage {
  const { router, reloadError, linkPlace, url } = view
  const { routes } = router
  const tried = query.match && tryMatch(view, query.match)
  const reversed = query.reverse && tryReverse(view, query.reverse)
  const warnings = router.warnings
  return toPage(
    200,
    'Routes',
    html`<h1>Routes</h1>
      ${reloadError !== undefined && routeFileSection(reloadError, linkPlace, true)}
      <h2 id="try">Which line answers?</h2>
      ${matchForm(url, query.match)} ${tried !== undefined && triedSection(tried, linkPlace)}
      <h2 id="reverse">Which URL does an action have?</h2>
      ${reverseForm(url, routes, query.reverse)}
      ${reversed !== undefined && reversedSection(reversed, linkPlace)}
      ${
        warnings.length > 0 &&
        html`<h2>Warnings</h2>
          ${warnings.map((warning) => problemSection(warning, linkPlace))}`
      }
      <h2>${routes.length} ${routes.length === 1 ? 'line' : 'lines'}, tried from the first to the last</h2>
      ${routesTable(routes, tried, linkPlace)}
      <p class="quiet">
        The same <a href="${url}.json">as JSON</a> · shown in development only, to this computer only
      </p>`,
  )
}

export function routesJson(view: RoutesView, query: RoutesQuery): DevelopmentPage {
  const { router, reloadError } = view
  const tried = query.match && tryMatch(view, query.match)
  const reversed = query.reverse && tryReverse(view, query.reverse)
  return toJson(200, {
    routes: router.routes.map(routeJson),
    warnings: router.warnings,
    error: reloadError === undefined ? null : { message: reloadError.message, errors: reloadError.errors },
    ...(tried !== undefined && { match: triedJson(tried) }),
    ...(reversed !== undefined && {
      reverse:
        'url' in reversed ? { ...reversed, route: routeJson(reversed.route) } : { error: reversed.message },
    }),
  })
}

/** Finds the line that answers a request, and explains each line. */
export function tryMatch(
  { router, controllers }: Pick<RoutesView, 'router' | 'controllers'>,
  request: MatchRequest,
): Tried {
  const lines = router.explain(request)
  const passing = new Map<Route, MismatchReason[]>()
  const answer = attempt(BadRequestException, () => {
    let match = router.match(request)
    while (match !== undefined && namesNoAction(controllers, match, request.path)) {
      const { action, route } = match
      passing.set(route, [{ type: 'action', message: `the path fits, but there is no action ${action}` }])
      match = router.matchFollowing(request, route)
    }
    return match
  })
  if (answer instanceof BadRequestException)
    return { request, match: undefined, refusal: answer.message, lines }
  const all = lines.map((line) => ({
    ...line,
    reasons: [...line.reasons, ...(passing.get(line.route) ?? [])],
  }))
  return { request, match: answer, refusal: undefined, lines: all }
}

function triedJson({ request, match, refusal, lines }: Tried): Readonly<Record<string, unknown>> {
  return {
    request,
    answer:
      match === undefined
        ? null
        : { action: match.action, args: match.args, format: match.format, route: routeJson(match.route) },
    ...(refusal !== undefined && { error: refusal }),
    lines: lines.map(({ route, reasons }) => ({
      file: route.file,
      line: route.line,
      action: route.action,
      reasons,
    })),
  }
}

function tryReverse(
  { router, mountPath }: RoutesView,
  { action, args }: NonNullable<RoutesQuery['reverse']>,
): Reversed {
  const values: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const [name, value] of new URLSearchParams(args.replaceAll(/[\r\n]+/g, '&')))
    (values[name] ??= []).push(value)
  try {
    const { url, method, route } = router.forRequest({ mountPath }).reverse(action, { ...values })
    return { url, method, route }
  } catch (error) {
    if (error instanceof NoHandlerFoundException || error instanceof BadRequestException)
      return { message: error.message }
    throw error
  }
}

function matchForm(url: string, asked: MatchRequest | undefined): Html {
  const accept = asked?.headers?.['accept']
  return html`<form action="${url}#try" method="get">
    <label>Method <input name="method" value="${asked?.method ?? 'GET'}" size="8" list="methods" /></label>
    <label class="grow"
      >Path <input name="path" value="${asked?.path ?? ''}" placeholder="/" required
    /></label>
    <label>Host <input name="host" value="${asked?.host ?? ''}" /></label>
    <label
      >Accept
      <input name="accept" value="${typeof accept === 'string' ? accept : ''}" placeholder="text/html"
    /></label>
    <button type="submit">Try</button>
    <datalist id="methods">
      ${['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((name) => html`<option value="${name}"></option>`)}
    </datalist>
  </form>`
}

function reverseForm(url: string, routes: readonly Route[], asked: RoutesQuery['reverse']): Html {
  const actions = [...new Set(routes.map(({ action }) => action))]
  return html`<form action="${url}#reverse" method="get">
    <label class="grow"
      >Action <input name="action" value="${asked?.action ?? ''}" list="actions" required
    /></label>
    <label class="grow"
      >Arguments <input name="args" value="${asked?.args ?? ''}" placeholder="id=42&amp;tab=orders"
    /></label>
    <button type="submit">Build</button>
    <datalist id="actions">${actions.map((name) => html`<option value="${name}"></option>`)}</datalist>
  </form>`
}

function triedSection({ request, match, refusal, lines }: Tried, linkPlace: PlaceLink): Html {
  const asked = html`<code>${request.method} ${request.path}</code>`
  if (refusal !== undefined) return html`<p class="bad">${asked} is answered with status 400: ${refusal}</p>`
  if (match !== undefined) {
    const { route, action, args, format } = match
    return html`<p class="good">
        ${asked} is answered by ${linkPlace(route.file, route.line)}:
        <code>${action}</code>${format !== undefined && html`, format ${format}`}
      </p>
      ${
        Object.keys(args).length > 0 &&
        html`<ul>
          ${Object.entries(args).map(([name, value]) => html`<li><code>${name} = ${value}</code></li>`)}
        </ul>`
      }`
  }
  return html`<p class="bad">No line answers ${asked}.</p>
    ${nearSection(lines, linkPlace)}`
}

function reversedSection(reversed: Reversed, linkPlace: PlaceLink): Html {
  if (!('url' in reversed)) return html`<pre class="bad">${reversed.message}</pre>`
  const { url, method, route } = reversed
  const shown = method === 'GET' ? html`<a href="${url}">${url}</a>` : html`${url}`
  return html`<p class="good"><code>${method} ${shown}</code> from ${linkPlace(route.file, route.line)}</p>`
}

function routesTable(routes: readonly Route[], tried: Tried | undefined, linkPlace: PlaceLink): Html {
  const answer = tried?.match?.route
  const hasMiddleware = routes.some(({ middleware }) => middleware.length > 0)
  const hasModifiers = routes.some((route) => modifiersOf(route) !== '')
  const rows = routes.map((route, index) => {
    const [method, path] = routeColumns(route)
    const isAnswer = route === answer
    const line = tried?.lines[index]
    return html`<tr${isAnswer && html` class="answer"`}><td>${method}</td><td class="path">${breakable(path)}</td><td class="path">${breakable(actionText(route))}</td>${hasMiddleware && html`<td>${route.middleware.join(', ')}</td>`}${hasModifiers && html`<td>${modifiersOf(route)}</td>`}${line !== undefined && verdict(line, isAnswer, answer)}<td>${linkPlace(route.file, route.line)}</td></tr>
`
  })
  const added = [hasMiddleware && 'Middleware', hasModifiers && 'Modifiers', tried && 'Answers?']
  return table(['Method', 'Path', 'Action', ...added, 'Line'], rows)
}

function verdict({ reasons, distance }: LineExplanation, isAnswer: boolean, answer: Route | undefined): Html {
  if (reasons.length > 0)
    return html`<td class="${distance < Infinity ? 'bad' : 'quiet'}">
      <p>${reasons.map(({ message }) => message).join('; ')}</p>
    </td>`
  if (isAnswer) return html`<td class="good"><p>answers</p></td>`
  return html`<td>
    <p>
      would answer${answer !== undefined && html`, but line ${answer.line} of ${answer.file} comes first`}
    </p>
  </td>`
}

function modifiersOf({ modifiers }: Route): string {
  return Object.entries(modifiers)
    .filter(([name]) => name !== 'use')
    .map(([name, value]) => (value === true ? name : `${name}=${value}`))
    .join(' ')
}
