import type { CommandArguments } from '../options/command-options.js'
import { expectFiles } from '../options/expect-files.js'
import { readTemplateArguments, type TemplateArguments } from '../options/template-arguments.js'
import { loadTable } from '../routes/load-table.js'
import type { ProjectTable } from '../routes/project-table.js'
import { readProject, type ReadProject } from './read-project.js'

/**
 * Loads the route files, templates and programs that the arguments name.
 *
 * @throws RouteFileParsingException, UsageException
 */
export async function openProject(
  args: CommandArguments,
  cwd: string,
): Promise<{ options: TemplateArguments; table: ProjectTable; project: ReadProject }> {
  const options = readTemplateArguments(args, cwd)
  expectFiles(options.templates, cwd)
  return { options, table: await loadTable(args, cwd), project: await readProject(options) }
}
