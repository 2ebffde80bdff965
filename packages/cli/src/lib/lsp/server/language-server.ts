import {
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  type Location,
  type Position,
  type Range,
  type ReferenceParams,
  type TextDocumentPositionParams,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver'
import { createConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { formatRouteFile } from '../../routes/format-route-file.js'
import { SourceText, type Span } from '../../terminal/source-text.js'
import { complete } from '../answers/completion.js'
import type { FilePlace } from '../answers/action-places.js'
import { findDefinition, findReferences } from '../answers/definition.js'
import { DiagnosticsPublisher } from './diagnostics-publisher.js'
import { describeAt } from '../answers/hover.js'
import type { CommandArguments } from '../../options/command-options.js'
import type { Project, ProjectPlace } from '../project.js'
import { prepareRename, renameAction, RenameException, type FileEdit } from '../answers/rename-action.js'
import { toPath, Workspace } from './workspace.js'

/** Serves an editor over the standard streams. The process ends with the editor. */
export function startLanguageServer(args: CommandArguments, commandVersion: string): void {
  // Program output goes to stderr, because stdout contains the protocol's messages.
  console.log = console.error
  const reader = new StreamMessageReader(process.stdin)
  reader.onError(({ message }) => {
    // After a broken header, the start of the next message is unknown. Editors restart a server that ends.
    if (!/header|Content-Length/i.test(message)) return
    console.error(
      `mvc-router lsp: expected messages of the language server protocol: ${message.split('\n')[0]}`,
    )
    process.exit(1)
  })
  // The editor may end without a message. A stream that is not a pipe emits `end` but not `close`.
  for (const event of ['end', 'close']) process.stdin.once(event, () => process.exit(1))
  const connection = createConnection(reader, new StreamMessageWriter(process.stdout))
  void new LanguageServer(connection, args, commandVersion)
  connection.listen()
}

/** Answers requests of an editor. A failed request gets an error response, and the server continues. */
class LanguageServer {
  readonly #connection: Connection
  readonly #version: string
  readonly #workspace: Workspace
  readonly #publisher: DiagnosticsPublisher
  readonly #documents = new TextDocuments(TextDocument)
  #state: 'new' | 'running' | 'shut down' = 'new'
  #watchesFiles = false
  #hasVersionedEdits = false

  constructor(connection: Connection, args: CommandArguments, version: string) {
    this.#connection = connection
    this.#version = version
    // Editors show these lines after `$/setTrace`.
    this.#workspace = new Workspace(args, (name) => connection.tracer.log(`Parsed ${name}`))
    this.#publisher = new DiagnosticsPublisher(this.#workspace, connection)
    this.#listenToLifecycle()
    this.#listenToDocuments()
    this.#listenToRequests()
  }

  #listenToLifecycle(): void {
    const connection = this.#connection
    connection.onInitialize((params) => this.#initialize(params))
    connection.onInitialized(() => {
      for (const project of this.#workspace.openProjects()) this.#publisher.schedule(project)
      if (!this.#watchesFiles) return
      const registerOptions = { watchers: [{ globPattern: '**/*' }] }
      const registration = { id: 'files', method: 'workspace/didChangeWatchedFiles', registerOptions }
      connection
        .sendRequest('client/registerCapability', { registrations: [registration] })
        .catch(this.#publisher.report)
    })
    connection.onShutdown(() => {
      this.#state = 'shut down'
    })
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri } of changes) {
        const path = toPath(uri)
        // The editor knows the text of an open file.
        if (path === undefined || this.#workspace.isOpen(path) || /[\\/]node_modules[\\/]/.test(path))
          continue
        this.#schedule(this.#workspace.changed(path))
      }
    })
  }

  /** @param params parts may be missing or wrong */
  #initialize(params: Partial<InitializeParams> | undefined): InitializeResult {
    if (this.#state !== 'new') throw new ResponseError(ErrorCodes.InvalidRequest, '"initialize" came before')
    // oxlint-disable-next-line typescript/no-deprecated -- older clients name one folder only
    const { workspaceFolders, rootUri, capabilities } = params ?? {}
    const named: readonly unknown[] = Array.isArray(workspaceFolders)
      ? workspaceFolders.map((folder: { readonly uri?: unknown } | null) => folder?.uri)
      : [rootUri]
    const folders = named.flatMap((uri) => (typeof uri === 'string' ? (toPath(uri) ?? []) : []))
    this.#workspace.folders = folders.length > 0 ? folders : [process.cwd()]
    const workspace = capabilities?.workspace
    this.#watchesFiles = workspace?.didChangeWatchedFiles?.dynamicRegistration === true
    this.#hasVersionedEdits = workspace?.workspaceEdit?.documentChanges === true
    this.#state = 'running'
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: { triggerCharacters: ['"', "'", '`', '.', '@', '=', ',', '{', ' '] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        documentFormattingProvider: true,
      },
      serverInfo: { name: 'mvc-router', version: this.#version },
    }
  }

  #listenToDocuments(): void {
    this.#documents.onDidChangeContent(({ document }) =>
      this.#schedule(this.#workspace.open(document.uri, document.getText())),
    )
    this.#documents.onDidClose(({ document }) => this.#schedule(this.#workspace.close(document.uri)))
    this.#documents.listen(this.#connection)
  }

  #schedule(project: Project | undefined): void {
    if (project !== undefined) this.#publisher.schedule(project)
  }

  #listenToRequests(): void {
    const connection = this.#connection
    connection.onCompletion(
      this.#answer(async (place) => {
        const completed = await complete(place)
        if (completed === undefined) return null
        const range = toRange(place.source, { start: completed.start, end: place.offset })
        return completed.proposals.map(({ label, kind, detail, text = label }) => ({
          label,
          kind,
          ...(detail === undefined ? {} : { detail }),
          textEdit: { range, newText: text },
        }))
      }),
    )
    connection.onHover(
      this.#answer((place) => {
        const found = describeAt(place)
        if (found === undefined) return null
        return { contents: { kind: 'markdown', value: found.markdown }, range: toRange(place.source, found) }
      }),
    )
    connection.onDefinition(this.#answer((place) => this.#toLocations(findDefinition(place))))
    connection.onReferences(
      this.#answer((place, { context }: ReferenceQuestion) => {
        const withDeclaration = context?.includeDeclaration !== false
        return this.#toLocations(findReferences(place, { withDeclaration }))
      }),
    )
    connection.onPrepareRename(
      this.#answer((place) => {
        const { placeholder, ...span } = prepareRename(place)
        return { range: toRange(place.source, span), placeholder }
      }),
    )
    connection.onRenameRequest(
      this.#answer(async (place, { newName }) => {
        if (typeof newName !== 'string')
          throw new ResponseError(ErrorCodes.InvalidParams, 'Expected a new name')
        return this.#toWorkspaceEdit(await renameAction(place, newName))
      }),
    )
    connection.onDocumentFormatting(
      this.#answer(({ project, path, source }) =>
        project.engineOf(path) === undefined ? formattingEdits(source) : null,
      ),
    )
  }

  /** Finds the place of a request, and converts failures to error responses. */
  #answer<
    Params extends { readonly textDocument: { readonly uri: string }; readonly position?: Position },
    Answer,
  >(
    find: (place: ProjectPlace, params: Params) => Answer | Promise<Answer>,
  ): (params: Params) => Promise<Answer | null> {
    return async (params) => {
      if (this.#state === 'new')
        throw new ResponseError(ErrorCodes.ServerNotInitialized, 'The first request has to be "initialize"')
      if (this.#state === 'shut down')
        throw new ResponseError(ErrorCodes.InvalidRequest, 'The server is shut down: only "exit" may follow')
      const document = this.#documents.get(params?.textDocument?.uri)
      const version = document?.version
      try {
        const place = await this.#placeOf(params)
        const answer = place === undefined ? null : await find(place, params)
        if (document?.version !== version) throw contentModified()
        return answer
      } catch (error) {
        if (error instanceof ResponseError) throw error
        if (error instanceof RenameException)
          // If the text has changed, the action may have moved.
          throw document?.version === version
            ? new ResponseError(LSPErrorCodes.RequestFailed, error.message)
            : contentModified()
        this.#publisher.report(error)
        throw new ResponseError(
          ErrorCodes.InternalError,
          error instanceof Error ? error.message : String(error),
        )
      }
    }
  }

  /** Returns undefined for a URI outside the projects. */
  async #placeOf(params: {
    readonly textDocument?: { readonly uri?: unknown }
    readonly position?: Position
  }): Promise<ProjectPlace | undefined> {
    const uri = params?.textDocument?.uri
    if (typeof uri !== 'string')
      throw new ResponseError(ErrorCodes.InvalidParams, 'Expected "textDocument.uri"')
    const { position = { line: 0, character: 0 } } = params
    if (!isCount(position.line) || !isCount(position.character))
      throw new ResponseError(
        ErrorCodes.InvalidParams,
        'Expected "position" with line and character from 0 on',
      )
    const path = toPath(uri)
    if (path === undefined) return undefined
    const project = this.#workspace.projectOf(path)
    if (project === undefined) return undefined
    const text = this.#documents.get(uri)?.getText()
    const state = await project.state()
    const document = state.table.documents.get(path)
    const file = project.fileAt(path)
    const source =
      (document ?? file)?.source ??
      (text === undefined ? undefined : new SourceText(text, project.nameOf(path)))
    return source && { ...state, path, document, file, source, offset: toOffset(source, position) }
  }

  #toLocations(places: readonly FilePlace[]): Location[] {
    return places.map((place) => ({
      uri: this.#workspace.uriOf(place.path),
      range: toRange(place.source, place),
    }))
  }

  #toWorkspaceEdit(edits: readonly FileEdit[]): WorkspaceEdit {
    const byUri = new Map<string, TextEdit[]>()
    for (const edit of edits) {
      const uri = this.#workspace.uriOf(edit.path)
      // The text may have changed since the file was read.
      const text = this.#documents.get(uri)?.getText()
      if (text !== undefined && text.replace(/^\uFEFF/, '') !== edit.source.text) throw contentModified()
      byUri.set(uri, [...(byUri.get(uri) ?? []), { range: toRange(edit.source, edit), newText: edit.text }])
    }
    if (!this.#hasVersionedEdits) return { changes: Object.fromEntries(byUri) }
    const documentChanges = [...byUri].map(([uri, changes]) => ({
      textDocument: { uri, version: this.#documents.get(uri)?.version ?? null },
      edits: changes,
    }))
    return { documentChanges }
  }
}

type ReferenceQuestion = TextDocumentPositionParams & Partial<Pick<ReferenceParams, 'context'>>

/** The error for places in a changed text. Editors then repeat the request. */
function contentModified(): ResponseError {
  return new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed since the request')
}

/** Returns one edit for each changed line, so that carets and folds stay in place. */
function formattingEdits(source: SourceText): TextEdit[] {
  const before = source.text.split(/\r?\n/)
  const after = formatRouteFile(source.text).text.split(/\r?\n/)
  return before.flatMap((line, index) => {
    const newText = after[index] ?? ''
    if (line === newText) return []
    const range = { start: { line: index, character: 0 }, end: { line: index, character: line.length } }
    return [{ range, newText }]
  })
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** Lines and characters count from 0. A character after the end of a line means the end of the line. */
function toOffset(source: SourceText, { line, character }: Position): number {
  const start = source.offsetAt(line, 0)
  const { lineText } = source.place(start)
  return source.place(start).line - 1 < line
    ? source.text.length
    : start + Math.min(character, lineText.length)
}

function toRange(source: SourceText, { start, end }: Span): Range {
  return { start: toPosition(source, start), end: toPosition(source, end) }
}

function toPosition(source: SourceText, offset: number): Position {
  const { line, column } = source.place(offset)
  return { line: line - 1, character: column - 1 }
}
