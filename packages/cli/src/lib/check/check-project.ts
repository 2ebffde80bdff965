import type { Router } from '@mvc-router/router-core'
import { findTemplateFiles } from '../engines/template-files.js'
import type { CommandArguments } from '../options/command-options.js'
import { expectFiles } from '../options/expect-files.js'
import { readTemplateArguments } from '../options/template-arguments.js'
import { loadRouter } from '../routes/load-router.js'
import { linesOnDisk, type LinesOf } from '../routes/route-file-lines.js'
import { checkMiddleware } from './check-middleware.js'
import type { TemplateFinding } from './check-template.js'
import { checkTemplates, type TemplateReport } from './check-templates.js'

/** Findings of the route files, templates and programs of a project. */
export interface ProjectReport {
  readonly router: Router
  readonly linesOf: LinesOf
  readonly templates: TemplateReport
  readonly middleware: { readonly errors: TemplateFinding[]; readonly warnings: TemplateFinding[] }
  /** False if the command line names files, since other files may use lines that these do not. */
  readonly isWhole: boolean
}

/**
 * Reads a project as the arguments of a command describe it.
 *
 * @param onWarning called with each warning about the route files
 * @throws UsageException
 */
export async function checkProject(
  args: CommandArguments,
  cwd: string,
  onWarning?: (message: string) => void,
): Promise<ProjectReport> {
  const options = readTemplateArguments(args, cwd)
  expectFiles(options.templates, cwd)
  const router = await loadRouter(args, cwd, onWarning)
  const linesOf = linesOnDisk(cwd)
  const files = await findTemplateFiles(options)
  const templates = await checkTemplates(router, files, args.list('ambient'), options)
  const middleware = await checkMiddleware(router, templates.read, linesOf)
  const isWhole = args.positionals.length + args.configured({}).list('templates').length === 0
  return { router, linesOf, templates, middleware, isWhole }
}
