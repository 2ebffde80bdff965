import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { window, workspace, type ExtensionContext } from 'vscode'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'

let client: LanguageClient | undefined

/**
 * Starts the project's language server only if the folder is trusted, because the server is a program in that folder.
 */
export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    workspace.onDidGrantWorkspaceTrust(start),
    workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration('mvcRouter')) return
      await deactivate()
      await start()
    }),
  )
  await start()
}

async function start(): Promise<void> {
  const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath
  if (folder === undefined || client !== undefined || !workspace.isTrusted) return
  const command = findCommand(folder)
  if (command === undefined) {
    void window.showWarningMessage(
      'mvc-router: @mvc-router/cli is not installed in this folder. npm install --save-dev @mvc-router/cli',
    )
    return
  }
  client = createClient(command, folder)
  await client.start()
}

/** Ends the language server. */
export async function deactivate(): Promise<void> {
  const running = client
  client = undefined
  await running?.dispose()
}

function createClient(command: string, folder: string): LanguageClient {
  const args = workspace.getConfiguration('mvcRouter').get<string[]>('arguments', [])
  return new LanguageClient(
    'mvcRouter',
    'mvc-router',
    {
      command: 'node',
      args: [command, 'lsp', ...args],
      options: { cwd: folder },
      transport: TransportKind.stdio,
    },
    {
      documentSelector: [
        { scheme: 'file', language: 'mvc-routes' },
        { scheme: 'file', pattern: '**/*.{conf,routes}' },
        {
          scheme: 'file',
          pattern:
            '**/*.{njk,nunjucks,nunjs,nj,hbs,handlebars,liquid,eta,ejs,pug,jade,html,htm,xhtml,tpl,tmpl,jinja,j2,mustache,mjml}',
        },
        { scheme: 'file', pattern: '**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}' },
      ],
    },
  )
}

/** Finds the command of the project's `@mvc-router/cli`, which has the version of the project's router. */
function findCommand(folder: string): string | undefined {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('@mvc-router/cli/package.json')
    return join(dirname(manifest), 'dist/bin.js')
  } catch {
    return undefined
  }
}
