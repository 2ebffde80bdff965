import { createConnection } from 'vscode-languageserver/node'
import { LanguageServer, type LanguageServerOptions } from './language-server.js'

/** Serves the editor at the other end of the standard streams. The process ends with it. */
export function startLanguageServer(options: LanguageServerOptions): LanguageServer {
  // Whatever prints, prints where it does not come between the messages.
  console.log = console.error
  const connection = createConnection(process.stdin, process.stdout)
  const server = new LanguageServer(connection, options)
  connection.listen()
  return server
}
