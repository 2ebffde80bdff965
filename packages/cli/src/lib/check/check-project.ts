import type { CommandArguments } from '../options/command-options.js'
import { expectFiles } from '../options/expect-files.js'
import { readTemplateArguments } from '../options/template-arguments.js'
import { readProject } from '../programs/read-project.js'
import { loadTable } from '../routes/load-table.js'
import type { ProjectTable } from '../routes/project-table.js'
import { checkMiddleware } from './check-middleware.js'
import { checkTemplates, type TemplateReport } from './check-templates.js'

/** Findings of the route files, templates and programs of a project. */
export interface ProjectReport {
  readonly table: ProjectTable
  readonly templates: TemplateReport
  readonly middleware: ReturnType<typeof checkMiddleware>
  /** False if the command line names files, since other files may use lines that these do not. */
  readonly isWhole: boolean
}

/**
 * Reads a project as the arguments of a command describe it.
 *
 * @throws RouteFileParsingException, UsageException
 */
export async function checkProject(args: CommandArguments, cwd: string): Promise<ProjectReport> {
  const options = readTemplateArguments(args, cwd)
  expectFiles(options.templates, cwd)
  const table = await loadTable(args, cwd)
  const project = await readProject(options)
  const templates = checkTemplates(table.router, project, args.list('ambient'), options)
  const middleware = checkMiddleware(table, templates.read)
  const isWhole = args.positionals.length + args.configured({}).list('templates').length === 0
  return { table, templates, middleware, isWhole }
}
