import type Negotiator from 'negotiator'
import { dependency } from '#dependency'

const negotiator = dependency<typeof Negotiator>('negotiator')

const formatsByType: ReadonlyMap<string, string> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['*/*', 'html'],
  ['text/*', 'html'],
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['text/plain', 'txt'],
  ['text/javascript', 'js'],
  ['application/javascript', 'js'],
])

/**
 * The format that a request prefers, by the q-values of its `Accept` header: `html`, `json`, `xml`, `txt`, `js`,
 * or the subtype (`text/csv` is `csv`, `application/hal+json` is `json`). Without a header, the format is `html`.
 */
export function negotiateFormat(accept: string | undefined): string {
  if (accept === undefined || accept === '') return 'html'
  const [preferred] = new (negotiator())({ headers: { accept: accept.slice(0, 2048) } }).mediaTypes()
  return preferred === undefined ? 'html' : toFormat(preferred.toLowerCase())
}

function toFormat(type: string): string {
  const known = formatsByType.get(type)
  if (known !== undefined) return known
  const subtype = type.slice(type.indexOf('/') + 1)
  return subtype.slice(subtype.lastIndexOf('+') + 1)
}
