import { extname } from 'node:path'
import { adoptFile, type AdoptedUrl } from '../adopt/adopt-file.js'
import { UrlClassifier } from '../adopt/url-classifier.js'
import type { UndecidedTemplate } from '../engines/detect-engine.js'
import type { TemplateEngine } from '../engines/template-engine.js'
import type { CommandArguments } from '../options/command-options.js'
import { expectFiles } from '../options/expect-files.js'
import { readTemplateArguments } from '../options/template-arguments.js'
import { readProject, type ReadProject } from '../programs/read-project.js'
import { loadTable } from '../routes/load-table.js'
import type { ProjectTable } from '../routes/project-table.js'
import { SourceText } from '../terminal/source-text.js'
import { LinkChecker } from './check-link.js'
import { checkMiddleware } from './check-middleware.js'
import {
  checkTemplate,
  engineMissing,
  isIgnored,
  startOf,
  type TemplateFinding,
  type TemplateFindings,
} from './check-template.js'

export interface ProjectReport extends TemplateFindings {
  readonly table: ProjectTable
  readonly project: ReadProject
  readonly files: number
  readonly middleware: ReturnType<typeof checkMiddleware>
  /** URLs in the source that are not links. */
  readonly written: readonly AdoptedUrl[]
  /** Files that match the globs, but that no engine reads. */
  readonly unknown: readonly string[]
  /** False if the command line names files. Then an unused line is no finding, because other files may use it. */
  readonly isWhole: boolean
}

/**
 * Checks every link and every written URL of a project. A missing engine is only one error.
 *
 * @throws RouteFileParsingException, UsageException
 */
export async function checkProject(args: CommandArguments, cwd: string): Promise<ProjectReport> {
  const options = readTemplateArguments(args, cwd)
  expectFiles(options.templates, cwd)
  const table = await loadTable(args, cwd)
  const project = await readProject(options)
  const { files, controllers, notText, undecided, foreign } = project
  const checker = new LinkChecker(table.router, args.list('ambient'))
  const classifier = new UrlClassifier(table.router, options)
  const found: TemplateFindings[] = []
  const written: AdoptedUrl[] = []
  const missing = new Map<TemplateEngine, TemplateFinding>()
  const notUtf8 = { code: 'E_TEMPLATE_UNREAD', message: 'The file is not UTF-8' }
  const unread = notText.map((path) => ({ ...notUtf8, ...startOf(path) }))
  for (const file of files) {
    const { source, engine, template } = file
    if (template.missing !== undefined) {
      if (!missing.has(engine)) missing.set(engine, engineMissing(template.missing))
      continue
    }
    found.push(checkTemplate(template, checker, controllers))
    if (template.urls === undefined) continue
    const { urls } = adoptFile(source, template.urls, classifier, () => true)
    for (const url of urls) if (!isIgnored(url, source)) written.push(url)
  }
  return {
    files: found.length,
    links: found.reduce((sum, { links }) => sum + links, 0),
    errors: [
      ...found.flatMap(({ errors }) => errors),
      ...missing.values(),
      ...undecided.map(undecidedEngine),
    ],
    warnings: found.flatMap(({ warnings }) => warnings),
    dynamic: found.flatMap(({ dynamic }) => dynamic),
    unread: [...unread, ...found.flatMap((findings) => findings.unread)],
    ignored: found.reduce((sum, { ignored }) => sum + ignored, 0),
    table,
    project,
    middleware: checkMiddleware(table, files),
    written,
    unknown: [...foreign, ...project.unknown],
    isWhole: args.positionals.length + args.configured({}).list('templates').length === 0,
  }
}

function undecidedEngine({ path, text, candidates }: UndecidedTemplate): TemplateFinding {
  const names = candidates.map(({ name }) => name)
  const offset = Math.min(...candidates.map(({ marks }) => (marks === undefined ? 0 : text.search(marks))))
  return {
    code: 'E_TEMPLATE_ENGINE',
    message: `This template is not read: ${names.join(' or ')} could render it`,
    hint: `name the engine with --engine ${extname(path)}=${names[0]}, or leave the file out with '!${path}'`,
    ...new SourceText(text, path).place(offset),
  }
}
