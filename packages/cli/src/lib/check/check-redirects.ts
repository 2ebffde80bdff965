import { LinkChecker } from './check-link.js'
import type { TemplateFinding } from './check-template.js'
import type { ProjectTable } from '../routes/project-table.js'
import { namedVariables } from '../route-parts.js'

/** Checks `redirect:@a.b` lines. Each redirection is a link that passes on the path variables of its line. */
export function checkRedirects(table: ProjectTable, ambient: readonly string[]): TemplateFinding[] {
  const { router } = table
  const checker = new LinkChecker(router, ambient)
  const findings: TemplateFinding[] = []
  for (const route of router.routes) {
    const { target } = route
    // If the path contains the action, each request may lead to a different action.
    if (target.type !== 'redirectToAction' || target.call.variables.length > 0) continue
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
    const faults = checker.check(link)
    for (const { code, message: reason, hint } of faults) {
      const message = `The redirection leads nowhere: ${reason}`
      findings.push({ code, message, hint, ...table.placeOf(route) })
    }
  }
  return findings
}
