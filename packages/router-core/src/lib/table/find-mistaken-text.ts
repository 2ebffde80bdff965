import type { RouteFileProblem } from '../exceptions.js'
import { toRouteProblem } from '../routes/to-route-problem.js'
import type { Route } from '../routes/route.js'

/** Text of a line that means something else than it does in Express: `/:id`, `/*`, and a path without its first slash. */
export function findMistakenText(route: Route): RouteFileProblem[] {
  return [expressPath(route), hostInPlaceOfPath(route)]
    .filter((mistake) => mistake !== undefined)
    .map((mistake) => toRouteProblem(route, { code: 'E_ROUTE_MISTAKEN', ...mistake }))
}

type Mistake = Pick<RouteFileProblem, 'message' | 'hint'> | undefined

function expressPath({ pattern }: Route): Mistake {
  for (const part of pattern.parts) {
    const found = part.type === 'literal' && /\/(?::(\w+)|(\*\w*)(?=\/|$))/.exec(part.text)
    if (!found) continue
    const [, name, star] = found
    return name === undefined
      ? { message: `"${star}" is text here`, hint: 'a variable over several segments is written {<.+>name}' }
      : { message: `":${name}" is text here`, hint: `a variable is written {${name}}` }
  }
  return undefined
}

function hostInPlaceOfPath({ host, path, pattern }: Route): Mistake {
  const [label, ...others] = pattern.host?.parts ?? []
  const isName = label?.type === 'literal' && others.length === 0 && pattern.host?.port === undefined
  if (!isName || label.text.includes('.') || label.text === 'localhost') return undefined
  return {
    message: `"${host}" is a host here`,
    hint: `a path starts with a slash: /${host}${path === '/' ? '' : path}`,
  }
}
