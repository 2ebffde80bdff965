import { wrongOption } from '../exceptions.js'
import type { Link } from './link.js'

/**
 * The text of a `Link` header (RFC 8288): `response.setHeader('Link', linkHeader(self, next))`.
 *
 * @throws ConfigurationException for a template, which is no URL
 */
export function linkHeader(...links: readonly Link[]): string {
  let header = ''
  for (const link of links) {
    if (link.templated === true)
      throw wrongOption('links', `${link.href} is a template; a Link header holds URLs only`)
    header += header === '' ? String(link) : `, ${String(link)}`
  }
  return header
}
