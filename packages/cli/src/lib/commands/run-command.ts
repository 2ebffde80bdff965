import { createRequire } from 'node:module'
import { ConfigurationException, RouteFileParsingException } from '@mvc-router/router-core'
import { adoptCommand } from './adopt-command.js'
import { checkCommand } from './check-command.js'
import { clientCommand } from './client-command.js'
import { readArguments } from './command-options.js'
import type { Command, ExitCode } from './command.js'
import { diffCommand } from './diff-command.js'
import { formatCommand } from './format-command.js'
import { importCommand } from './import-command.js'
import { listCommand } from './list-command.js'
import { matchCommand } from './match-command.js'
import { paintProblem } from '../terminal/paint-problem.js'
import { reverseCommand } from './reverse-command.js'
import type { Terminal } from '../terminal/terminal.js'
import { textTable } from '../terminal/text-table.js'
import { typesCommand } from './types-command.js'
import { UsageException } from '../terminal/usage-exception.js'

const commands: readonly Command[] = [
  listCommand,
  matchCommand,
  reverseCommand,
  checkCommand,
  adoptCommand,
  diffCommand,
  formatCommand,
  typesCommand,
  importCommand,
  clientCommand,
]

/** Runs `mvc-router` with the arguments behind its name. Never rejects for what a user can do wrong. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = argv
  const command = commands.find((each) => each.name === name)
  if (command === undefined) return answerWithoutCommand(name, terminal)
  try {
    const args = readArguments(rest, command.options)
    if (!args.flag('help')) return await command.run(args, terminal)
    terminal.print(helpOf(command, terminal))
    return 0
  } catch (error) {
    return report(error, command.name, rest.includes('--json'), terminal)
  }
}

function answerWithoutCommand(name: string | undefined, terminal: Terminal): ExitCode {
  if (name === '--version' || name === '-V') {
    terminal.print(version())
    return 0
  }
  const isQuestion = name === undefined || ['help', '--help', '-h'].includes(name)
  if (isQuestion) terminal.print(overview(terminal))
  else terminal.complain(`There is no command "${name}"\n\n${overview(terminal)}`)
  return name !== undefined && isQuestion ? 0 : 2
}

function version(): string {
  const manifest = createRequire(import.meta.url)('../../../package.json') as { readonly version: string }
  return manifest.version
}

/** With `--json`, what is wrong is the document. */
function report(error: unknown, command: string, isJson: boolean, terminal: Terminal): ExitCode {
  if (error instanceof RouteFileParsingException) {
    if (isJson) {
      terminal.print(JSON.stringify({ errors: error.errors }, null, 2))
      return 1
    }
    for (const problem of error.errors) terminal.complain(`${paintProblem(problem, 'red', terminal)}\n`)
    const count = error.errors.length
    terminal.complain(count === 1 ? '1 error in the route files' : `${count} errors in the route files`)
    return 1
  }
  if (error instanceof UsageException || error instanceof ConfigurationException) {
    const hint = error instanceof UsageException ? error.hint : undefined
    if (isJson) {
      const { code, message } = error
      terminal.print(
        JSON.stringify({ error: { code, message, ...(hint === undefined ? {} : { hint }) } }, null, 2),
      )
      return 2
    }
    terminal.complain(error.message)
    terminal.complain(`  hint: ${hint ?? `mvc-router ${command} --help`}`)
    return 2
  }
  throw error
}

function overview(terminal: Terminal): string {
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary])
  return [
    'Usage: mvc-router COMMAND [options]',
    '',
    textTable(rows, [{}, { breakAfter: ' ' }], terminal.columns),
    '',
    'Every command: mvc-router COMMAND --help',
    'Exit codes: 0 all is well, 1 something was found, 2 wrong usage.',
  ].join('\n')
}

function helpOf({ name, synopsis, summary, help }: Command, terminal: Terminal): string {
  const rows = [...help, ...commonHelp].map(([option, meaning]) => [`  ${option}`, meaning])
  return [
    `Usage: mvc-router ${name} ${synopsis}`.trimEnd(),
    '',
    textTable([[summary]], [{ breakAfter: ' ' }], terminal.columns).replaceAll(/\n */g, '\n'),
    '',
    textTable(rows, [{}, { breakAfter: ' ' }], terminal.columns),
  ].join('\n')
}

const commonHelp = [
  ['-r, --routes FILE', 'a route file or a glob; repeatable; default routes.conf'],
  ['--variables KEY=VALUE', 'the value of ${KEY} in route files; repeatable'],
  ['--module NAME=FILE', 'the route file behind module:NAME; repeatable'],
  ['--base-path PATH', 'where the routes are mounted'],
  ['--controller-names any', 'allow controllers that start with an upper-case letter'],
  ['--unencoded-literals encode', 'allow literals that a URL must encode, such as /é'],
  ['--json', 'output for programs'],
] as const
