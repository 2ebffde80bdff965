import { DiagnosticSeverity, type Connection, type Diagnostic } from 'vscode-languageserver'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LinkChecker } from '../../check/check-link.js'
import { getOrInsert } from '@mvc-router/router-core/tools'
import { diagnoseRouteFiles, diagnoseSlowly, diagnoseTemplate } from '../answers/diagnose.js'
import type { Finding } from '../../check/finding.js'
import type { ProjectFile } from '../../programs/project-file.js'
import type { ProjectTable } from '../../routes/project-table.js'
import type { Project } from '../project.js'
import type { Workspace } from './workspace.js'

/** The time between the last keystroke and a check, in milliseconds. */
const quietTime = 30

/**
 * Sends the findings of a project after each change: first for open files, then for route files, then for all other
 * files. A newer change ends an older round. Unchanged findings are not sent again.
 */
export class DiagnosticsPublisher {
  readonly #workspace: Workspace
  readonly #connection: Connection
  /** The timer of the newest round. */
  readonly #rounds = new Map<Project, NodeJS.Timeout>()
  readonly #sent = new Map<string, string>()
  /** The slow findings of the last round. They stay until the next round ends. */
  readonly #slow = new WeakMap<Project, ReadonlyMap<string, readonly Finding[]>>()
  readonly #known = new WeakMap<
    ProjectFile,
    { readonly checker: LinkChecker | undefined; readonly findings: readonly Finding[] }
  >()

  constructor(workspace: Workspace, connection: Connection) {
    this.#workspace = workspace
    this.#connection = connection
  }

  schedule(project: Project): void {
    clearTimeout(this.#rounds.get(project))
    const round = setTimeout(() => {
      this.#run(project, () => this.#rounds.get(project) === round).catch(this.report)
    }, quietTime)
    this.#rounds.set(project, round)
  }

  /** Logs no stack, because users of an editor read the log. */
  readonly report = (error: unknown): void =>
    this.#connection.console.error(`mvc-router: ${error instanceof Error ? error.message : String(error)}`)

  async #run(project: Project, isCurrent: () => boolean): Promise<void> {
    const state = await project.state()
    if (!isCurrent()) return
    const { table, files, linkChecker } = state
    // A folder without route files probably does not use mvc-router.
    const isMeant = this.#workspace.isNamed || project.configurationProblem !== undefined
    if (table.documents.size === 0 && !isMeant) return this.#forget(project, new Set())
    const send = (path: string, findings: readonly Finding[]): void =>
      this.#send(path, [...findings, ...(this.#slow.get(project)?.get(path) ?? [])])
    const sendFile = (file: ProjectFile): void => send(file.path, this.#diagnose(file, linkChecker))
    for (const file of files) if (this.#workspace.isOpen(file.path)) sendFile(file)
    const routeFiles = byPath(diagnoseRouteFiles(state), table)
    for (const [path, findings] of routeFiles) send(path, findings)
    for (const file of files) {
      if (!isCurrent()) return
      sendFile(file)
      // Requests have priority.
      await nextTurn()
    }
    const slow = byPath(await diagnoseSlowly(state), table)
    if (!isCurrent()) return
    this.#slow.set(project, slow)
    for (const [path, findings] of routeFiles) send(path, findings)
    for (const file of files) sendFile(file)
    this.#forget(project, new Set([...files.map(({ path }) => path), ...routeFiles.keys()]))
  }

  /** Checks a file once for each link checker. If the check of one file fails, the other files are still checked. */
  #diagnose(file: ProjectFile, checker: LinkChecker | undefined): readonly Finding[] {
    const known = this.#known.get(file)
    if (known !== undefined && known.checker === checker) return known.findings
    let findings: readonly Finding[] = []
    try {
      findings = diagnoseTemplate(file, checker)
    } catch (error) {
      this.report(error)
    }
    this.#known.set(file, { checker, findings })
    return findings
  }

  #forget(project: Project, seen: ReadonlySet<string>): void {
    for (const path of this.#sent.keys())
      if (!seen.has(path) && !project.nameOf(path).startsWith('..')) this.#send(path, [])
  }

  #send(path: string, findings: readonly Finding[]): void {
    const diagnostics = findings.map(toDiagnostic)
    const text = diagnostics.length === 0 ? '' : JSON.stringify(diagnostics)
    if ((this.#sent.get(path) ?? '') === text) return
    if (text === '') this.#sent.delete(path)
    else this.#sent.set(path, text)
    void this.#connection.sendDiagnostics({ uri: this.#workspace.uriOf(path), diagnostics })
  }
}

/** A route file without findings has an empty list. */
function byPath(findings: readonly Finding[], table: ProjectTable): Map<string, Finding[]> {
  const found = new Map(Array.from(table.documents.keys(), (path): [string, Finding[]] => [path, []]))
  for (const finding of findings) getOrInsert(found, table.pathOf(finding.file), () => []).push(finding)
  return found
}

/** Marks the word at the place of a finding. */
function toDiagnostic({ code, message, hint, line, column, lineText, severity }: Finding): Diagnostic {
  const start = { line: Math.max(0, line - 1), character: Math.max(0, column - 1) }
  const [word = ''] = /^[\w.$:-]+/.exec(lineText.slice(start.character, start.character + 200)) ?? []
  const rest = lineText.slice(start.character)
  const length = word.length > 0 ? word.length : Math.min(1, rest.length)
  return {
    range: { start, end: { line: start.line, character: start.character + length } },
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: 'mvc-router',
    message: hint === undefined ? message : `${message}\n${hint}`,
  }
}
