import { Link, linkHeader } from '@mvc-router/router-core/hypermedia'
import { withQuery } from '@mvc-router/router-core/templates'
import type { Page } from '../../view/page.js'

/**
 * Returns links to the first, previous, next and last page (RFC 8288). They keep the other parameters of the request.
 *
 * @param target path and query of the request
 */
export function pageLinks(page: Page<unknown>, target: string): readonly Link[] {
  const { number, totalPages, next } = page
  const linkTo = (relation: string, place: { page: number } | { after: string }): Link =>
    new Link(relation, withQuery(target, place))
  if (number === undefined) return typeof next === 'string' ? [linkTo('next', { after: next })] : []
  const linkToPage = (relation: string, wanted: number): Link => linkTo(relation, { page: wanted })
  const lastNumber = totalPages === undefined ? undefined : Math.max(totalPages, 1)
  const links = [linkToPage('first', 1)]
  // For a page after the end, the previous page is the last page.
  if (number > 0) links.push(linkToPage('prev', Math.min(number, lastNumber ?? number)))
  if (page.hasNext()) links.push(linkToPage('next', number + 2))
  if (lastNumber !== undefined) links.push(linkToPage('last', lastNumber))
  return links
}

/** Many clients and proxies refuse longer headers. */
const maxLinkLength = 4096

/** Returns the `Link` header, or `undefined` if the header would be empty or too long. */
export function pageLinkHeader(links: readonly Link[]): string | undefined {
  const header = linkHeader(...links)
  return header === '' || header.length > maxLinkLength ? undefined : header
}
