import {
  ActionNotFoundException,
  ConfigurationException,
  formatProblem,
  NoHandlerFoundException,
  RouteFileParsingException,
  type RouteFileProblem,
} from '../../exceptions.js'
import { shorten } from '../../printable.js'
import { nearMisses, type LineExplanation } from '../../matching/explain-match.js'
import type { MatchRequest } from '../../matching/match-request.js'
import { routeColumns } from '../../routes/describe-route.js'
import { breakable, html, table, type Html } from './html.js'
import { toPage, type DevelopmentPage } from './development-page.js'
import type { PlaceLink } from './create-place-link.js'
import { findPlace, frameAt } from './error-place.js'

/** Problems that the page shows instead of the application's own page. */
export interface Problems {
  /** The error of the last reload. The earlier routes still serve. */
  readonly reloadError: RouteFileParsingException | undefined
  readonly error: unknown
  readonly miss:
    | {
        readonly asked: MatchRequest
        readonly lines: readonly LineExplanation[]
        readonly allowed: readonly string[]
      }
    | undefined
}

interface PageContext {
  readonly linkPlace: PlaceLink
  readonly views: readonly string[]
  readonly routesUrl: string
  readonly ownPageUrl: string | undefined
}

export function problemPage(
  status: number,
  { reloadError, error, miss }: Problems,
  context: PageContext,
): DevelopmentPage {
  const ours = routerError(error)
  const sections = [
    ours !== undefined && errorSection(ours, context),
    reloadError !== undefined &&
      ours !== reloadError &&
      routeFileSection(reloadError, context.linkPlace, true),
    miss !== undefined && missSection(miss, context),
  ].filter((section) => section !== false)
  const { routesUrl, ownPageUrl } = context
  const title =
    ours === undefined && reloadError === undefined && miss !== undefined
      ? `No line answers ${miss.asked.method} ${shorten(miss.asked.path, 200)}`
      : ours instanceof NoHandlerFoundException
        ? 'A link cannot be built'
        : ((ours ?? reloadError)?.name ?? 'Error')
  return toPage(
    status,
    title,
    html`<h1>${title}</h1>
      ${sections}
      <p class="quiet">
        <a href="${routesUrl}">All routes</a> ·
        ${ownPageUrl !== undefined && html`<a href="${ownPageUrl}">The application’s own page</a> · `}shown in
        development only
      </p>`,
  )
}

/** Returns the error, or the first of its causes, that comes from the router. */
export function routerError(error: unknown): Error | undefined {
  for (let found = error, depth = 0; found instanceof Error && depth < 10; found = found.cause, depth++) {
    if (
      found instanceof NoHandlerFoundException ||
      found instanceof RouteFileParsingException ||
      found instanceof ActionNotFoundException ||
      found instanceof ConfigurationException ||
      found.name === 'TagSyntaxException'
    )
      return found
  }
  return undefined
}

function errorSection(error: Error, context: PageContext): Html {
  if (error instanceof RouteFileParsingException) return routeFileSection(error, context.linkPlace, false)
  const { linkPlace, views } = context
  const place = findPlace(error, views)
  const frame = place && frameAt(place, error.message)
  const candidates = error instanceof NoHandlerFoundException ? error.candidates : []
  return html`${messageSection(error.message)}
  ${place !== undefined && html`<p>In ${linkPlace(place.file, place.line, place.column)}</p>`}
  ${frame !== undefined && html`<pre>${frame}</pre>`}
  ${
    candidates.length > 0 &&
    html`<h2>Lines of the action</h2>
      <ul>
        ${candidates.map(({ position, reason }) => html`<li>${linkOf(position, linkPlace)}: ${reason}</li>`)}
      </ul>`
  }`
}

/** Puts the code frame last. On a phone, the sentence and the hints wrap, and the frame does not. */
function messageSection(text: string): Html {
  const [sentence, ...lines] = text.split('\n')
  const [hints, frame] = [true, false].map((isHint) =>
    lines.filter((line) => /^ *(?:hint: |at template )/.test(line) === isHint),
  )
  return html`<p class="bad">${sentence}</p>
    ${hints?.map((hint) => html`<p>${hint.trim()}</p>`)}
    ${frame !== undefined && frame.length > 0 && html`<pre class="bad">${frame.join('\n')}</pre>`}`
}

/** Links a position such as `routes.conf:12`. */
function linkOf(position: string, linkPlace: PlaceLink): Html {
  const [, file, line] = /^(.*):(\d+)$/s.exec(position) ?? []
  return file === undefined ? html`${position}` : linkPlace(file, Number(line))
}

/** The errors of the route files. After a failed reload, the section also says that the last good routes serve. */
export function routeFileSection(
  { errors, errorCount }: RouteFileParsingException,
  linkPlace: PlaceLink,
  isReload: boolean,
): Html {
  return html`${isReload && html`<p><b>The route files cannot be used as they are.</b> The last good routes serve until this is corrected.</p>`}
  ${errors.map((problem) => problemSection(problem, linkPlace))}
  ${errorCount > errors.length && html`<p>and ${errorCount - errors.length} more</p>`}`
}

export function problemSection(problem: RouteFileProblem, linkPlace: PlaceLink): Html {
  return html`${messageSection(formatProblem(problem))}
  ${problem.line > 0 && html`<p>${linkPlace(problem.file, problem.line, problem.column)}</p>`}`
}

function missSection(
  { asked, lines, allowed }: NonNullable<Problems['miss']>,
  { linkPlace, routesUrl }: PageContext,
): Html {
  const query = new URLSearchParams({ method: asked.method, path: asked.path })
  return html`${allowed.length > 0 && html`<p>The path has lines for ${allowed.join(', ')}.</p>`}
    ${nearSection(lines, linkPlace)}
    <p><a href="${routesUrl}?${query.toString()}">Why each line does not answer</a></p>`
}

/** The lines that nearly answer a request, and why they do not. */
export function nearSection(lines: readonly LineExplanation[], linkPlace: PlaceLink): Html {
  const near = nearMisses(lines)
  if (near.length === 0) return html`<p>No line comes near.</p>`
  const rows = near.map(({ route, reasons }) => {
    const [method, path, action] = routeColumns(route)
    return html`<tr>
      <td>${method}</td>
      <td class="path">${breakable(path)}</td>
      <td class="path">${breakable(action)}</td>
      <td class="bad"><p>${reasons.map(({ message }) => message).join('; ')}</p></td>
      <td>${linkPlace(route.file, route.line)}</td>
    </tr> `
  })
  return html`<p>These lines nearly answer, the nearest first:</p>
    ${table(['Method', 'Path', 'Action', 'Why not', 'Line'], rows)}`
}
