import { readControllers } from '../programs/read-project.js'
import { ambientOption, flagOption, setBy, textOption } from '../options/command-options.js'
import { generatedFileOptions, writeGenerated } from './write-generated.js'
import { actionTypes } from '../routes/action-types.js'
import { loadTable } from '../routes/load-table.js'
import { filesOf } from '../route-parts.js'
import type { Command } from './command.js'

export const typesCommand: Command = {
  name: 'types',
  takesNames: false,
  summary: 'Writes a .d.ts with the types of every action and its arguments.',
  synopsis: '[--out FILE] [--check | --watch]',
  example: 'mvc-router types --out src/routes.d.ts',
  options: {
    ...generatedFileOptions('routes.d.ts'),
    ...ambientOption,
    'strict-query': setBy(
      'strictQuery',
      flagOption('refuse names that an action does not read, except in query: { … }'),
    ),
    'attribute-name': setBy(
      'attributeName',
      textOption('NAME', 'the attributeName of RouterModelAttribute; default route'),
    ),
  },
  async run(args, terminal) {
    const path = args.text('out') ?? 'routes.d.ts'
    const { router } = await loadTable(args, terminal.cwd)
    const controllers = await readControllers(terminal.cwd, args.config.templates)
    const settings = {
      attributeName: args.text('attribute-name'),
      ambient: args.list('ambient'),
      strictQuery: args.flag('strict-query'),
      queryOf: (action: string) => controllers.queryOf(action),
    }
    return writeGenerated('types', args, terminal, router, (current) => [
      { path, text: actionTypes(current, filesOf(current.routes), settings) },
    ])
  },
}
