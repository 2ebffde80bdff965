import { atOnce } from '../slices.js'
import { nearestHint, nearestNames } from '../nearest-names.js'
import type { FindInclude } from '../syntax/expand-includes.js'
import { parseRouteLines, type RouteFile } from '../syntax/route-file.js'
import type { ParseRouteFileOptions } from '../syntax/route-line.js'

/** The text or the file of each module, by the name in `module:name`. */
export type RouteModules = Readonly<Record<string, string | { readonly file: string }>>

/** Finds included modules that are texts. Included files need `Router.load`. */
export function findInModules(
  modules: RouteModules,
  options: Omit<ParseRouteFileOptions, 'file'>,
): FindInclude {
  const parsed = new Map<string, RouteFile>()
  return ({ type, name }) => {
    if (type === 'includeFile')
      return {
        reason: `The file "${name}" cannot be read here`,
        hint: 'load route files that include others with Router.load',
      }
    const known = parsed.get(name)
    if (known !== undefined) return known
    const text = Object.hasOwn(modules, name) ? modules[name] : undefined
    if (text === undefined) return unknownModule(name, modules)
    if (typeof text !== 'string')
      return { reason: `The module "${name}" is a file`, hint: 'load it with Router.load' }
    const file = atOnce(parseRouteLines(text, { ...options, file: `module:${name}` }))
    parsed.set(name, file)
    return file
  }
}

export function unknownModule(name: string, modules: RouteModules): { reason: string; hint: string } {
  const nearest = nearestHint(nearestNames(name, Object.keys(modules)))
  return {
    reason: `No module is named "${name}"`,
    hint: nearest ?? 'give its routes in the option `modules`',
  }
}
