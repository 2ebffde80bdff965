import type { NoHandlerFoundException } from '../exceptions.js'
import { encodePath, encodePathValue } from '../syntax/percent-encoding.js'
import { variablesOf } from '../syntax/pattern/route-pattern.js'
import type { Route } from '../routes/route.js'
import { isFinishedUrl } from './finished-url.js'

/**
 * The URL of `redirect:/n/{id}`. Each value is encoded as in a reversed URL. A slash stays if the line's own constraint
 * accepts it.
 *
 * @returns undefined if clients and servers may read the URL differently, for example after an empty value
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
  // An unsafe URL that is written in the route file is its author's choice.
  const isOfAuthor = !isSafe(fill(() => 'x')) && !/^\/[/\\]/.test(filled)
  return isSafe(filled) || isOfAuthor ? filled : undefined
}

function isSafe(text: string): boolean {
  return isFinishedUrl(text.replace(/^https?:\/\/[^/?#]*/, '').replace(/#.*/, ''))
}

/** True if a redirection failed because of a value in the path. Then the next line may answer the path. */
export function blamesPath(
  { candidates }: NoHandlerFoundException,
  ofPath: Readonly<Record<string, string>>,
  fixedArguments: Readonly<Record<string, string>>,
): boolean {
  return candidates.some(
    ({ argument = '' }) => Object.hasOwn(ofPath, argument) && !Object.hasOwn(fixedArguments, argument),
  )
}
