import type { Link } from './link.js'

/** The value of `_links`: for each relation a link, or a list of several links. */
export type HalLinks = Readonly<Record<string, Link | readonly Link[]>>

/** The `_links` of a HAL document: `{ ...book, _links: halLinks(self, next) }`. */
export function halLinks(...links: readonly Link[]): HalLinks {
  const byRelation = new Map<string, Link[]>()
  for (const link of links) byRelation.set(link.rel, [...(byRelation.get(link.rel) ?? []), link])
  return Object.fromEntries(
    [...byRelation].map(([rel, [first, ...rest]]) => [rel, rest.length === 0 ? first : [first, ...rest]]),
  ) as HalLinks
}
