import type { Route, Router } from '@mvc-router/router-core'
import { LinkChecker } from './check-link.js'
import type { TemplateFinding } from './check-template.js'
import type { LinesOf } from '../routes/route-file-lines.js'
import type { SourcePlace } from '../terminal/source-text.js'
import { namedVariables } from '../route-parts.js'

/** Checks lines with `redirect:@a.b`, which are links in the route files. They pass on the variables of their path. */
export async function checkRedirects(
  router: Router,
  ambient: readonly string[],
  linesOf: LinesOf,
): Promise<TemplateFinding[]> {
  const checker = new LinkChecker(router, ambient)
  const findings: TemplateFinding[] = []
  for (const route of router.routes) {
    const { target } = route
    // If the path gives the action, each request may lead to another action.
    if (target.type !== 'redirectToAction' || target.call.variables.length > 0) continue
    const { action, fixedArguments } = target.call
    const fixed = Object.entries(fixedArguments).map(([name, literal]) => [name, { literal }] as const)
    const variables = namedVariables(route).map(({ name }) => [name, undefined] as const)
    const args = [...new Map([...variables, ...fixed])].map(([name, value]) => ({ name, value, offset: 0 }))
    const faults = checker.check({
      offset: 0,
      purpose: 'url',
      actions: [{ text: action, offset: 0 }],
      isDynamic: false,
      args,
      hasUnknownArguments: false,
    })
    for (const { code, message, hint } of faults) {
      findings.push({
        code,
        message: `The redirection leads nowhere: ${message}`,
        hint,
        ...(await placeOf(route, action, linesOf)),
      })
    }
  }
  return findings
}

/** Finds the action in the text of its line, since a route does not store the place. */
async function placeOf({ file, line }: Route, action: string, linesOf: LinesOf): Promise<SourcePlace> {
  const lineText = (await linesOf(file))[line - 1] ?? ''
  return { file, line, column: lineText.indexOf(`@${action}`) + 2, lineText }
}
