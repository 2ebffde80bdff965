import type { Reverser } from '@mvc-router/router-core'
import { Link, linkHeader } from '@mvc-router/router-core/hypermedia'
import { linkUrl } from '@mvc-router/router-core/templates'
import { listParameters } from '../../controller/list/list-request.js'
import type { Page } from '../../view/page.js'

/** The action of a list, with the values of the variables of its path. */
export interface ListAction {
  readonly name: string
  readonly variables: Readonly<Record<string, string>>
}

/** Links to the pages around one, by the relations of RFC 8288. The other parameters of the request are kept. */
export function pageLinks(
  page: Page<unknown>,
  parameters: URLSearchParams,
  action: ListAction,
  reverser: Reverser,
): readonly Link[] {
  const { number, totalPages, next } = page
  const args = argumentsOf(parameters, action)
  const linkTo = (relation: string, place: { page: string } | { after: string }): Link =>
    new Link(relation, linkUrl(reverser, action.name, { ...args, ...place }))
  if (number === undefined) return typeof next === 'string' ? [linkTo('next', { after: next })] : []
  const linkToPage = (relation: string, wanted: number): Link => linkTo(relation, { page: String(wanted) })
  const lastNumber = totalPages === undefined ? undefined : Math.max(totalPages, 1)
  const links = [linkToPage('first', 1)]
  // Behind the end, the previous page is the last one that there is.
  if (number > 0) links.push(linkToPage('prev', Math.min(number, lastNumber ?? number)))
  if (page.hasNext()) links.push(linkToPage('next', number + 2))
  if (lastNumber !== undefined) links.push(linkToPage('last', lastNumber))
  return links
}

const known: ReadonlySet<string> = new Set(listParameters)

/** Longer headers than this are refused by many clients and proxies. */
const maxLinkLength = 4096

/** The value of a `Link` header; `undefined` when there is nothing to link to, or it would be too long. */
export function pageLinkHeader(links: readonly Link[]): string | undefined {
  const header = linkHeader(...links)
  return header === '' || header.length > maxLinkLength ? undefined : header
}

/** The parameters of the request, and the variables of the path. */
function argumentsOf(
  parameters: URLSearchParams,
  { variables }: ListAction,
): Readonly<Record<string, string | readonly string[]>> {
  const args = new Map<string, string | readonly string[]>()
  for (const name of parameters.keys()) {
    // An empty text may well be what a filter asks for.
    const values = parameters.getAll(name).filter((value) => value !== '' || !known.has(name))
    // A text is reversed for less than a list of one.
    const [only] = values
    if (only !== undefined)
      args.set(Object.hasOwn(variables, name) ? `${name}[eq]` : name, values.length === 1 ? only : values)
  }
  return { ...Object.fromEntries(args), ...variables }
}
