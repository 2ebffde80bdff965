import { didYouMean } from '../terminal/did-you-mean.js'
import { readPackageJson } from '../terminal/package-file.js'
import { printJson, type Terminal } from '../terminal/terminal.js'
import { textTable } from '../terminal/text-table.js'
import { UsageException } from '../terminal/usage-exception.js'
import type { Command } from './command.js'

export const explainCommand: Command = {
  name: 'explain',
  summary: 'Explains the code of an error: its cause and its cure.',
  synopsis: '[CODE ...]',
  example: 'mvc-router explain E_REVERSE_MISSING_ARG',
  options: {},
  readsRoutes: false,
  names: [['CODE', 'a code; default all']],
  async run(args, terminal) {
    const groups = readPackageJson('docs/messages.json') as readonly ErrorMessageGroup[]
    const all = groups.flatMap(({ messages }) => messages)
    const asked = args.positionals.map((word) => messageOf(word, all))
    if (args.flag('json')) printJson(terminal, asked.length > 0 ? asked : all)
    else if (asked.length > 0)
      terminal.print(asked.map((message) => explanationOf(message, terminal)).join('\n\n'))
    else terminal.print(groups.map((group) => listOf(group, terminal)).join('\n\n'))
    return 0
  },
}

interface ErrorMessage {
  readonly code: string
  /** An example of the message. The parts in double quotes vary. */
  readonly says: string
  readonly cause: string
  readonly cure: string
}

interface ErrorMessageGroup {
  readonly title: string
  readonly messages: readonly ErrorMessage[]
}

function messageOf(word: string, messages: readonly ErrorMessage[]): ErrorMessage {
  const name = word.toUpperCase()
  const message = messages.find(({ code }) => code === name)
  if (message !== undefined) return message
  const codes = messages.map(({ code }) => code)
  const { hint = 'mvc-router explain lists all codes' } = didYouMean(name, codes)
  throw new UsageException(`There is no error with the code "${word}"`, hint)
}

function explanationOf({ code, says, cause, cure }: ErrorMessage, { paint, columns }: Terminal): string {
  const rows = Object.entries({ says, cause, cure }).map(([name, text]) => [`  ${name}`, text])
  return `${paint('bold', code)}\n${textTable(rows, [{}, { breakAfter: ' ' }], columns)}`
}

function listOf({ title, messages }: ErrorMessageGroup, { paint, columns }: Terminal): string {
  const rows = messages.map(({ code, cause }) => [`  ${code}`, cause])
  return `${paint('bold', title)}\n${textTable(rows, [{}, { breakAfter: ' ' }], columns)}`
}
