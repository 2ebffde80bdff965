import type { MissingEngineException } from '../engines/template-engine.js'
import type { ControllerIndex } from '../programs/controller-index.js'
import type { TemplateLink, TemplateProblem } from '../engines/template-link.js'
import type { SourcePlace, SourceText } from '../terminal/source-text.js'
import type { LinkChecker, LinkFault } from './check-link.js'
import type { ReadTemplate } from '../programs/project-file.js'

export interface TemplateFinding extends SourcePlace {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

export interface TemplateFindings {
  readonly links: number
  /** Sorted by place within each file. */
  readonly errors: readonly TemplateFinding[]
  readonly warnings: readonly TemplateFinding[]
  /** Links whose action is known only at run time. */
  readonly dynamic: readonly SourcePlace[]
  readonly unread: readonly TemplateFinding[]
  /** The number of findings that comments in the source suppress. */
  readonly ignored: number
}

/** @param controllers all controllers of the project; their actions declare queries */
export function checkTemplate(
  template: ReadTemplate,
  checker: LinkChecker,
  controllers?: ControllerIndex,
): TemplateFindings {
  const { source } = template
  const errors = template.problems.map((problem) => locate('E_TEMPLATE_SYNTAX', problem, source))
  const unread = template.unread.map((problem) => locate('E_TEMPLATE_UNREAD', problem, source))
  const links = template.links.filter((link) => checker.isLink(link))
  const dynamic = links.filter(({ isDynamic }) => isDynamic).map(({ offset }) => source.place(offset))
  const warnings: TemplateFinding[] = []
  let ignored = 0
  const faultsOf = (link: TemplateLink): LinkFault[] => [
    ...checker.check(link),
    ...(controllers === undefined ? [] : checker.checkQuery(link, controllers)),
  ]
  for (const fault of links.flatMap(faultsOf)) {
    const finding = locate(fault.code, fault, source)
    if (isIgnored(finding, source)) ignored++
    else (fault.isWarning ? warnings : errors).push(finding)
  }
  const found = { errors: inOrder(errors), warnings: inOrder(warnings), dynamic, unread }
  return { links: links.length, ignored, ...found }
}

function inOrder(findings: readonly TemplateFinding[]): TemplateFinding[] {
  return findings.toSorted((left, right) => left.line - right.line || left.column - right.column)
}

function locate(
  code: string,
  { message, hint, offset }: TemplateProblem,
  source: SourceText,
): TemplateFinding {
  return { code, message, hint, ...source.place(offset) }
}

export function engineMissing({ file, message, hint }: MissingEngineException): TemplateFinding {
  return { code: 'E_ENGINE_MISSING', message, hint, ...startOf(file) }
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
