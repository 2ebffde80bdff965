import { resolve } from 'node:path'
import { findTemplateFiles } from '../engines/template-files.js'
import { ControllerIndex } from '../programs/controller-index.js'
import { readText } from '../terminal/read-text.js'
import { ProjectFile } from './project-file.js'
import { TemplateReader } from './template-reader.js'

/**
 * The controllers of a folder, found in its programs: nothing runs. A program is parsed when it may declare what somebody asks for.
 *
 * @param globs of the files; by default all that people write themselves
 */
export async function readControllers(cwd: string, globs: readonly string[] = []): Promise<ControllerIndex> {
  const { files } = await findTemplateFiles({ templates: globs, cwd, engines: new Map() })
  const reader = { templates: new TemplateReader({ cwd, attributeName: 'route' }) }
  const programs = files
    .filter(({ engine }) => engine.isProgram)
    .map(async ({ path, engine }) => {
      const text = await readText(cwd, path)
      return text === undefined ? [] : [new ProjectFile(resolve(cwd, path), path, text, engine, reader)]
    })
  return new ControllerIndex((await Promise.all(programs)).flat())
}
