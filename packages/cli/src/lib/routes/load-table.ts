import type { RouteFileParsingException } from '@mvc-router/router-core'
import type { CommandArguments } from '../options/command-options.js'
import { UsageException } from '../terminal/usage-exception.js'
import { ProjectTable } from './project-table.js'
import { routeOptions } from './route-options.js'

/** @throws RouteFileParsingException for a mistake in a file, UsageException if there is no route */
export async function loadTable(args: CommandArguments, cwd: string): Promise<ProjectTable> {
  const table = await ProjectTable.load(cwd, args)
  const { error } = table
  if (error !== undefined) throw readingFailure(error, args) ?? error
  if (table.router.routes.length > 0) return table
  throw new UsageException(
    `There is no route in ${routeOptions(args).files.join(', ')}`,
    'a route is a line such as GET /users userController.list',
  )
}

function readingFailure(
  error: RouteFileParsingException,
  args: CommandArguments,
): UsageException | undefined {
  const { errors } = error
  // Problems of included files have a line. Problems of files in the arguments have line 0.
  if (!errors.every(({ code, line }) => code === 'E_ROUTE_FILE_READ' && line === 0)) return undefined
  const [first] = errors
  const isDefault = args.list('routes').length === 0 && first?.file === 'routes.conf'
  return isDefault
    ? new UsageException(
        'There is no routes.conf in this folder',
        "name the route files: --routes config/routes.conf, --routes 'routes/*.conf'",
        { cause: error },
      )
    : new UsageException(errors.map(({ message }) => message).join('\n'), first?.hint, { cause: error })
}
