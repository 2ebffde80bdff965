import { flagOption, textOption, type CommandArguments } from '../options/command-options.js'
import { templateOptions } from '../options/template-options.js'
import { acceptsMethod } from '@mvc-router/router-core/tools'
import { withoutSeverity } from '../check/finding.js'
import type { Command, ExitCode } from './command.js'
import { fitsPattern } from '../route-parts.js'
import { loadTable } from '../routes/load-table.js'
import { routeTable, shownRoutes, type ShownRoute } from '../routes/shown-routes.js'
import { counted } from '../terminal/counted.js'
import { paintProblem } from '../terminal/paint-problem.js'
import { printJson, type Terminal } from '../terminal/terminal.js'

export const listCommand: Command = {
  name: 'list',
  takesNames: false,
  summary: 'Shows the routes in file order.',
  synopsis: '[--app FILE] [--action NAME*] [--method METHOD] [--unused [--fail]]',
  example: "mvc-router list --action 'user*'",
  options: {
    app: textOption('FILE', 'the routes of the application that this file starts, also of REST controllers'),
    action: textOption('NAME*', 'only actions with this name, * for any text'),
    method: textOption('METHOD', 'only routes that accept this method'),
    unused: flagOption('actions, lines, views and named middleware that nothing uses'),
    fail: flagOption('with --unused: end with 1 if there are any'),
    ...templateOptions,
  },
  async run(args, terminal) {
    if (args.flag('unused')) return listUnused(args, terminal)
    const routes = await routesOf(args, terminal.cwd)
    // A person who searches may not know the case of an action's name.
    const action = args.text('action')?.toLowerCase()
    const method = args.text('method')?.toUpperCase()
    const shown = routes
      .filter((route) => action === undefined || fitsPattern(route.action.toLowerCase(), action))
      .filter((route) => method === undefined || acceptsMethod(route.method, method))
    const documents = shown.map(({ json }) => json)
    if (args.flag('json')) printJson(terminal, documents)
    else if (shown.length > 0)
      terminal.print(
        routeTable(
          shown.map(({ columns }) => columns),
          terminal,
        ),
      )
    if (shown.length > 0) return 0
    terminal.complain('No route matches')
    return 1
  },
}

async function listUnused(args: CommandArguments, terminal: Terminal): Promise<ExitCode> {
  const [{ openProject }, { checkMiddleware }, { findUnused }] = await Promise.all([
    import('../check/open-project.js'),
    import('../check/check-middleware.js'),
    import('../check/find-unused.js'),
  ])
  const { table, project } = await openProject(args, terminal.cwd)
  const ofMiddleware = checkMiddleware(table, project.files).filter(({ severity }) => severity === 'warning')
  const unused = [...(await findUnused(table, project, 'any')), ...ofMiddleware]
  if (args.flag('json')) printJson(terminal, unused.map(withoutSeverity))
  else {
    for (const finding of unused) terminal.print(`${paintProblem(finding, 'yellow', terminal)}\n`)
    terminal.print(unused.length === 0 ? 'Nothing is unused' : `Unused: ${counted(unused.length, 'finding')}`)
  }
  return args.flag('fail') && unused.length > 0 ? 1 : 0
}

async function routesOf(args: CommandArguments, cwd: string): Promise<readonly ShownRoute[]> {
  const app = args.text('app')
  if (app !== undefined) {
    const { applicationRoutes } = await import('../application/application-routes.js')
    return applicationRoutes(app, cwd)
  }
  const { router } = await loadTable(args, cwd)
  return shownRoutes(router.routes, cwd)
}
