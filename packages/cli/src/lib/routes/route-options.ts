import type { RouterOptions } from '@mvc-router/router-core'
import { routerSettings } from '../options/configuration.js'
import type { CommandArguments } from '../options/command-options.js'
import { UsageException } from '../terminal/usage-exception.js'

/** Returns the route files of the arguments, and the options of their router. */
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

/** Reads an option that is one of `words`. The first word is the default. */
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
