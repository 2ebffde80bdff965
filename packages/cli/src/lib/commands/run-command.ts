import {
  ConfigurationException,
  RouteFileParsingException,
  type Configuration,
} from '@mvc-router/router-core'
import { checkOptions } from '@mvc-router/router-core/tools'
import { ConfigurationProblem, loadConfiguration } from '../options/configuration.js'
import {
  commonOptions,
  readCommandArguments,
  routeFileOptions,
  type CommandArguments,
  type CommandOption,
  type CommandOptions,
} from '../options/command-options.js'
import { commandVersion } from '../terminal/package-file.js'
import type { Command, ExitCode } from './command.js'
import { didYouMean } from '../terminal/did-you-mean.js'
import { paintProblem } from '../terminal/paint-problem.js'
import type { SourcePlace } from '../terminal/source-text.js'
import { printJson, type Terminal } from '../terminal/terminal.js'
import { textTable } from '../terminal/text-table.js'
import { systemReason, UsageException } from '../terminal/usage-exception.js'
import { counted } from '../terminal/counted.js'

/** Commands are loaded on demand, so that `list` does not load a parser of programs. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['init', async () => (await import('./init-command.js')).initCommand],
  ['list', async () => (await import('./list-command.js')).listCommand],
  ['match', async () => (await import('./match-command.js')).matchCommand],
  ['reverse', async () => (await import('./reverse-command.js')).reverseCommand],
  ['check', async () => (await import('./check-command.js')).checkCommand],
  ['adopt', async () => (await import('./adopt-command.js')).adoptCommand],
  ['diff', async () => (await import('./diff-command.js')).diffCommand],
  ['format', async () => (await import('./format-command.js')).formatCommand],
  ['types', async () => (await import('./types-command.js')).typesCommand],
  ['import', async () => (await import('./import-command.js')).importCommand],
  ['client', async () => (await import('./client-command.js')).clientCommand],
  ['explain', async () => (await import('./explain-command.js')).explainCommand],
  ['lsp', async () => (await import('./lsp-command.js')).lspCommand],
  ['completion', async () => (await import('./completion-command.js')).completionCommand(wordsOfCommands)],
])

/** Runs `mvc-router` with the arguments after its name. Prints mistakes of the user, and does not reject. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = argv
  const load = name === undefined ? undefined : commands.get(name)
  if (load === undefined) return await answerWithoutCommand(argv, terminal)
  const command = await load()
  try {
    const args = readCommandArguments(rest, allOptionsOf(command), command.name, command.takesNames)
    if (!args.flag('help'))
      return await command.run(await withConfiguration(args, command, terminal), terminal)
    terminal.print(helpOf(command, terminal))
    return 0
  } catch (error) {
    return report(error, command, rest.includes('--json'), terminal)
  }
}

/** @throws UsageException for a mistake in the configuration */
async function withConfiguration(
  args: CommandArguments,
  command: Command,
  { cwd }: Terminal,
): Promise<CommandArguments> {
  if (command.readsRoutes === false) return args
  const check = ({ commands: settings = {} }: Partial<Configuration>): void => {
    checkOptions('commands', settings, known(commands.keys()))
    const options = Object.keys(allOptionsOf(command))
    checkOptions(`commands.${command.name}`, settings[command.name] ?? {}, known(options))
  }
  return args.configured(await loadConfiguration(cwd, args.text('config'), { check }))
}

function known(names: Iterable<string>): Record<string, true> {
  return Object.fromEntries(Array.from(names, (name) => [name, true]))
}

async function answerWithoutCommand(
  [name, ...rest]: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  if (['--version', '-V', '-v'].includes(name ?? '')) {
    terminal.print(commandVersion())
    return 0
  }
  const [asked] = rest
  if (name === 'help' && asked !== undefined) return await runCommand([asked, '--help'], terminal)
  if (name !== undefined && !['help', '--help', '-h'].includes(name)) {
    const { hint = 'mvc-router --help' } = didYouMean(name, [...commands.keys()])
    return fail(new UsageException(`There is no command "${name}"`, hint), rest.includes('--json'), terminal)
  }
  terminal.print(await overview(terminal))
  return name === undefined ? 2 : 0
}

/** Prints an error, or describes it in a JSON document for `--json`. */
function report(
  error: unknown,
  { name, brokenRouteFiles }: Command,
  isJson: boolean,
  terminal: Terminal,
): ExitCode {
  if (error instanceof RouteFileParsingException) {
    if (isJson) {
      printJson(terminal, { errors: error.errors })
      return brokenRouteFiles ?? 1
    }
    for (const problem of error.errors) terminal.complain(`${paintProblem(problem, 'red', terminal)}\n`)
    terminal.complain(`${counted(error.errors.length, 'error')} in the route files`)
    return brokenRouteFiles ?? 1
  }
  return fail({ hint: `mvc-router ${name} --help`, ...failureOf(error) }, isJson, terminal)
}

function fail({ code, message, hint, place }: Failure, isJson: boolean, terminal: Terminal): 2 {
  if (isJson) printJson(terminal, { error: { code, message, hint, ...place } })
  else if (place !== undefined) terminal.complain(paintProblem({ message, hint, ...place }, 'red', terminal))
  else terminal.complain(`${message}\n  hint: ${hint}`)
  return 2
}

interface Failure {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  readonly place?: SourcePlace | undefined
}

/** Describes an error without its stack, because users cannot use a stack. */
function failureOf(error: unknown): Failure {
  if (error instanceof UsageException) {
    const { code, message, hint } = error
    const { place } = error instanceof ConfigurationProblem ? error : {}
    return { code, message, place, ...(hint === undefined ? {} : { hint }) }
  }
  if (error instanceof ConfigurationException) return { code: error.code, message: error.message }
  const {
    code = 'E_INTERNAL',
    syscall,
    path,
    message,
  }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error))
  if (syscall === undefined)
    return {
      code: 'E_INTERNAL',
      message: `mvc-router failed: ${message}`,
      hint: 'this is a mistake of mvc-router: please report it with the files that show it',
    }
  const what = [syscall, path ?? []].flat().join(' ')
  return { code, message: `Cannot ${what}: ${systemReason(error)} (${code})` }
}

async function overview(terminal: Terminal): Promise<string> {
  const rows = (await allCommands()).map(({ name, summary }) => [`  ${name}`, summary])
  return [
    'Usage: mvc-router COMMAND [options]',
    '',
    textTable(rows, [{}, { breakAfter: ' ' }], terminal.columns),
    '',
    'Every command: mvc-router COMMAND --help',
    'Exit codes: 0 all is well, 1 findings, 2 wrong usage, or nothing to look at.',
  ].join('\n')
}

async function wordsOfCommands(): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = await allCommands()
  const words = all.map((command) => {
    const shown = Object.entries(allOptionsOf(command)).filter(([, { help }]) => help !== undefined)
    return [command.name, shown.map(([name]) => `--${name}`)] as const
  })
  return new Map(words)
}

async function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Array.from(commands.values(), async (load) => load()))
}

function allOptionsOf({ options, readsRoutes }: Command): CommandOptions {
  return { ...options, ...(readsRoutes === false ? {} : routeFileOptions), ...commonOptions }
}

function helpOf(command: Command, terminal: Terminal): string {
  const { name, synopsis, summary, names = [], example } = command
  const explained = Object.entries(allOptionsOf(command)).flatMap(optionHelp)
  const rows = [...names, ...explained].map(([option, meaning]) => [`  ${option}`, meaning])
  const wrap = (text: string): string =>
    textTable([[text]], [{ breakAfter: ' ' }], terminal.columns).replaceAll(/\n */g, '\n')
  return [
    wrap(`Usage: mvc-router ${name} ${synopsis}`.trimEnd()),
    '',
    wrap(summary),
    '',
    textTable(rows, [{}, { breakAfter: ' ' }], terminal.columns),
    '',
    `Example: ${example}`,
  ].join('\n')
}

function optionHelp([name, { short, value, help }]: [string, CommandOption]): (readonly [string, string])[] {
  const option = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
  return help === undefined ? [] : [[option, help]]
}
