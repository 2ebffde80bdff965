import type { Router } from '@mvc-router/router-core'
import { extname } from 'node:path'
import { adoptFile, type AdoptedUrl } from '../adopt/adopt-file.js'
import { UrlClassifier } from '../adopt/url-classifier.js'
import { LinkChecker } from './check-link.js'
import {
  checkTemplate,
  engineMissing,
  isIgnored,
  startOf,
  type TemplateFinding,
  type TemplateFindings,
} from './check-template.js'
import type { TemplateEngine } from '../engines/template-engine.js'
import type { TemplateArguments } from '../options/template-arguments.js'
import type { UndecidedTemplate } from '../engines/detect-engine.js'
import type { ControllerIndex } from '../programs/controller-index.js'
import type { ProjectFile } from '../programs/project-file.js'
import type { ReadProject } from '../programs/read-project.js'
import { SourceText } from '../terminal/source-text.js'

/** Findings about the links of a set of templates. */
export interface TemplateReport extends TemplateFindings {
  readonly files: number
  /** The files that were read, in the order of their names. */
  readonly read: readonly ProjectFile[]
  readonly controllers: ControllerIndex
  /** URLs that are written out. */
  readonly written: readonly AdoptedUrl[]
  /** Templates of engines that nothing here reads. */
  readonly foreign: readonly string[]
  /** Files that the globs found and that no engine here reads, templates or not. */
  readonly unknown: readonly string[]
}

/** The error for a template whose engine is undecided, at its first tag. */
function undecidedEngine({ path, text, candidates }: UndecidedTemplate): TemplateFinding {
  const names = candidates.map(({ name }) => name)
  const offset = Math.min(...candidates.map(({ marks }) => (marks === undefined ? 0 : text.search(marks))))
  return {
    code: 'E_TEMPLATE_ENGINE',
    message: `This template is not read: ${names.join(' or ')} could have written it`,
    hint: `name the engine with --engine ${extname(path)}=${names[0]}, or leave the file out with '!${path}'`,
    ...new SourceText(text, path).place(offset),
  }
}

/**
 * Checks every link, and every URL that is written out, in every file. An engine that is not installed is
 * a single error, and the files of other engines are still checked.
 *
 * @param ambient the variables that links need not name
 */
export function checkTemplates(
  router: Router,
  { files, controllers, notText, undecided, foreign, unknown }: ReadProject,
  ambient: readonly string[],
  options: TemplateArguments,
): TemplateReport {
  const checker = new LinkChecker(router, ambient)
  const classifier = new UrlClassifier(router, options)
  const found: TemplateFindings[] = []
  const written: AdoptedUrl[] = []
  const missing = new Map<TemplateEngine, TemplateFinding>()
  const unread = notText.map((path) => ({
    code: 'E_TEMPLATE_UNREAD',
    message: 'The file is not UTF-8',
    ...startOf(path),
  }))
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
    read: files,
    controllers,
    written,
    foreign,
    unknown: [...foreign, ...unknown],
  }
}
