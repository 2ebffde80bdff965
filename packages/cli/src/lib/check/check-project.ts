import { extname } from 'node:path'
import { adoptFile, type AdoptedUrl } from '../adopt/adopt-file.js'
import { UrlClassifier } from '../adopt/url-classifier.js'
import type { UndecidedTemplate } from '../engines/detect-engine.js'
import type { TemplateEngine } from '../engines/template-engine.js'
import type { CommandArguments } from '../options/command-options.js'
import { SourceText } from '../terminal/source-text.js'
import { LinkChecker } from './check-link.js'
import { checkMiddleware } from './check-middleware.js'
import { checkRedirects } from './check-redirects.js'
import { checkTemplate, type TemplateFindings } from './check-template.js'
import { describeUrls } from './describe-urls.js'
import { findUnused } from './find-unused.js'
import { openProject } from './open-project.js'
import { engineMissing, isIgnored, startOf, type Finding } from './finding.js'

export interface ProjectReport extends TemplateFindings {
  readonly routes: number
  readonly files: number
  /** False if no file was checked, or if templates exist and none of them has a known engine. */
  readonly isChecked: boolean
  /** URLs in the source that are not links. */
  readonly written: readonly AdoptedUrl[]
  /** Files that match the globs, but that no engine reads. */
  readonly unknown: readonly string[]
}

/**
 * Checks every link and every written URL of a project. A missing engine is reported once, and not for each file.
 *
 * @throws RouteFileParsingException, UsageException
 */
export async function checkProject(args: CommandArguments, cwd: string): Promise<ProjectReport> {
  const { options, table, project } = await openProject(args, cwd)
  const { files, controllers, notText, undecided, foreign } = project
  const checker = new LinkChecker(table.router, args.list('ambient'))
  const classifier = new UrlClassifier(table.router, options)
  const found: TemplateFindings[] = []
  const written: AdoptedUrl[] = []
  const missing = new Map<TemplateEngine, Finding>()
  for (const { source, engine, template } of files) {
    if (template.missing !== undefined) {
      if (!missing.has(engine)) missing.set(engine, engineMissing(template.missing, 'error'))
      continue
    }
    found.push(checkTemplate(template, checker, controllers))
    if (template.urls === undefined) continue
    const { urls } = adoptFile(source, template.urls, classifier, () => true)
    for (const url of urls) if (!isIgnored(url, source)) written.push(url)
  }
  // If the command line names files, an unused line is no finding, because other files may use it.
  const isWhole = args.positionals.length + args.configured({}).list('templates').length === 0
  return {
    routes: table.router.routes.length,
    files: found.length,
    isChecked: found.length > 0 && (files.some(({ engine }) => !engine.isProgram) || foreign.length === 0),
    links: found.reduce((sum, { links }) => sum + links, 0),
    findings: [
      ...checkRedirects(table, args.list('ambient')),
      ...(await table.warnings()).map((warning): Finding => ({ ...warning, severity: 'warning' })),
      ...checkMiddleware(table, files),
      ...found.flatMap(({ findings }) => findings),
      ...missing.values(),
      ...undecided.map(undecidedEngine),
      ...describeUrls(written, args.flag('hard-coded')),
      ...(isWhole ? await findUnused(table, project, 'tested') : []),
    ],
    dynamic: found.flatMap(({ dynamic }) => dynamic),
    unread: [...notText.map(notUtf8), ...found.flatMap(({ unread }) => unread)],
    ignored: found.reduce((sum, { ignored }) => sum + ignored, 0),
    written,
    unknown: [...foreign, ...project.unknown],
  }
}

function notUtf8(file: string): Finding {
  const message = 'The file is not UTF-8'
  return { code: 'E_TEMPLATE_UNREAD', message, severity: 'error', ...startOf(file) }
}

function undecidedEngine({ path, text, candidates }: UndecidedTemplate): Finding {
  const names = candidates.map(({ name }) => name)
  const offset = Math.min(...candidates.map(({ marks }) => (marks === undefined ? 0 : text.search(marks))))
  return {
    code: 'E_TEMPLATE_ENGINE',
    message: `This template is not read: ${names.join(' or ')} could render it`,
    hint: `name the engine with --engine ${extname(path)}=${names[0]}, or leave the file out with '!${path}'`,
    severity: 'error',
    ...new SourceText(text, path).place(offset),
  }
}
