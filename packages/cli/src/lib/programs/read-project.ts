import { EngineProject, type EngineOptions } from '../engines/template-engine.js'
import {
  findTemplateFiles,
  type FindTemplatesOptions,
  type TemplateFiles,
} from '../engines/template-files.js'
import { ControllerIndex } from './controller-index.js'
import { ProjectFile } from './project-file.js'

export interface ReadProject extends Omit<TemplateFiles, 'files' | 'nunjucks'> {
  readonly project: EngineProject
  readonly files: readonly ProjectFile[]
  readonly notText: readonly string[]
  readonly controllers: ControllerIndex
}

/** Reads the templates and programs of a folder without running them. */
export async function readProject(options: FindTemplatesOptions & EngineOptions): Promise<ReadProject> {
  const { files: found, nunjucks, ...others } = await findTemplateFiles(options)
  const project = new EngineProject({ ...options, nunjucks })
  const files: ProjectFile[] = []
  const notText: string[] = []
  for (const each of found) {
    const file = await ProjectFile.read(each, project)
    if (file === undefined) notText.push(each.path)
    else files.push(file)
  }
  return { ...others, project, files, notText, controllers: ControllerIndex.of(files) }
}

/** @param templates globs of programs; default: all programs of the folder */
export async function readControllers(
  cwd: string,
  templates: readonly string[] = [],
): Promise<ControllerIndex> {
  return (await readProject({ cwd, templates, engines: new Map(), attributeName: 'route' })).controllers
}
