import type { Route } from '@mvc-router/router-core'
import { acceptsMethod, routeColumns, routeJson } from '@mvc-router/router-core/tools'
import type { Command } from './command.js'
import { loadRouter } from '../routes/load-router.js'
import { textTable } from '../terminal/text-table.js'

/** `mvc-router list`: the table. */
export const listCommand: Command = {
  name: 'list',
  summary: 'Shows the routes in the order in which they are tried.',
  synopsis: '[--action NAME*] [--method METHOD]',
  options: { action: { type: 'string' }, method: { type: 'string' } },
  help: [
    ['--action NAME*', 'only routes whose action has this name, or begins so'],
    ['--method METHOD', 'only routes that accept this method'],
  ],
  async run(args, terminal) {
    const { routes } = await loadRouter(args, terminal.cwd)
    const action = args.text('action')
    const method = args.text('method')?.toUpperCase()
    const shown = routes.filter(
      (route) =>
        (action === undefined || hasAction(route, action)) &&
        (method === undefined || acceptsMethod(route.method, method)),
    )
    if (args.flag('json')) terminal.print(JSON.stringify(shown.map(routeJson), null, 2))
    else if (shown.length > 0) {
      const { paint } = terminal
      const columns = [
        { paint: (text: string): string => paint('green', text) },
        { breakAfter: '/ ' },
        { breakAfter: '.(,:@/ ' },
        { paint: (text: string): string => paint('dim', text) },
      ]
      terminal.print(textTable(shown.map(routeColumns), columns, terminal.columns))
    }
    if (shown.length > 0) return 0
    terminal.complain('No route is of this kind')
    return 1
  },
}

/** Ignoring case, as reversing does. */
function hasAction({ action }: Route, asked: string): boolean {
  const name = action.toLowerCase()
  const wanted = asked.toLowerCase()
  return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted
}
