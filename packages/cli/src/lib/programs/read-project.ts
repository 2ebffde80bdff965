import { findTemplateFiles, type TemplateFiles, type TemplateOptions } from '../engines/template-files.js'
import { ControllerIndex } from './controller-index.js'
import { ProjectFile } from './project-file.js'

export interface ReadProject extends Omit<TemplateFiles, 'files'> {
  readonly files: readonly ProjectFile[]
  readonly notText: readonly string[]
  readonly controllers: ControllerIndex
}

/** Reads the templates and programs of a folder without running them. */
export async function readProject(options: TemplateOptions): Promise<ReadProject> {
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
  const options = { cwd, templates, engines: new Map(), attributeName: 'route' }
  return (await readProject({ ...options, staticFolders: [], elsewhere: [] })).controllers
}
