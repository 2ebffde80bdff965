import { routersBelow } from './handler-kinds.js'
import type { ExpressRouter } from '../program/values/values.js'

/** Those of the variables of a mount that the routes of its router have as well. */
export function sharedVariables(variables: readonly string[], router: ExpressRouter): string[] {
  const below = variablesBelow(router)
  return variables.filter((name) => below.has(name))
}

/** The prefix of a mounted router, with other names for the variables that its routes have as well. */
export function renameMountedVariables(prefix: string, shared: readonly string[]): string {
  return shared.reduce((text, name) => renameVariable(text, name, `${name}Above`), prefix)
}

function variablesBelow(router: ExpressRouter): Set<string> {
  const paths = routersBelow(router).flatMap(({ registrations }) =>
    registrations.flatMap((each) => each.paths),
  )
  const texts = paths.map((path) => (path.type === 'text' ? path.text : '')).join(' ')
  return new Set(Array.from(texts.matchAll(/[:*](\w+)/g), ([, name = '']) => name))
}

function renameVariable(pattern: string, from: string, to: string): string {
  return pattern.replaceAll(`{${from}}`, `{${to}}`).replaceAll(`>${from}}`, `>${to}}`)
}
