import type { PlacedLink } from '../adopt/urls/written-url.js'
import type { TemplateLink } from '../links/template-link.js'

/** The links, those in attributes with the method that the browser will use: the form's, the anchor's. */
export function withMethods(
  links: readonly TemplateLink[],
  places: readonly PlacedLink[],
): readonly TemplateLink[] {
  if (places.length === 0) return links
  return links.map((link) => {
    const place = places.find(({ start, end }) => link.offset >= start && link.offset < end)
    return place?.method === undefined ? link : { ...link, method: place.method }
  })
}
