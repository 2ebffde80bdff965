import { createRequire } from 'node:module'
import type { ParseArgsConfig } from 'node:util'
import type * as Util from 'node:util'
import { UsageException } from '../terminal/usage-exception.js'

type OptionsConfig = NonNullable<ParseArgsConfig['options']>

/** The options that every command has, since every command reads route files. */
const commonOptions = {
  routes: { type: 'string', multiple: true, short: 'r' },
  variables: { type: 'string', multiple: true },
  module: { type: 'string', multiple: true },
  'controller-names': { type: 'string' },
  'unencoded-literals': { type: 'string' },
  'base-path': { type: 'string' },
  'reverse-trailing-slash': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies OptionsConfig

/** Of the commands that judge links. */
export const ambientOption = { ambient: { type: 'string', multiple: true } } as const
export const ambientHelp = [
  '--ambient NAME',
  'a variable that links need not name, since `defaults` of the application give it; repeatable',
] as const

/** Options by their names, and what stands besides them. */
export interface CommandArguments {
  readonly positionals: readonly string[]
  text(name: string): string | undefined
  list(name: string): readonly string[]
  flag(name: string): boolean
  /** Options of the form `key=value`. */
  pairs(name: string): Readonly<Record<string, string>>
}

/** @throws UsageException for what the command does not take */
export function readCommandArguments(
  args: readonly string[],
  options: OptionsConfig,
  takesNames = true,
): CommandArguments {
  const { values, positionals } = parse(args, { ...commonOptions, ...options })
  const [first] = positionals
  if (!takesNames && first !== undefined) throw new UsageException(`Expected options only, got "${first}"`)
  const list = (name: string): readonly string[] => [values[name] ?? []].flat().map(String)
  return {
    positionals,
    list,
    text: (name) => list(name).at(-1),
    flag: (name) => values[name] === true,
    pairs: (name) => Object.fromEntries(list(name).map((text) => readPair(text, `--${name}`))),
  }
}

function parse(
  args: readonly string[],
  options: OptionsConfig,
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
