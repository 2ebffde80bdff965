import { EngineProject, type EngineOptions } from '../engines/template-engine.js'
import {
  findTemplateFiles,
  type FindTemplatesOptions,
  type TemplateFiles,
} from '../engines/template-files.js'
import { ControllerIndex } from './controller-index.js'
import { ProjectFile } from './project-file.js'

/** The templates and programs of a project. */
export interface ReadProject extends Omit<TemplateFiles, 'files' | 'nunjucks'> {
  readonly project: EngineProject
  /** In the order of their names. */
  readonly files: readonly ProjectFile[]
  /** Files that are not UTF-8. */
  readonly notText: readonly string[]
  readonly controllers: ControllerIndex
}

/** Reads the templates and programs of a folder. Nothing runs, and a file is parsed when its content is needed. */
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

/** @param templates globs of the programs; by default all that people write themselves */
export async function readControllers(
  cwd: string,
  templates: readonly string[] = [],
): Promise<ControllerIndex> {
  return (await readProject({ cwd, templates, engines: new Map(), attributeName: 'route' })).controllers
}
