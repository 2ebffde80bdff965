import { readPair, textOption } from '../options/command-options.js'
import { NoHandlerFoundException } from '@mvc-router/router-core'
import type { Command } from './command.js'
import { routeJson } from '@mvc-router/router-core/tools'
import { loadTable } from '../routes/load-table.js'
import { UsageException } from '../terminal/usage-exception.js'
import { printJson } from '../terminal/terminal.js'

export const reverseCommand: Command = {
  name: 'reverse',
  summary: 'Prints the URL of an action, or why it has none.',
  synopsis: 'ACTION [NAME=VALUE ...]',
  example: 'mvc-router reverse userController.showUser id=42',
  options: {
    host: textOption('HOST', 'the host of the page with the link'),
    'base-url': textOption('URL', 'print an absolute URL: https://example.org'),
  },
  names: [['NAME=VALUE', 'an argument; repeat it for a list']],
  async run(args, terminal) {
    const [action, ...pairs] = args.positionals
    if (action === undefined)
      throw new UsageException('Which action?', 'mvc-router reverse userController.showUser id=42')
    const { router } = await loadTable(args, terminal.cwd)
    try {
      const reverser = router.forRequest({ host: args.text('host') })
      const reversed = reverser.reverse(action, readValues(pairs))
      const { url, method, host, route } =
        args.text('base-url') === undefined ? reversed : reversed.absolute()
      if (args.flag('json')) printJson(terminal, { url, method, host, route: routeJson(route) })
      else terminal.print(url)
      return 0
    } catch (error) {
      if (!(error instanceof NoHandlerFoundException)) throw error
      const { code, candidates, suggestions } = error
      if (args.flag('json'))
        printJson(terminal, { error: { code, message: error.message, candidates, suggestions } })
      else terminal.complain(error.message)
      return 1
    }
  },
}

function readValues(pairs: readonly string[]): Readonly<Record<string, unknown>> {
  const values = new Map<string, string | string[]>()
  for (const pair of pairs) {
    const [name, value] = readPair(pair, 'An argument')
    const known = values.get(name)
    values.set(name, known === undefined ? value : [known, value].flat())
  }
  return Object.fromEntries(values)
}
