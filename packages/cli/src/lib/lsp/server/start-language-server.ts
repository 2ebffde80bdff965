import { createConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node'
import type { CommandArguments } from '../../options/command-options.js'
import { LanguageServer } from './language-server.js'

/** Serves the editor at the other end of the standard streams. The process ends with it. */
export function startLanguageServer(args: CommandArguments, commandVersion: string): void {
  // Whatever prints, prints where it does not come between the messages.
  console.log = console.error
  const reader = new StreamMessageReader(process.stdin)
  reader.onError(({ message }) => {
    // Where the next message begins is not known any more; editors start a server that has ended again.
    if (!/header|Content-Length/i.test(message)) return
    console.error(
      `mvc-router lsp: expected messages of the language server protocol: ${message.split('\n')[0]}`,
    )
    process.exit(1)
  })
  // The editor is gone without a word. A stream that is no pipe ends and is never closed.
  for (const event of ['end', 'close']) process.stdin.once(event, () => process.exit(1))
  const connection = createConnection(reader, new StreamMessageWriter(process.stdout))
  void new LanguageServer(connection, args, commandVersion)
  connection.listen()
}
