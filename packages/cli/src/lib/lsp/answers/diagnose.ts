import { getOrInsert } from '@mvc-router/router-core/tools'
import type { RouteFileProblem } from '@mvc-router/router-core'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LinkChecker } from '../../check/check-link.js'
import { checkMiddleware } from '../../check/check-middleware.js'
import { checkRedirects } from '../../check/check-redirects.js'
import { checkTemplate, engineMissing, isIgnored, type TemplateFinding } from '../../check/check-template.js'
import { splitAction } from '../../route-parts.js'
import type { ProjectFile } from '../../check/project-file.js'
import type { ProjectTable } from '../project/project-table.js'
import type { Project } from '../project/project.js'
import { splitLines } from '../../routes/route-file-lines.js'
import { didYouMean } from '../../terminal/did-you-mean.js'

/** Something to mark in a file. Lines and columns count from 1. */
export interface Finding {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  readonly line: number
  readonly column: number
  readonly lineText: string
  readonly severity: 'error' | 'warning'
}

/** Findings about one file. */
export interface FileFindings {
  readonly path: string
  readonly findings: readonly Finding[]
}

/** Findings of `check` in one template or program; undefined while no table has been good. */
export function diagnoseTemplate(file: ProjectFile, table: ProjectTable): readonly Finding[] {
  const { template } = file
  if (template.missing !== undefined) return [{ ...engineMissing(template.missing), severity: 'warning' }]
  const { linkChecker } = table
  const known = linkChecker === undefined ? { ...template, links: [] } : template
  const { errors, warnings } = checkTemplate(known, linkChecker ?? new LinkChecker(table.router))
  return [
    ...errors.map((error): Finding => ({ ...error, severity: 'error' })),
    ...warnings.map((warning): Finding => ({ ...warning, severity: 'warning' })),
  ]
}

/** Mistakes in the route files themselves. */
export async function diagnoseRouteFiles(project: Project): Promise<FileFindings[]> {
  const table = await project.table()
  const byPath = new Map<string, Finding[]>([...table.documents.keys()].map((path) => [path, []]))
  const redirects =
    table.errors.length > 0
      ? []
      : await checkRedirects(table.router, table.ambient, async (file) => linesOf(table, file))
  for (const problem of [...table.errors, ...redirects]) {
    const path = table.pathOf(problem.file)
    getOrInsert(byPath, path, () => []).push({ ...problem, severity: 'error' })
  }
  const { configurationProblem: problem } = project
  if (problem !== undefined) {
    const place = problem.place ?? { line: 1, column: 1, lineText: '' }
    const { code, message, hint, path } = problem
    getOrInsert(byPath, path, () => []).push({ code, message, hint, ...place, severity: 'error' })
  }
  return [...byPath].map(([path, findings]) => ({ path, findings }))
}

/** Slow findings: proofs about lines, and findings that depend on every program. Gives way to requests in between. */
export async function diagnoseSlowly(project: Project): Promise<FileFindings[]> {
  const table = await project.table()
  if (table.errors.length > 0) return []
  const byPath = new Map<string, Finding[]>()
  const put = (problem: RouteFileProblem | TemplateFinding, severity: Finding['severity']): void => {
    getOrInsert(byPath, table.pathOf(problem.file), () => []).push({ ...problem, severity })
  }
  const files = await project.files()
  const middleware = await checkMiddleware(table.router, files, async (file) => linesOf(table, file))
  for (const error of middleware.errors) put(error, 'error')
  for (const warning of middleware.warnings) put(warning, 'warning')
  for (const warning of await unknownMethods(project, table)) put(warning, 'warning')
  for (const { path, finding } of await unreadQueries(project, table))
    getOrInsert(byPath, path, () => []).push({ ...finding, severity: 'warning' })
  await nextTurn()
  for (const warning of await table.warnings()) put(warning, 'warning')
  return [...byPath].map(([path, findings]) => ({ path, findings }))
}

/** Names of the query that no action reads. */
async function unreadQueries(
  project: Project,
  { linkChecker }: ProjectTable,
): Promise<{ path: string; finding: Omit<TemplateFinding, 'file'> }[]> {
  if (linkChecker === undefined) return []
  const controllers = await project.controllers()
  return (await project.files()).flatMap(({ path, source, links }) =>
    links
      .filter((link) => linkChecker.isLink(link))
      .flatMap((link) => linkChecker.checkQuery(link, controllers))
      .map(({ offset, ...fault }) => ({ path, finding: { ...fault, ...source.place(offset) } }))
      .filter(({ finding }) => !isIgnored(finding, source)),
  )
}

async function linesOf(table: ProjectTable, file: string): Promise<readonly string[]> {
  return splitLines(table.documents.get(table.pathOf(file))?.source.text ?? '')
}

/** Lines whose controller is known with all of its methods, and has none of this name. */
async function unknownMethods(project: Project, table: ProjectTable): Promise<TemplateFinding[]> {
  const controllers = await project.controllers()
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
      return [{ code: 'E_ACTION_NOT_FOUND', message, ...hint, ...document.source.place(span.start) }]
    }),
  )
}
