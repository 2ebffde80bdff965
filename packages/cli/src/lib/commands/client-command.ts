import { listOption } from '../options/command-options.js'
import { clientActions } from '../client/client-actions.js'
import { clientModule, clientTypes } from '../client/client-module.js'
import { generatedFileOptions, writeGenerated, type GeneratedFile } from './write-generated.js'
import { readControllers } from '../programs/read-project.js'
import type { QueryOf } from '../routes/action-types.js'
import { loadTable } from '../routes/load-table.js'
import { filesOf } from '../route-parts.js'
import { UsageException } from '../terminal/usage-exception.js'
import type { Command } from './command.js'

export const clientCommand: Command = {
  name: 'client',
  takesNames: false,
  summary: 'Writes an ES module, and its types, that builds the URLs of actions in a browser.',
  synopsis: "[--out FILE.js] [--include 'user*'] [--exclude NAME*] [--check | --watch]",
  example: "mvc-router client --out public/routes.js --include 'cart*'",
  options: {
    ...generatedFileOptions('src/routes.js'),
    include: listOption('NAME*', 'only actions with this name, * for any text; repeatable'),
    exclude: listOption('NAME*', 'no action with this name; repeatable'),
  },
  async run(args, terminal) {
    const path = args.text('out') ?? 'src/routes.js'
    if (path !== '-' && !/\.m?js$/.test(path))
      throw new UsageException(`--out: expected a name that ends in .js or .mjs, got "${path}"`)
    const { router } = await loadTable(args, terminal.cwd)
    const controllers = await readControllers(terminal.cwd, args.config.templates)
    const queryOf: QueryOf = (action) => controllers.queryOf(action)
    const select = (current: typeof router): ReturnType<typeof clientActions> =>
      clientActions(current, args.list('include'), args.list('exclude'))
    const { actions, leftOut } = select(router)
    if (actions.length === 0) {
      terminal.complain('No action is left for the client')
      for (const { route, reason } of leftOut)
        terminal.complain(`  ${route.file}:${route.line}  ${route.action}: ${reason}`)
      return 2
    }
    const facts = {
      actions: actions.map(({ name }) => name),
      leftOut: leftOut.map(({ route: { file, line, action }, reason }) => ({ file, line, action, reason })),
    }
    const generate = (current: typeof router): GeneratedFile[] => {
      const selected = select(current)
      const named = new Set([
        ...selected.actions.flatMap(({ routes }) => routes),
        ...selected.leftOut.map(({ route }) => route),
      ])
      // Other route files are not named, because their names may reveal excluded actions.
      const sources = filesOf(current.routes.filter((route) => named.has(route)))
      return [
        { path, text: clientModule(selected, sources, args.text('base-path')) },
        { path: path.replace(/\.(m?)js$/, '.d.$1ts'), text: clientTypes(selected, sources, queryOf) },
      ]
    }
    return writeGenerated('client', args, terminal, router, generate, facts)
  },
}
