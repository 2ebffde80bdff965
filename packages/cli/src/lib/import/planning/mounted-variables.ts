import { routersIn } from './handler-kinds.js'
import type { ExpressRouter } from '../program/values/values.js'

/** The prefix of a mounted router, with other names for the variables that its routes have as well. */
export function renameMountedVariables(
  prefix: string,
  variables: readonly string[],
  router: ExpressRouter,
): string {
  const below = variablesBelow(router)
  return variables
    .filter((name) => below.has(name))
    .reduce((text, name) => renameVariable(text, name, `${name}Above`), prefix)
}

function variablesBelow(router: ExpressRouter, seen: readonly ExpressRouter[] = []): Set<string> {
  const names = new Set<string>()
  if (seen.includes(router)) return names
  for (const registration of router.registrations) {
    for (const path of registration.paths)
      if (path.type === 'text')
        for (const match of path.text.matchAll(/[:*](\w+)/g)) names.add(match[1] ?? '')
    for (const inner of routersIn(registration))
      for (const name of variablesBelow(inner, [...seen, router])) names.add(name)
  }
  return names
}

function renameVariable(pattern: string, from: string, to: string): string {
  return pattern.replaceAll(`{${from}}`, `{${to}}`).replaceAll(`>${from}}`, `>${to}}`)
}
