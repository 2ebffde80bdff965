import type { RouteFileProblem } from '../exceptions.js'
import { toRouteProblem } from '../routes/describe-route.js'
import type { Route } from '../routes/route.js'
import type { Sliced } from '../slices.js'
import { noArguments } from '../syntax/action-call.js'
import { findForeignText } from '../syntax/pattern/foreign-text.js'
import { variablesOf } from '../syntax/pattern/route-pattern.js'

/** Finds probable mistakes in single legal lines. */
export function* findMistakenLines(
  routes: readonly Route[],
  { legacyText = false }: { readonly legacyText?: boolean | undefined },
): Sliced<RouteFileProblem[]> {
  const overridden: RouteFileProblem[] = []
  const mistaken: RouteFileProblem[] = []
  for (const route of routes) {
    yield
    overridden.push(...findOverriddenVariables(route))
    mistaken.push(...findMistakenText(route, legacyText))
  }
  return [...overridden, ...mistaken]
}

/** Finds variables that a fixed argument hides (docs/route-file.md, Fixed arguments). */
function findOverriddenVariables(route: Route): RouteFileProblem[] {
  if (route.args === noArguments) return []
  return variablesOf(route.pattern)
    .filter(({ name }) => name !== '_' && Object.hasOwn(route.args, name))
    .map(({ name }) =>
      toRouteProblem(route, {
        code: 'E_ROUTE_OVERRIDDEN',
        message: `The fixed argument "${name}" hides the value that a request has for {${name}}`,
        hint: `every request gets '${route.args[name]}'; give the argument or the variable another name`,
      }),
    )
}

/** Finds variables of other routers (`/:id`, `/*`, `/[id]`), and a path without its first slash. */
function findMistakenText(route: Route, legacyText: boolean): RouteFileProblem[] {
  return [legacyText ? undefined : foreignVariable(route), hostInPlaceOfPath(route)]
    .filter((mistake) => mistake !== undefined)
    .map((mistake) => toRouteProblem(route, { code: 'E_ROUTE_MISTAKEN', ...mistake }))
}

type Mistake = Pick<RouteFileProblem, 'message' | 'hint'> | undefined

function foreignVariable({ pattern }: Route): Mistake {
  for (const part of pattern.parts) {
    const foreign = part.type === 'literal' ? findForeignText(part.text) : undefined
    if (foreign !== undefined) return { message: `"${foreign.found}" is text here`, hint: foreign.hint }
  }
  return undefined
}

function hostInPlaceOfPath({ host, path, pattern }: Route): Mistake {
  if (host === undefined) return undefined
  const [label, ...others] = pattern.host?.parts ?? []
  const isName = label?.type === 'literal' && others.length === 0 && pattern.host?.port === undefined
  if (!isName || label.text.includes('.') || label.text === 'localhost') return undefined
  return {
    message: `"${host}" is a host here`,
    hint: `a path starts with a slash: /${host}${path === '/' ? '' : path}`,
  }
}
