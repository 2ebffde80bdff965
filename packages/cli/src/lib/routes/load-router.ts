import { Router, RouteFileParsingException, type RouterOptions } from '@mvc-router/router-core'
import { loadRouteFiles, routerOfFiles } from '@mvc-router/router-core/tools'
import { routerSettings } from '../options/configuration.js'
import type { CommandArguments } from '../options/command-options.js'
import { UsageException } from '../terminal/usage-exception.js'

/**
 * The router of the route files that the arguments name. The files must have at least one route.
 *
 * @param onWarning gets all warnings; the router's `warnings` contain some of them
 * @throws RouteFileParsingException, UsageException
 */
export async function loadRouter(
  args: CommandArguments,
  cwd: string,
  onWarning?: (message: string) => void,
): Promise<Router> {
  const { files, ...options } = routeOptions(args)
  try {
    const router = await (onWarning === undefined
      ? loadQuietly(args, cwd, files)
      : Router.load(files, { ...options, cwd, onWarning }))
    if (router.routes.length > 0) return router
  } catch (error) {
    throw readingFailure(error, args) ?? error
  }
  throw new UsageException(
    `There is no route in ${files.join(', ')}`,
    'a route is a line such as GET /users userController.list',
  )
}

/** Loads the same router as `Router.load`, without the comparison of all lines, which only warnings need. */
export async function loadQuietly(
  args: CommandArguments,
  cwd: string,
  files: readonly string[],
): Promise<Router> {
  const { files: _, ...options } = routeOptions(args)
  const loaded = await loadRouteFiles(files, { ...options, cwd })
  return routerOfFiles(loaded.files, loaded.find, { ...options, onWarning: () => undefined })
}

/** The route files that the arguments name, and the options of their router. */
export function routeOptions(
  args: CommandArguments,
): Omit<RouterOptions, 'controllers'> & { readonly files: readonly string[] } {
  const named = args.list('routes')
  const { config } = args
  const modules = Object.entries(args.pairs('module')).map(([name, file]) => [name, { file }] as const)
  return {
    ...routerSettings(config),
    files: named.length === 0 ? ['routes.conf'] : named,
    variables: args.pairs('variables'),
    modules: { ...config.modules, ...Object.fromEntries(modules) },
    controllerNames: readWord(args, 'controller-names', ['lower', 'any']),
    unencodedLiterals: readWord(args, 'unencoded-literals', ['refuse', 'encode']),
    basePath: args.text('base-path'),
    baseUrl: args.text('base-url') ?? config.baseUrl,
    reverseTrailingSlash: readWord(args, 'reverse-trailing-slash', ['true', 'false']) === 'true',
    signingKeys: ['no command signs a link, so any key loads the table'],
  }
}

/** The exception for wrong names of files, if no route file could be read. */
function readingFailure(error: unknown, args: CommandArguments): UsageException | undefined {
  if (!(error instanceof RouteFileParsingException)) return undefined
  const { errors } = error
  // Problems of included files have a line, and problems of files that somebody named have line 0.
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

/** Reads an option with a set of words; the first word is the default. */
function readWord<const Word extends string>(
  args: CommandArguments,
  name: string,
  words: readonly [Word, Word],
): Word {
  const text = args.text(name) ?? words[0]
  const word = words.find((candidate) => candidate === text)
  if (word === undefined) throw new UsageException(`--${name}: expected ${words.join(' or ')}`)
  return word
}
