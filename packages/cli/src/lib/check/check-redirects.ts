import { LinkChecker } from './check-link.js'
import type { Finding } from './finding.js'
import type { ProjectTable } from '../routes/project-table.js'
import { namedVariables } from '../route-parts.js'

/** Checks `redirect:@a.b` lines. Each redirection is a link that passes on the path variables of its line. */
export function checkRedirects(table: ProjectTable, ambient: readonly string[]): Finding[] {
  const { router } = table
  const checker = new LinkChecker(router, ambient)
  return router.routes.flatMap((route): Finding[] => {
    const { target } = route
    // If the path contains the action, each request may lead to a different action.
    if (target.type !== 'redirectToAction' || target.call.variables.length > 0) return []
    const { action, fixedArguments } = target.call
    const fixed = Object.entries(fixedArguments).map(([name, literal]) => [name, { literal }] as const)
    const variables = namedVariables(route).map(({ name }) => [name, undefined] as const)
    const args = [...new Map([...variables, ...fixed])].map(([name, value]) => ({ name, value, offset: 0 }))
    const actions = [{ text: action, offset: 0 }]
    const link = {
      offset: 0,
      purpose: 'url',
      actions,
      isDynamic: false,
      args,
      hasUnknownArguments: false,
    } as const
    return checker.check(link).map(({ code, message: reason, hint }) => {
      const message = `The redirection leads nowhere: ${reason}`
      return { code, message, hint, severity: 'error', ...table.placeOf(route) }
    })
  })
}
