import type { Reverser } from '@mvc-router/router-core'
import type { Page } from '../../view/page.js'

/** The URLs of the pages around one, by the relations of RFC 8288. */
export interface PageLinks {
  readonly first: string
  readonly prev: string | undefined
  readonly next: string | undefined
  readonly last: string
}

/** The other parameters of the request are kept. */
export function pageLinks(
  page: Page<unknown>,
  parameters: URLSearchParams,
  action: string,
  reverser: Reverser,
): PageLinks {
  const urlOf = pageUrls(parameters, action, reverser)
  const lastNumber = Math.max(page.totalPages, 1)
  return {
    first: urlOf(1),
    // Behind the end, the previous page is the last one that there is.
    prev: page.number > 0 ? urlOf(Math.min(page.number, lastNumber)) : undefined,
    next: page.number + 1 < page.totalPages ? urlOf(page.number + 2) : undefined,
    last: urlOf(lastNumber),
  }
}

/** The value of a `Link` header. */
export function linkHeader({ first, prev, next, last }: PageLinks): string {
  let links = `<${first}>; rel="first"`
  if (prev !== undefined) links += `, <${prev}>; rel="prev"`
  if (next !== undefined) links += `, <${next}>; rel="next"`
  return `${links}, <${last}>; rel="last"`
}

/** All pages have the same URL but for one number, so the reverse router is asked once. */
function pageUrls(
  parameters: URLSearchParams,
  action: string,
  reverser: Reverser,
): (number: number) => string {
  const args = new Map<string, readonly string[]>()
  for (const name of parameters.keys()) {
    const values = parameters.getAll(name).filter((value) => value !== '')
    if (values.length > 0) args.set(name, values)
  }
  const { url } = reverser.reverse(action, Object.fromEntries(args.set('page', ['1'])))
  const position = pageNumberOf(url)
  const [before, after] = [url.slice(0, position), url.slice(position + 1)]
  return (number) => before + String(number) + after
}

/** Where the `1` of `page=1` stands. In a value `=` and `&` would be encoded, so this is the parameter. */
function pageNumberOf(url: string): number {
  const first = url.indexOf('?page=1')
  return (first === -1 ? url.indexOf('&page=1') : first) + '?page='.length
}
