import type { RouteFileProblem } from '../exceptions.js'
import { toRouteProblem } from '../routes/to-route-problem.js'
import type { Sliced } from '../slices.js'
import { isRoute, type RouteEntry } from '../routes/route-entry.js'
import type { Route } from '../routes/route.js'

/** Lines whose text means something else than it does in Express: `/:id`, `/*`, and a path without its first slash. */
export function* findMistakenText(entries: readonly RouteEntry[]): Sliced<RouteFileProblem[]> {
  const problems: RouteFileProblem[] = []
  for (const entry of entries) {
    yield
    // No simple line has such a text.
    if (!isRoute(entry)) continue
    for (const problem of [expressPath(entry), hostInPlaceOfPath(entry)]) {
      if (problem !== undefined) {
        problems.push(toRouteProblem(entry, { code: 'E_ROUTE_MISTAKEN', ...problem }))
      }
    }
  }
  return problems
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
