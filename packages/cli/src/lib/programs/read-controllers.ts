import { EngineProject } from '../engines/template-engine.js'
import { findTemplateFiles } from '../engines/template-files.js'
import { ControllerIndex } from './controller-index.js'
import { ProjectFile } from './project-file.js'

/**
 * Finds the controllers in the programs of a folder. Nothing runs, and a program is parsed when a name needs it.
 *
 * @param globs globs of the programs; by default all that people write themselves
 */
export async function readControllers(cwd: string, globs: readonly string[] = []): Promise<ControllerIndex> {
  const { files } = await findTemplateFiles({ templates: globs, cwd, engines: new Map() })
  const project = new EngineProject({ cwd, attributeName: 'route' })
  const programs = files.filter(({ engine }) => engine.isProgram)
  const read = await Promise.all(programs.map(async (file) => ProjectFile.read(file, project)))
  return new ControllerIndex(read.filter((file) => file !== undefined))
}
