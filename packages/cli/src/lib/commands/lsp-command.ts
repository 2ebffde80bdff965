import { ambientOption, flagOption } from '../options/command-options.js'
import type { Configuration } from '@mvc-router/router-core'
import { routeOptions } from '../routes/load-router.js'
import { commandVersion } from './command-version.js'
import type { Command } from './command.js'
import { readTemplateArguments } from '../options/template-arguments.js'
import { templateOptions } from '../options/template-options.js'

/** `mvc-router lsp`: the language server that editors start. */
export const lspCommand: Command = {
  name: 'lsp',
  summary:
    'Serves editors: marks mistakes, completes, leads from links to routes to controllers, renames, formats.',
  synopsis: '[--stdio] [FILE ...]',
  example: 'mvc-router lsp --routes config/routes.conf',
  options: {
    stdio: flagOption('speak over the standard streams, as always; editors like to say so'),
    ...templateOptions,
    ...ambientOption,
    clientProcessId: { type: 'string' },
  },
  names: [['FILE', 'templates and programs, or globs; default all below the folder of the project']],
  async run(args, terminal) {
    const options = {
      settingsOf: (config: Partial<Configuration>) => {
        const all = args.configured(config)
        return {
          routes: { ...routeOptions(all), ambient: all.list('ambient') },
          templates: readTemplateArguments(all, terminal.cwd),
        }
      },
      config: args.text('config'),
      isNamed: args.configured({}).list('routes').length > 0,
      version: commandVersion(),
    }
    const { startLanguageServer } = await import('../lsp/server/start-language-server.js')
    startLanguageServer(options)
    // The connection ends the process when the editor goes.
    return new Promise(() => {})
  },
}
