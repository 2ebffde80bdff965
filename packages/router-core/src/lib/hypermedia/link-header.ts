import { ConfigurationException } from '../exceptions.js'
import type { Link } from './link.js'

/**
 * The text of a `Link` header (RFC 8288): `response.setHeader('Link', linkHeader(self, next))`.
 *
 * @throws ConfigurationException for a template, which is no URL
 */
export function linkHeader(...links: readonly Link[]): string {
  const template = links.find(({ templated }) => templated === true)
  if (template !== undefined) {
    throw new ConfigurationException(
      'links',
      `links: ${template.href} is a template; a Link header holds URLs only`,
    )
  }
  return links.map(String).join(', ')
}
