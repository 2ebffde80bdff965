import { Router } from '@mvc-router/router-core'
import { getOrInsert } from '@mvc-router/router-core/tools'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LinkChecker } from '../../check/check-link.js'
import { checkMiddleware } from '../../check/check-middleware.js'
import { checkRedirects } from '../../check/check-redirects.js'
import { checkTemplate } from '../../check/check-template.js'
import { engineMissing, findingAt, isIgnored, startOf, type Finding } from '../../check/finding.js'
import { splitAction } from '../../route-parts.js'
import type { ProjectFile } from '../../programs/project-file.js'
import type { ProjectState } from '../project.js'
import { didYouMean } from '../../terminal/did-you-mean.js'

/** Returns the findings of `check` about the syntax and links of one file. Without a checker, it skips links. */
export function diagnoseTemplate(
  file: ProjectFile,
  linkChecker: LinkChecker | undefined,
): readonly Finding[] {
  const { template } = file
  if (template.missing !== undefined) return [engineMissing(template.missing, 'warning')]
  const known = linkChecker === undefined ? { ...template, links: [] } : template
  return checkTemplate(known, linkChecker ?? new LinkChecker(new Router())).findings
}

/** Returns mistakes of the route files and the configuration. */
export function diagnoseRouteFiles({ project, table }: ProjectState): Finding[] {
  const findings =
    table.error?.errors.map((error): Finding => ({ ...error, severity: 'error' })) ??
    checkRedirects(table, project.ambient)
  const { configurationProblem: problem } = project
  if (problem === undefined) return findings
  const { code, message, hint, path: file, place = startOf(file) } = problem
  return [...findings, { code, message, hint, severity: 'error', ...place, file }]
}

/** Returns warnings about lines, and findings that depend on all programs. Pauses for other requests. */
export async function diagnoseSlowly(state: ProjectState): Promise<Finding[]> {
  const { table, files } = state
  if (table.error !== undefined) return []
  await nextTurn()
  const findings = [...checkMiddleware(table, files), ...unknownMethods(state), ...unreadQueries(state)]
  await nextTurn()
  const warnings = await table.warnings()
  return [...findings, ...warnings.map((warning): Finding => ({ ...warning, severity: 'warning' }))]
}

function unreadQueries({ files, controllers, linkChecker }: ProjectState): Finding[] {
  if (linkChecker === undefined) return []
  return files.flatMap(({ source, links }) =>
    links
      .filter((link) => linkChecker.isLink(link))
      .flatMap((link) => linkChecker.checkQuery(link, controllers))
      .map((fault) => findingAt(fault, source))
      .filter((finding) => !isIgnored(finding, source)),
  )
}

/** Reports lines with an unknown method, if all methods of the controller are known. */
function unknownMethods({ table, controllers }: ProjectState): Finding[] {
  const methods = new Map<string, readonly string[]>()
  const methodsOf = (controller: string): readonly string[] => {
    const isKnown = controllers.isComplete(controller)
    return isKnown ? controllers.methodsOf(controller).map(({ method }) => method.name) : []
  }
  return [...table.documents.values()].flatMap((document) =>
    document.entries.flatMap((entry) => {
      const span = document.actionOf(entry)
      if (span === undefined || span.name.includes('{')) return []
      const [controller, method] = splitAction(span.name)
      const names = getOrInsert(methods, controller, () => methodsOf(controller))
      if (names.length === 0 || names.includes(method)) return []
      const hint = didYouMean(method, names, (nearest) => `${controller}.${nearest}`)
      const message = `${controller} has no method "${method}"`
      const place = document.source.place(span.start)
      return [{ code: 'E_ACTION_NOT_FOUND', message, severity: 'warning', ...hint, ...place }]
    }),
  )
}
