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

export type FileFindings = ReadonlyMap<string, readonly Finding[]>

/** Returns the findings of `check` for one template or program. Without a checker, it skips links. */
export function diagnoseTemplate(
  file: ProjectFile,
  linkChecker: LinkChecker | undefined,
): readonly Finding[] {
  const { template } = file
  if (template.missing !== undefined) return [engineMissing(template.missing, 'warning')]
  const known = linkChecker === undefined ? { ...template, links: [] } : template
  return checkTemplate(known, linkChecker ?? new LinkChecker(new Router())).findings
}

/** Returns mistakes of the route files and the configuration. A file without mistakes has an empty list. */
export function diagnoseRouteFiles({ project, table }: ProjectState): FileFindings {
  const found = new Map<string, Finding[]>([...table.documents.keys()].map((path) => [path, []]))
  const errors: readonly Omit<Finding, 'severity'>[] =
    table.error?.errors ?? checkRedirects(table, project.ambient)
  for (const each of errors)
    getOrInsert(found, table.pathOf(each.file), () => []).push({ ...each, severity: 'error' })
  const { configurationProblem: problem } = project
  if (problem !== undefined) {
    const { code, message, hint, path, place = startOf(path) } = problem
    getOrInsert(found, path, () => []).push({ code, message, hint, ...place, severity: 'error' })
  }
  return found
}

/** Returns warnings about lines, and findings that depend on all programs. Pauses for other requests. */
export async function diagnoseSlowly(state: ProjectState): Promise<FileFindings> {
  const { table, files } = state
  const found = new Map<string, Finding[]>()
  if (table.error !== undefined) return found
  await nextTurn()
  const findings = [...checkMiddleware(table, files), ...unknownMethods(state), ...unreadQueries(state)]
  await nextTurn()
  for (const warning of await table.warnings()) findings.push({ ...warning, severity: 'warning' })
  for (const each of findings) getOrInsert(found, table.pathOf(each.file), () => []).push(each)
  return found
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
