import type { MissingEngineException } from '../links/find-links.js'
import type { TemplateProblem } from '../links/template-link.js'
import type { SourcePlace, SourceText } from '../terminal/source-text.js'
import type { LinkChecker } from './check-link.js'
import type { ReadTemplate } from './template-reader.js'

/** Something found in a template, with its place. */
export interface TemplateFinding extends SourcePlace {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

/** What there is to say about the links of one template, or of several. */
export interface TemplateFindings {
  /** How many links there are. */
  readonly links: number
  /** In the order of their places, file by file. */
  readonly errors: readonly TemplateFinding[]
  /** Links whose action is known at run time only. */
  readonly dynamic: readonly SourcePlace[]
  /** Code that could not be read. */
  readonly unread: readonly TemplateFinding[]
  /** Findings that a comment in the source wants ignored. */
  readonly ignored: number
}

/** Checks every link of a template or a program. */
export function checkTemplate(template: ReadTemplate, checker: LinkChecker): TemplateFindings {
  const { source } = template
  const errors = template.problems.map((problem) => ({
    code: 'E_TEMPLATE_SYNTAX',
    ...locate(problem, source),
  }))
  const unread = template.unread.map((problem) => ({ code: 'E_TEMPLATE_UNREAD', ...locate(problem, source) }))
  const links = template.links.filter((link) => checker.isLink(link))
  const dynamic = links.filter(({ isDynamic }) => isDynamic).map(({ offset }) => source.place(offset))
  let ignored = 0
  for (const fault of links.flatMap((link) => checker.check(link))) {
    const finding = { code: fault.code, ...locate(fault, source) }
    if (isIgnored(finding, source)) ignored++
    else errors.push(finding)
  }
  return { links: links.length, errors: inOrder(errors), dynamic, unread, ignored }
}

function inOrder(findings: readonly TemplateFinding[]): TemplateFinding[] {
  return findings.toSorted((left, right) => left.line - right.line || left.column - right.column)
}

function locate(
  { message, hint, offset }: TemplateProblem,
  source: SourceText,
): Omit<TemplateFinding, 'code'> {
  return { message, hint, ...source.place(offset) }
}

/** A template that only an engine could read which is not there. */
export function engineMissing({ file, message, hint }: MissingEngineException): TemplateFinding {
  return { code: 'E_ENGINE_MISSING', message, hint, ...startOf(file) }
}

/** The place of what is said of a file as a whole. */
export function startOf(file: string): SourcePlace {
  return { file, line: 1, column: 1, lineText: '' }
}

/** The word that silences a finding, in a comment of any language, on its line or on the line above. */
const ignoreWord = 'mvc-router-ignore'

/** Whether a comment wants what is found here ignored. */
export function isIgnored({ line, lineText }: SourcePlace, source: SourceText): boolean {
  if (lineText.includes(ignoreWord)) return true
  return line > 1 && source.place(source.offsetAt(line - 2, 0)).lineText.includes(ignoreWord)
}
