import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type CompletionItem,
  type Diagnostic,
  type Hover,
  type Location,
  type MessageConnection,
  type Position,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'

/** An editor with an open folder. It talks to `mvc-router lsp` over the standard streams of a process. */
export class Editor {
  readonly #folder: string
  readonly #process: ChildProcessWithoutNullStreams
  readonly #connection: MessageConnection
  readonly #documents = new Map<string, TextDocument>()
  readonly #diagnostics = new Map<string, Diagnostic[]>()
  readonly #waiting = new Set<() => void>()
  /** The text that the server wrote for people: log messages and the error stream. */
  log = ''
  /** The trace of the server's work since the last `takeTrace`. */
  #traced: string[] = []

  constructor(folder: string, args: readonly string[] = []) {
    this.#folder = folder
    const command = resolve('packages/cli/dist/bin.js')
    this.#process = spawn(process.execPath, [command, 'lsp', '--stdio', ...args], { cwd: folder })
    this.#process.stderr.on('data', (data: Buffer) => (this.log += data.toString()))
    this.#connection = createMessageConnection(
      new StreamMessageReader(this.#process.stdout),
      new StreamMessageWriter(this.#process.stdin),
    )
    this.#connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
        this.#diagnostics.set(this.fileOf(uri), diagnostics)
        for (const look of this.#waiting) look()
      },
    )
    this.#connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.log += `${message}\n`
    })
    this.#connection.onNotification('$/logTrace', ({ message }: { message: string }) => {
      this.#traced.push(message)
    })
    this.#connection.listen()
  }

  async start(): Promise<void> {
    await this.request('initialize', {
      processId: process.pid,
      trace: 'messages',
      capabilities: {},
      workspaceFolders: [{ uri: pathToFileURL(this.#folder).href, name: 'test' }],
    })
    await this.notify('initialized', {})
  }

  /** Returns the trace of the server's work since the last call. */
  takeTrace(): string[] {
    return this.#traced.splice(0).toSorted()
  }

  /** Notifies the server of a file that another program has created, changed or deleted. */
  async changedOnDisk(file: string): Promise<void> {
    await this.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: this.uriOf(file), type: 2 }] })
  }

  /** Ends the server as an editor does. Returns its exit code. */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((done) => this.#process.once('exit', done))
    await this.request('shutdown')
    await this.notify('exit')
    const code = await ended
    this.#connection.dispose()
    return code
  }

  async request<Answer>(method: string, params?: object): Promise<Answer> {
    return this.#connection.sendRequest(method, params)
  }

  async notify(method: string, params?: object): Promise<void> {
    await this.#connection.sendNotification(method, params)
  }

  /** Writes a text that is not a message to the server. */
  writeRaw(text: string): void {
    this.#process.stdin.write(text)
  }

  async open(file: string, text: string = readFileSync(join(this.#folder, file), 'utf8')): Promise<void> {
    const uri = this.uriOf(file)
    const document = TextDocument.create(uri, 'text', 1, text)
    this.#documents.set(file, document)
    await this.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'text', version: 1, text },
    })
  }

  async close(file: string): Promise<void> {
    this.#documents.delete(file)
    await this.notify('textDocument/didClose', { textDocument: { uri: this.uriOf(file) } })
  }

  /** Replaces the first occurrence of a text in an open file. */
  async replace(file: string, from: string, to: string): Promise<void> {
    const document = this.#document(file)
    const offset = document.getText().indexOf(from)
    if (offset < 0) throw new Error(`${file} has no ${JSON.stringify(from)}`)
    const range = { start: document.positionAt(offset), end: document.positionAt(offset + from.length) }
    const changed = TextDocument.update(document, [{ range, text: to }], document.version + 1)
    this.#documents.set(file, changed)
    await this.notify('textDocument/didChange', {
      textDocument: { uri: this.uriOf(file), version: changed.version },
      contentChanges: [{ range, text: to }],
    })
  }

  text(file: string): string {
    return this.#document(file).getText()
  }

  /** Returns the place of the caret `|` in a text, such as `userController.li|st`. */
  at(file: string, shown: string): { textDocument: { uri: string }; position: Position } {
    const caret = shown.indexOf('|')
    const text = shown.replace('|', '')
    const document = this.#documents.get(file) ?? this.#onDisk(file)
    const offset = document.getText().indexOf(text)
    if (caret < 0 || offset < 0) throw new Error(`${file} has no ${JSON.stringify(text)}`)
    return { textDocument: { uri: this.uriOf(file) }, position: document.positionAt(offset + caret) }
  }

  async complete(file: string, shown: string): Promise<CompletionItem[]> {
    return (
      (await this.request<CompletionItem[] | null>('textDocument/completion', this.at(file, shown))) ?? []
    )
  }

  async hover(file: string, shown: string): Promise<string | undefined> {
    const found = await this.request<Hover | null>('textDocument/hover', this.at(file, shown))
    return (found?.contents as { value: string } | undefined)?.value
  }

  /** Returns each place as `file:line: text`. */
  async definition(file: string, shown: string): Promise<string[]> {
    const found = await this.request<Location[] | null>('textDocument/definition', this.at(file, shown))
    return this.#show(found ?? [])
  }

  async references(file: string, shown: string): Promise<string[]> {
    const params = { ...this.at(file, shown), context: { includeDeclaration: true } }
    return this.#show((await this.request<Location[] | null>('textDocument/references', params)) ?? [])
  }

  async rename(file: string, shown: string, newName: string): Promise<WorkspaceEdit> {
    return this.request('textDocument/rename', { ...this.at(file, shown), newName })
  }

  /** Writes an edit to the disk. Returns the names of the changed files. */
  apply({ changes = {} }: WorkspaceEdit): string[] {
    return Object.entries(changes)
      .map(([uri, edits]) => {
        const path = fileURLToPath(uri)
        const document = TextDocument.create(uri, 'text', 1, readFileSync(path, 'utf8'))
        writeFileSync(path, TextDocument.applyEdits(document, edits))
        return this.fileOf(uri)
      })
      .toSorted()
  }

  async format(file: string): Promise<string> {
    const edits = await this.request<TextEdit[] | null>('textDocument/formatting', {
      textDocument: { uri: this.uriOf(file) },
      options: { tabSize: 2, insertSpaces: true },
    })
    return TextDocument.applyEdits(this.#document(file), edits ?? [])
  }

  /** Waits until the marks of a file are as expected. Returns them as `line:column text: message`. */
  async marks(file: string, areAsExpected: (marks: readonly string[]) => boolean): Promise<string[]> {
    for (;;) {
      const marks = this.#marksOf(file)
      if (marks !== undefined && areAsExpected(marks)) return marks
      await new Promise<void>((look) => {
        const again = (): void => {
          this.#waiting.delete(again)
          look()
        }
        this.#waiting.add(again)
      })
    }
  }

  /** The sources and severities of the current marks of a file: 1 is an error, 2 a warning. */
  severities(file: string): string[] {
    return (this.#diagnostics.get(file) ?? []).map(({ source, severity }) => `${source} ${severity}`)
  }

  /** The files that currently have marks. */
  get markedFiles(): string[] {
    return [...this.#diagnostics].flatMap(([file, found]) => (found.length === 0 ? [] : [file])).toSorted()
  }

  uriOf(file: string): string {
    return pathToFileURL(join(this.#folder, file)).href
  }

  fileOf(uri: string): string {
    return fileURLToPath(uri).slice(this.#folder.length + 1)
  }

  #marksOf(file: string): string[] | undefined {
    const document = this.#documents.get(file) ?? this.#onDisk(file)
    return this.#diagnostics.get(file)?.map(({ range, message }) => {
      const { line, character } = range.start
      const text = typeof message === 'string' ? message : message.value
      return `${line + 1}:${character + 1} ${document.getText(range)}: ${text}`
    })
  }

  #show(locations: readonly Location[]): string[] {
    return locations.map(({ uri, range }) => {
      const file = this.fileOf(uri)
      const document = this.#documents.get(file) ?? this.#onDisk(file)
      return `${file}:${range.start.line + 1}: ${document.getText(range)}`
    })
  }

  #document(file: string): TextDocument {
    const document = this.#documents.get(file)
    if (document === undefined) throw new Error(`${file} is not open`)
    return document
  }

  /** Returns an empty document if the file does not exist. */
  #onDisk(file: string): TextDocument {
    const path = join(this.#folder, file)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    return TextDocument.create(this.uriOf(file), 'text', 1, text)
  }
}
