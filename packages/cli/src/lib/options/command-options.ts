import type { Configuration } from '@mvc-router/router-core'
import { builtin } from '@mvc-router/router-core/tools'
import { fileURLToPath } from 'node:url'
import type * as Util from 'node:util'
import { didYouMean } from '../terminal/did-you-mean.js'
import { UsageException } from '../terminal/usage-exception.js'

export type CommandOption = NonNullable<Util.ParseArgsConfig['options']>[string] & {
  /** The help text. The help omits an option without a text. */
  readonly help?: string
  /** The name of the value, such as `FILE`. */
  readonly value?: string
  /** The setting of the configuration that has the same meaning. */
  readonly setting?: keyof Configuration
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

export const routeFileOptions: CommandOptions = {
  routes: setBy(
    'routeFiles',
    listOption('FILE', 'a route file or a glob; repeatable; default routes.conf', 'r'),
  ),
  variables: setBy('variables', listOption('KEY=VALUE', 'the value of ${KEY} in route files; repeatable')),
  module: listOption('NAME=FILE', 'the route file behind module:NAME; repeatable'),
  'base-path': setBy('basePath', textOption('PATH', 'where the routes are mounted')),
  'reverse-trailing-slash': setBy(
    'reverseTrailingSlash',
    textOption('false', 'links to /user/? are /user and not /user/'),
  ),
  'controller-names': setBy(
    'controllerNames',
    textOption('any', 'allow controllers that start with an upper-case letter'),
  ),
  'unencoded-literals': setBy(
    'unencodedLiterals',
    textOption('encode', 'allow literals that a URL must encode, such as /é'),
  ),
  config: textOption('FILE', 'the configuration; default mvc-router.config.{ts,js,mjs,json}'),
}

export const commonOptions: CommandOptions = {
  json: flagOption('output for programs'),
  help: { type: 'boolean', short: 'h' },
}

export const ambientOption: CommandOptions = {
  ambient: setBy(
    'ambient',
    listOption('NAME', 'a variable that `defaults` of the application give to links; repeatable'),
  ),
}

/** An option whose default is a setting of the configuration. */
export function setBy(setting: keyof Configuration, option: CommandOption): CommandOption {
  return { ...option, setting }
}

export function flagOption(help: string, short?: string): CommandOption {
  return { type: 'boolean', help, ...(short === undefined ? {} : { short }) }
}

export function textOption(value: string, help: string, short?: string): CommandOption {
  return { ...flagOption(help, short), type: 'string', value }
}

export function listOption(value: string, help: string, short?: string): CommandOption {
  return { ...textOption(value, help, short), multiple: true }
}

export interface CommandArguments {
  readonly positionals: readonly string[]
  /** The arguments as typed. */
  readonly words: readonly string[]
  readonly config: Partial<Configuration>
  /** Returns the same arguments with another configuration. */
  configured(config: Partial<Configuration>): CommandArguments
  text(name: string): string | undefined
  list(name: string): readonly string[]
  flag(name: string): boolean
  /** Returns options such as `key=value`. */
  pairs(name: string): Readonly<Record<string, string>>
}

/**
 * @param command a key of `commands` in the configuration
 * @throws UsageException for arguments that the command does not accept
 */
export function readCommandArguments(
  args: readonly string[],
  options: CommandOptions,
  command: string,
  takesNames = true,
): CommandArguments {
  const { values, positionals } = parse(args, options)
  const [first] = positionals
  if (!takesNames && first !== undefined) throw new UsageException(`Expected options only, got "${first}"`)
  const configured = (config: Partial<Configuration>): CommandArguments => {
    const own = config.commands?.[command] ?? {}
    const setting = (name: string): unknown => {
      const key = options[name]?.setting
      return own[name] ?? (key && config[key])
    }
    const list = (name: string): readonly string[] =>
      values[name] === undefined ? settingTexts(setting(name)) : [values[name]].flat().map(String)
    return {
      positionals,
      words: args,
      config,
      configured,
      list,
      text: (name) => list(name).at(-1),
      flag: (name) => (values[name] ?? setting(name)) === true,
      pairs: (name) => readPairs([...settingTexts(setting(name)), ...list(name)], name),
    }
  }
  return configured({})
}

function readPairs(texts: readonly string[], name: string): Record<string, string> {
  return Object.fromEntries(texts.map((text) => readPair(text, `--${name}`)))
}

/** Converts a setting to the texts of flags. */
function settingTexts(setting: unknown): readonly string[] {
  if (setting === undefined) return []
  if (typeof setting !== 'object' || setting === null || setting instanceof URL) return [toText(setting)]
  if (Array.isArray(setting)) return setting.map(toText)
  return Object.entries(setting).map(([name, value]) => `${name}=${toText(value)}`)
}

function toText(setting: unknown): string {
  return setting instanceof URL ? fileURLToPath(setting) : String(setting)
}

function parse(
  args: readonly string[],
  options: CommandOptions,
): { values: Readonly<Record<string, unknown>>; positionals: string[] } {
  try {
    // A static import would load every export of `node:util`, and some exports load more modules.
    const { parseArgs } = builtin<typeof Util>('node:util')()
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { values, positionals }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [message = ''] = error.message.split('. To specify')
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(message) ?? []
    const { hint } =
      unknown === undefined ? {} : didYouMean(unknown, Object.keys(options), (name) => `--${name}`)
    throw new UsageException(message, hint, { cause: error })
  }
}

/** @throws UsageException if the text is not `key=value` */
export function readPair(text: string, where: string): [name: string, value: string] {
  const equals = text.indexOf('=')
  if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)]
  throw new UsageException(`${where}: expected key=value and not "${text}"`)
}
