import { errorMessageGroups, errorMessages, type ErrorMessage } from '../messages/error-messages.js'
import { didYouMean } from '../terminal/did-you-mean.js'
import { printJson } from '../terminal/print-json.js'
import type { Terminal } from '../terminal/terminal.js'
import { textTable } from '../terminal/text-table.js'
import { UsageException } from '../terminal/usage-exception.js'
import type { Command } from './command.js'

/** `mvc-router explain E_REVERSE_MISSING_ARG`: the cause of an error, and its cure. */
export const explainCommand: Command = {
  name: 'explain',
  summary: 'Explains the code of an error: its cause and its cure.',
  synopsis: '[CODE ...]',
  example: 'mvc-router explain E_REVERSE_MISSING_ARG',
  options: {},
  readsRoutes: false,
  names: [['CODE', 'the code of an error or a warning; without any, list all']],
  async run(args, terminal) {
    const messages = args.positionals.map(messageOf)
    const shown = messages.length > 0 ? messages : [...errorMessages.values()]
    if (args.flag('json')) printJson(terminal, shown)
    else if (messages.length > 0)
      terminal.print(messages.map((message) => explanationOf(message, terminal)).join('\n\n'))
    else terminal.print(listOf(terminal))
    return 0
  },
}

function messageOf(word: string): ErrorMessage {
  const code = word.toUpperCase()
  const message = errorMessages.get(code)
  if (message !== undefined) return message
  const { hint = 'mvc-router explain lists all codes' } = didYouMean(code, [...errorMessages.keys()])
  throw new UsageException(`There is no error with the code "${word}"`, hint)
}

function explanationOf({ code, says, cause, cure }: ErrorMessage, { paint, columns }: Terminal): string {
  const facts = textTable(
    [
      ['  says', says],
      ['  cause', cause],
      ['  cure', cure],
    ],
    [{}, { breakAfter: ' ' }],
    columns,
  )
  return `${paint('bold', code)}\n${facts}`
}

function listOf({ paint, columns }: Terminal): string {
  return errorMessageGroups
    .map(({ title, messages }) => {
      const rows = messages.map(({ code, cause }) => [`  ${code}`, cause])
      return `${paint('bold', title)}\n${textTable(rows, [{}, { breakAfter: ' ' }], columns)}`
    })
    .join('\n\n')
}
