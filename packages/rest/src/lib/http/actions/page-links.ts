import type { Reverser } from '@mvc-router/router-core'
import { Link, linkHeader } from '@mvc-router/router-core/hypermedia'
import { linkUrl } from '@mvc-router/router-core/templates'
import { listParameters } from '../../controller/list/list-request.js'
import type { Page } from '../../view/page.js'

/** What a list is found under: its action, with the values of the variables of its path. */
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
  if (number === undefined) {
    if (typeof next !== 'string') return []
    return [new Link('next', linkUrl(reverser, action.name, argumentsOf(parameters, action, 'after', next)))]
  }
  const pageUrl = pageUrls(parameters, action, reverser)
  const lastNumber = totalPages === undefined ? undefined : Math.max(totalPages, 1)
  const links = [new Link('first', pageUrl(1))]
  // Behind the end, the previous page is the last one that there is.
  if (number > 0) links.push(new Link('prev', pageUrl(Math.min(number, lastNumber ?? number))))
  if (page.hasNext()) links.push(new Link('next', pageUrl(number + 2)))
  if (lastNumber !== undefined) links.push(new Link('last', pageUrl(lastNumber)))
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

/** All pages have the same URL but for one number, so the reverse router is asked once. */
function pageUrls(
  parameters: URLSearchParams,
  action: ListAction,
  reverser: Reverser,
): (number: number) => string {
  const url = linkUrl(reverser, action.name, argumentsOf(parameters, action, 'page', '1'))
  const position = pageNumberOf(url)
  const [before, after] = [url.slice(0, position), url.slice(position + 1)]
  return (number) => before + String(number) + after
}

function argumentsOf(
  parameters: URLSearchParams,
  { variables }: ListAction,
  changed: 'after' | 'page',
  changedValue: string,
): Readonly<Record<string, string | readonly string[]>> {
  // Most lists are asked for a page and for nothing else, and have no variables.
  if (parameters.size === (parameters.has(changed) ? 1 : 0) && Object.keys(variables).length === 0)
    return changed === 'page' ? { page: changedValue } : { after: changedValue }
  const args = new Map<string, string | readonly string[]>()
  for (const name of parameters.keys()) {
    // An empty text may well be what a filter asks for.
    const values = parameters.getAll(name).filter((value) => value !== '' || !known.has(name))
    const isTaken = Object.hasOwn(variables, name)
    // A text is reversed for less than a list of one.
    const [only] = values
    if (only !== undefined) args.set(isTaken ? `${name}[eq]` : name, values.length === 1 ? only : values)
  }
  for (const [name, value] of Object.entries(variables)) args.set(name, value)
  args.set(changed, changedValue)
  return Object.fromEntries(args)
}

/** Where the `1` of `page=1` stands. In a value `=` and `&` would be encoded, so this is the parameter. */
function pageNumberOf(url: string): number {
  const first = url.indexOf('?page=1')
  return (first === -1 ? url.indexOf('&page=1') : first) + '?page='.length
}
