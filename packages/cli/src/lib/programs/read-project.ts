import { findTemplateFiles, type TemplateFiles, type TemplateOptions } from '../engines/template-files.js'
import type { CommandArguments } from '../options/command-options.js'
import { expectFiles } from '../options/expect-files.js'
import { readTemplateArguments, type TemplateArguments } from '../options/template-arguments.js'
import { loadTable } from '../routes/load-table.js'
import type { ProjectTable } from '../routes/project-table.js'
import { ControllerIndex } from './controller-index.js'
import { ProjectFile } from './project-file.js'

export interface ReadProject extends Omit<TemplateFiles, 'files'> {
  readonly files: readonly ProjectFile[]
  readonly notText: readonly string[]
  readonly controllers: ControllerIndex
}

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

/** Reads the templates and programs of a folder without running them. */
async function readProject(options: TemplateOptions): Promise<ReadProject> {
  const { files: found, ...others } = await findTemplateFiles(options)
  const files: ProjectFile[] = []
  const notText: string[] = []
  for (const each of found) {
    const file = await ProjectFile.read(each, others.project)
    if (file === undefined) notText.push(each.path)
    else files.push(file)
  }
  return { ...others, files, notText, controllers: ControllerIndex.of(files) }
}

/** @param templates globs of programs; default: all programs of the folder */
export async function readControllers(
  cwd: string,
  templates: readonly string[] = [],
): Promise<ControllerIndex> {
  return (await readProject({ cwd, templates, engines: new Map(), attributeName: 'route' })).controllers
}
