import { createRequire } from 'node:module'
import type { ParseArgsConfig } from 'node:util'
import type * as Util from 'node:util'
import { UsageException } from '../terminal/usage-exception.js'

/** An option, and what the help says of it; what has no help is for programs. */
export type CommandOption = NonNullable<ParseArgsConfig['options']>[string] & {
  readonly help?: string
  /** What stands behind its name. */
  readonly value?: string
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

/** The options that every command has, since every command reads route files. */
export const commonOptions: CommandOptions = {
  routes: listOption('FILE', 'a route file or a glob; repeatable; default routes.conf', 'r'),
  variables: listOption('KEY=VALUE', 'the value of ${KEY} in route files; repeatable'),
  module: listOption('NAME=FILE', 'the route file behind module:NAME; repeatable'),
  'base-path': textOption('PATH', 'where the routes are mounted'),
  'reverse-trailing-slash': textOption('false', 'links to /user/? are /user and not /user/'),
  'controller-names': textOption('any', 'allow controllers that start with an upper-case letter'),
  'unencoded-literals': textOption('encode', 'allow literals that a URL must encode, such as /é'),
  json: flagOption('output for programs'),
  help: { type: 'boolean', short: 'h' },
}

/** Of the commands that judge links. */
export const ambientOption: CommandOptions = {
  ambient: listOption(
    'NAME',
    'a variable that links need not name, since `defaults` of the application give it; repeatable',
  ),
}

/** An option that is given or not. */
export function flagOption(help: string, short?: string): CommandOption {
  return { type: 'boolean', help, ...(short === undefined ? {} : { short }) }
}

/** An option with a value. */
export function textOption(value: string, help: string, short?: string): CommandOption {
  return { ...flagOption(help, short), type: 'string', value }
}

/** An option with a value that may be given several times. */
export function listOption(value: string, help: string, short?: string): CommandOption {
  return { ...textOption(value, help, short), multiple: true }
}

/** Options by their names, and what stands besides them. */
export interface CommandArguments {
  readonly positionals: readonly string[]
  /** As they were typed. */
  readonly words: readonly string[]
  text(name: string): string | undefined
  list(name: string): readonly string[]
  flag(name: string): boolean
  /** Options of the form `key=value`. */
  pairs(name: string): Readonly<Record<string, string>>
}

/** @throws UsageException for what the command does not take */
export function readCommandArguments(
  args: readonly string[],
  options: CommandOptions,
  takesNames = true,
): CommandArguments {
  const { values, positionals } = parse(args, { ...commonOptions, ...options })
  const [first] = positionals
  if (!takesNames && first !== undefined) throw new UsageException(`Expected options only, got "${first}"`)
  const list = (name: string): readonly string[] => [values[name] ?? []].flat().map(String)
  return {
    positionals,
    words: args,
    list,
    text: (name) => list(name).at(-1),
    flag: (name) => values[name] === true,
    pairs: (name) => Object.fromEntries(list(name).map((text) => readPair(text, `--${name}`))),
  }
}

function parse(
  args: readonly string[],
  options: CommandOptions,
): { values: Readonly<Record<string, unknown>>; positionals: string[] } {
  try {
    // An `import` would read every export, and load what some of them need (decision 145).
    const { parseArgs } = createRequire(import.meta.url)('node:util') as typeof Util
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { values, positionals }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [message = ''] = error.message.split('. To specify')
    throw new UsageException(message, undefined, { cause: error })
  }
}

/**
 * `key=value` in two.
 *
 * @throws UsageException
 */
export function readPair(text: string, where: string): [name: string, value: string] {
  const equals = text.indexOf('=')
  if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)]
  throw new UsageException(`${where}: expected key=value and not "${text}"`)
}
