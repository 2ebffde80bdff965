import { Router, RouteFileParsingException, type RouterOptions } from '@mvc-router/router-core'
import type { CommandArguments } from '../options/command-options.js'
import { UsageException } from '../terminal/usage-exception.js'

/**
 * The router of the route files that the arguments name.
 *
 * @param onWarning gets what is legal but probably a mistake; the router's `warnings` have some of it as well
 * @throws RouteFileParsingException, UsageException
 */
export async function loadRouter(
  args: CommandArguments,
  cwd: string,
  onWarning: (message: string) => void = (): void => {},
): Promise<Router> {
  const { files, ...options } = routeOptions(args)
  try {
    return await Router.load(files, { ...options, cwd, onWarning })
  } catch (error) {
    if (args.list('routes').length === 0 && error instanceof RouteFileParsingException && isMissing(error)) {
      const hint = "name the route files: --routes config/routes.conf, --routes 'routes/*.conf'"
      throw new UsageException('There is no routes.conf in this folder', hint, { cause: error })
    }
    throw error
  }
}

/** The route files that the arguments name, and the options of their router. */
export function routeOptions(
  args: CommandArguments,
): Omit<RouterOptions, 'controllers'> & { readonly files: readonly string[] } {
  const named = args.list('routes')
  const modules = Object.entries(args.pairs('module')).map(([name, file]) => [name, { file }] as const)
  return {
    files: named.length === 0 ? ['routes.conf'] : named,
    variables: args.pairs('variables'),
    modules: Object.fromEntries(modules),
    controllerNames: readWord(args, 'controller-names', ['lower', 'any']),
    unencodedLiterals: readWord(args, 'unencoded-literals', ['refuse', 'encode']),
    basePath: args.text('base-path'),
    baseUrl: args.text('base-url'),
    reverseTrailingSlash: readWord(args, 'reverse-trailing-slash', ['true', 'false']) === 'true',
  }
}

function isMissing({ errors }: RouteFileParsingException): boolean {
  return errors.every(
    ({ code, file, line }) => code === 'E_ROUTE_FILE_READ' && file === 'routes.conf' && line === 0,
  )
}

/** One of the words that an option takes; the first one when it is not given. */
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
