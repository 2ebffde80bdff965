import type { MissingEngineException } from '../engines/template-engine.js'
import type { TemplateProblem } from '../engines/template-link.js'
import type { SourcePlace, SourceText } from '../terminal/source-text.js'

/** A mistake, or a probable mistake, in a file. */
export interface Finding extends SourcePlace {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  readonly severity: 'error' | 'warning'
}

export function findingAt(
  { code, message, hint, offset, isWarning }: TemplateProblem & { code: string; isWarning?: true },
  source: SourceText,
): Finding {
  return { code, message, hint, severity: isWarning ? 'warning' : 'error', ...source.place(offset) }
}

/** Removes the severity for `--json`, because all findings of one list there have the same severity. */
export function withoutSeverity(finding: Finding): Omit<Finding, 'severity'> {
  const { severity: _, ...others } = finding
  return others
}

/** @param severity `warning` in an editor, which would otherwise show the same error in every template */
export function engineMissing(
  { file, message, hint }: MissingEngineException,
  severity: Finding['severity'],
): Finding {
  return { code: 'E_ENGINE_MISSING', message, hint, severity, ...startOf(file) }
}

export function startOf(file: string): SourcePlace {
  return { file, line: 1, column: 1, lineText: '' }
}

/** True if the line contains the word that suppresses findings in this line and the next. */
function hasIgnoreWord(lineText: string): boolean {
  return lineText.includes('mvc-router-ignore')
}

export function isIgnored({ line, lineText }: SourcePlace, source: SourceText): boolean {
  if (hasIgnoreWord(lineText)) return true
  return line > 1 && hasIgnoreWord(source.place(source.offsetAt(line - 2, 0)).lineText)
}
