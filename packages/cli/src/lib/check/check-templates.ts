import type { Router } from '@mvc-router/router-core'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { adoptFile, type AdoptedUrl } from '../adopt/adopt-file.js'
import type { UrlClassifier } from '../adopt/url-classifier.js'
import { LinkChecker } from './check-link.js'
import {
  checkTemplate,
  engineMissing,
  isIgnored,
  startOf,
  type TemplateFinding,
  type TemplateFindings,
} from './check-template.js'
import type { LinkFinderOptions } from '../links/find-links.js'
import { KnownMiddleware } from './check-middleware.js'
import { findMiddlewareNames } from '../links/middleware-names.js'
import type { TemplateFiles } from '../links/template-files.js'
import { TemplateReader } from './template-reader.js'
import { SourceText } from '../terminal/source-text.js'
import { utf8Text } from '../terminal/utf8-text.js'

/** What there is to say about the links of a set of templates. */
export interface TemplateReport extends TemplateFindings {
  readonly files: number
  /** The named middleware of the programs. */
  readonly middleware: KnownMiddleware
  /** URLs that are written out. */
  readonly written: readonly AdoptedUrl[]
  /** Files that the globs found and that no engine is known for, by extension. */
  readonly unknown: ReadonlyMap<string, number>
}

export interface CheckTemplatesOptions extends LinkFinderOptions {
  readonly templates: TemplateFiles
  /** The variables that links need not name. */
  readonly ambient: readonly string[]
  /** Judges the URLs that are written out. */
  readonly classifier: UrlClassifier
}

/**
 * Checks every link, and every URL that is written out, in every file. An engine that is not installed is one error, and
 * the files of the others are checked all the same.
 */
export async function checkTemplates(
  router: Router,
  { templates, ambient, classifier, ...options }: CheckTemplatesOptions,
): Promise<TemplateReport> {
  const { cwd } = options
  const reader = new TemplateReader(options)
  const checker = new LinkChecker(router, ambient)
  const found: TemplateFindings[] = []
  const written: AdoptedUrl[] = []
  const middleware = new KnownMiddleware()
  const missing = new Map<string, TemplateFinding>()
  const unread: TemplateFinding[] = []
  for (const { path, engine } of templates.files) {
    const text = utf8Text(await readFile(resolve(cwd, path)))
    if (text === undefined) {
      unread.push({ code: 'E_TEMPLATE_UNREAD', message: 'The file is not UTF-8', ...startOf(path) })
      continue
    }
    // Engines drop the byte order mark, too.
    const source = new SourceText(text.startsWith('\uFEFF') ? text.slice(1) : text, path)
    const template = reader.read(source, engine)
    if (template.missing !== undefined) {
      if (!missing.has(engine)) missing.set(engine, engineMissing(template.missing))
      continue
    }
    if (engine === 'script') middleware.add(source, findMiddlewareNames(source))
    found.push(checkTemplate(template, checker))
    if (template.urls === undefined) continue
    const { urls } = adoptFile(source, template.urls, classifier, () => true)
    written.push(...urls.filter((url) => !isIgnored(url, source)))
  }
  return {
    files: found.length,
    links: found.reduce((sum, { links }) => sum + links, 0),
    errors: [...found.flatMap(({ errors }) => errors), ...missing.values()],
    dynamic: found.flatMap(({ dynamic }) => dynamic),
    unread: [...unread, ...found.flatMap((findings) => findings.unread)],
    ignored: found.reduce((sum, { ignored }) => sum + ignored, 0),
    middleware,
    written,
    unknown: templates.unknown,
  }
}
