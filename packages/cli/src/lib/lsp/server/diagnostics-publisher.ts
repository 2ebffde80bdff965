import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LinkChecker } from '../../check/check-link.js'
import {
  diagnoseRouteFiles,
  diagnoseSlowly,
  diagnoseTemplate,
  type FileFindings,
  type Finding,
} from '../answers/diagnose.js'
import type { ProjectFile } from '../../programs/project-file.js'
import type { Project } from '../project.js'

export interface DiagnosticsTarget {
  /** True if the command line names the route files. Then missing route files are a mistake. */
  readonly isNamed: boolean
  readonly isOpen: (path: string) => boolean
  readonly send: (path: string, diagnostics: Diagnostic[]) => void
  readonly report: (error: unknown) => void
}

/** The time between the last keystroke and a check, in milliseconds. */
const quietTime = 30

/**
 * Sends the findings of a project after each change: first for open files, then for route files, then for all other
 * files. A newer change ends an older round. Unchanged findings are not sent again.
 */
export class DiagnosticsPublisher {
  readonly #target: DiagnosticsTarget
  readonly #rounds = new WeakMap<Project, object>()
  readonly #sent = new Map<string, string>()
  /** The slow findings of the last round. They stay until the next round ends. */
  readonly #slow = new WeakMap<Project, FileFindings>()
  readonly #timers = new Map<Project, NodeJS.Timeout>()
  readonly #known = new WeakMap<
    ProjectFile,
    { readonly checker: LinkChecker | undefined; readonly findings: readonly Finding[] }
  >()

  constructor(target: DiagnosticsTarget) {
    this.#target = target
  }

  schedule(project: Project): void {
    clearTimeout(this.#timers.get(project))
    const round = {}
    this.#rounds.set(project, round)
    const run = (): void => {
      this.#timers.delete(project)
      this.#run(project, () => this.#rounds.get(project) === round).catch(this.#target.report)
    }
    this.#timers.set(project, setTimeout(run, quietTime))
  }

  async #run(project: Project, isCurrent: () => boolean): Promise<void> {
    const table = await project.table()
    // A folder without route files may not use mvc-router.
    const isMeant = this.#target.isNamed || project.configurationProblem !== undefined
    if (table.documents.size === 0 && !isMeant) return this.#forget(project, new Set())
    const seen = new Set<string>()
    const slow = (path: string): readonly Finding[] => this.#slow.get(project)?.get(path) ?? []
    const template = async (path: string): Promise<void> => {
      const file = await project.fileAt(path)
      if (file === undefined || !isCurrent() || seen.has(path)) return
      seen.add(path)
      this.#send(path, [...this.#diagnose(file, project.linkChecker), ...slow(path)])
    }
    const files = await project.files()
    for (const { path } of files) if (this.#target.isOpen(path)) await template(path)
    const routeFiles = await diagnoseRouteFiles(project)
    if (!isCurrent()) return
    for (const [path, findings] of routeFiles) this.#send(path, [...findings, ...slow(path)])
    for (const { path } of files) {
      if (!isCurrent()) return
      await template(path)
      // Requests have priority.
      await nextTurn()
    }
    const found = await diagnoseSlowly(project)
    if (!isCurrent()) return
    this.#slow.set(project, found)
    for (const [path, findings] of routeFiles) this.#send(path, [...findings, ...(found.get(path) ?? [])])
    for (const file of files)
      this.#send(file.path, [...this.#diagnose(file, project.linkChecker), ...(found.get(file.path) ?? [])])
    this.#forget(project, new Set([...seen, ...routeFiles.keys()]))
  }

  /** Checks a file once for each link checker. If the check of one file fails, the other files are still checked. */
  #diagnose(file: ProjectFile, checker: LinkChecker | undefined): readonly Finding[] {
    const known = this.#known.get(file)
    if (known !== undefined && known.checker === checker) return known.findings
    let findings: readonly Finding[] = []
    try {
      findings = diagnoseTemplate(file, checker)
    } catch (error) {
      this.#target.report(error)
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
    this.#target.send(path, diagnostics)
  }
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
