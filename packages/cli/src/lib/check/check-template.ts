import type { ControllerIndex } from '../programs/controller-index.js'
import type { ReadTemplate } from '../programs/project-file.js'
import type { SourcePlace } from '../terminal/source-text.js'
import type { LinkChecker } from './check-link.js'
import { findingAt, isIgnored, type Finding } from './finding.js'

export interface TemplateFindings {
  readonly links: number
  /** Sorted by place within each file. */
  readonly findings: readonly Finding[]
  /** Links whose action is known only at run time. */
  readonly dynamic: readonly SourcePlace[]
  readonly unread: readonly Finding[]
  /** The number of findings that comments in the source suppress. */
  readonly ignored: number
}

/** @param controllers all controllers of the project; their actions declare queries */
export function checkTemplate(
  { source, problems, unread, ...template }: ReadTemplate,
  checker: LinkChecker,
  controllers?: ControllerIndex,
): TemplateFindings {
  const links = template.links.filter((link) => checker.isLink(link))
  const faults = links
    .flatMap((link) => [
      ...checker.check(link),
      ...(controllers === undefined ? [] : checker.checkQuery(link, controllers)),
    ])
    .map((fault) => findingAt(fault, source))
  const shown = faults.filter((finding) => !isIgnored(finding, source))
  const refused = problems.map((problem) => findingAt({ code: 'E_TEMPLATE_SYNTAX', ...problem }, source))
  return {
    links: links.length,
    findings: [...refused, ...shown].toSorted(
      (left, right) => left.line - right.line || left.column - right.column,
    ),
    dynamic: links.filter(({ isDynamic }) => isDynamic).map(({ offset }) => source.place(offset)),
    unread: unread.map((problem) => findingAt({ code: 'E_TEMPLATE_UNREAD', ...problem }, source)),
    ignored: faults.length - shown.length,
  }
}
