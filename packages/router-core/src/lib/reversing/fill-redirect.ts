import { encodePath, encodePathValue } from '../syntax/percent-encoding.js'
import { variablesOf } from '../syntax/pattern/route-pattern.js'
import type { Route } from '../routes/route.js'
import { isFinishedUrl } from './finished-url.js'

/**
 * The URL of `redirect:/n/{id}`: each variable is encoded as in a reversed URL. Slashes stay where the line's own constraint
 * takes them.
 *
 * @returns undefined where the values make no URL that everybody reads alike, such as an empty one before a slash
 */
export function fillRedirect(
  url: string,
  { pattern }: Pick<Route, 'pattern'>,
  args: Readonly<Record<string, string>>,
): string | undefined {
  if (!url.includes('{')) return url
  const spanning = new Set(
    variablesOf(pattern).flatMap(({ name, constraint }) =>
      constraint?.spansSegments === true ? [name] : [],
    ),
  )
  const question = url.search(/[?#]/)
  const fill = (write: (name: string, place: number) => string): string =>
    url.replaceAll(/\{(\w+)\}/g, (_, name: string, place: number) => write(name, place))
  const filled = fill((name, place) => {
    const value = args[name] ?? ''
    const isPath = question < 0 || place < question
    return isPath && spanning.has(name) ? encodePath(value) : encodePathValue(value)
  })
  // Text of the route file belongs to its author.
  const isOfAuthor = !isSafe(fill(() => 'x')) && !/^\/[/\\]/.test(filled)
  return isSafe(filled) || isOfAuthor ? filled : undefined
}

function isSafe(text: string): boolean {
  return isFinishedUrl(text.replace(/^https?:\/\/[^/?#]*/, '').replace(/#.*/, ''))
}
