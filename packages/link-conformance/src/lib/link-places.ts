import type { LinkPlace } from './link-engine.js'

/** Writes a link at each place of an HTML page, for engines whose templates are text. */
export const linkPlaces: Readonly<Record<LinkPlace, (link: string) => string>> = {
  text: (link) => `<p>${link}</p>`,
  'double-quoted': (link) => `<a href="${link}">link</a>`,
  'single-quoted': (link) => `<a href='${link}'>link</a>`,
  unquoted: (link) => `<a href=${link}>link</a>`,
}
