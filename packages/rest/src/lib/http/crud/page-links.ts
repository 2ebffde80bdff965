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
  const others = Object.fromEntries(
    Array.from(parameters).filter(([name, value]) => value !== '' && name !== 'page'),
  )
  const urlOf = (number: number): string => reverser.reverse(action, { ...others, page: String(number) }).url
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
  const links = [`<${first}>; rel="first"`]
  if (prev !== undefined) links.push(`<${prev}>; rel="prev"`)
  if (next !== undefined) links.push(`<${next}>; rel="next"`)
  links.push(`<${last}>; rel="last"`)
  return links.join(', ')
}
