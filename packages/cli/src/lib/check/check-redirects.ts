import { LinkChecker } from './check-link.js'
import { argumentOf, linksOf } from '../engines/link-expression.js'
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
    const entries = [
      ...namedVariables(route).map(({ name }) => argumentOf(name, { offset: 0 })),
      ...Object.entries(fixedArguments).map(([name, literal]) =>
        argumentOf(name, { offset: 0, value: { literal } }),
      ),
    ]
    const start = { offset: 0, purpose: 'url' } as const
    const links = linksOf(start, { offset: 0, value: { literal: action } }, [{ offset: 0, entries }])
    return links
      .flatMap((link) => checker.check(link))
      .map(({ code, message: reason, hint }) => {
        const message = `The redirection leads nowhere: ${reason}`
        return { code, message, hint, severity: 'error', ...table.placeOf(route) }
      })
  })
}
