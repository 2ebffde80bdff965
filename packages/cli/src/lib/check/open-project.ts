import type { TemplateOptions } from '../engines/template-files.js'
import type { CommandArguments } from '../options/command-options.js'
import { expectFiles } from '../options/expect-files.js'
import { readTemplateArguments } from '../options/template-arguments.js'
import { readProject, type ReadProject } from '../programs/read-project.js'
import { loadTable } from '../routes/load-table.js'
import type { ProjectTable } from '../routes/project-table.js'

/**
 * Loads the route files, templates and programs that the arguments name.
 *
 * @throws RouteFileParsingException, UsageException
 */
export async function openProject(
  args: CommandArguments,
  cwd: string,
): Promise<{ options: TemplateOptions; table: ProjectTable; project: ReadProject }> {
  const options = readTemplateArguments(args, cwd)
  expectFiles(options.templates, cwd)
  return { options, table: await loadTable(args, cwd), project: await readProject(options) }
}
