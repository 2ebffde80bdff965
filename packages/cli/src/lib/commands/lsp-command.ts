import { ambientOption, flagOption } from '../options/command-options.js'
import { commandVersion } from '../terminal/package-file.js'
import type { Command } from './command.js'
import { templateOptions } from '../options/template-options.js'

export const lspCommand: Command = {
  name: 'lsp',
  summary:
    'Serves editors: marks mistakes, completes, leads from links to routes to controllers, renames, formats.',
  synopsis: '[--stdio] [FILE ...]',
  example: 'mvc-router lsp --routes config/routes.conf',
  options: {
    stdio: flagOption('accepted for editors; the server always uses the standard streams'),
    ...templateOptions,
    ...ambientOption,
    clientProcessId: { type: 'string' },
  },
  names: [['FILE', 'templates and programs, or globs; default all of the project']],
  async run(args) {
    const { startLanguageServer } = await import('../lsp/server/language-server.js')
    startLanguageServer(args, commandVersion())
    // The command runs until the editor closes the connection, because this ends the process.
    return new Promise(() => {})
  },
}
