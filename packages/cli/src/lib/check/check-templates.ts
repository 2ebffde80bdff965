import type { Router } from '@mvc-router/router-core'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { adoptFile, type AdoptedUrl } from '../adopt/adopt-file.js'
import type { UrlClassifier } from '../adopt/url-classifier.js'
import { LinkChecker } from './check-link.js'
import { checkTemplate, isIgnored, type TemplateFinding } from './check-template.js'
import { MissingEngineException, type LinkFinderOptions, type TemplateEngine } from '../links/find-links.js'
import type { KnownMiddleware } from './check-middleware.js'
import { findMiddlewareNames } from '../links/middleware-names.js'
import type { TemplateFiles } from './template-files.js'
import { TemplateReader, type ReadTemplate } from './template-reader.js'
import { SourceText, type SourcePlace } from '../terminal/source-text.js'

/** What there is to say about the links of a set of templates. */
export interface TemplateReport {
  readonly files: number
  readonly links: number
  readonly errors: readonly TemplateFinding[]
  /** Links whose action is known at run time only. */
  readonly dynamic: readonly SourcePlace[]
  /** Code that could not be read. */
  readonly unread: readonly TemplateFinding[]
  /** Findings that a comment in the source wants ignored. */
  readonly ignored: number
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
  const report = { files: 0, links: 0, ignored: 0 }
  const errors: TemplateFinding[] = []
  const dynamic: SourcePlace[] = []
  const unread: TemplateFinding[] = []
  const written: AdoptedUrl[] = []
  const middleware = { names: new Map<string, SourcePlace>(), isOpen: false }
  const missingEngines = new Map<string, MissingEngineException>()
  for (const { path, engine } of templates.files) {
    const source = new SourceText(await readTemplateText(resolve(cwd, path)), path)
    const template = readOrMiss(reader, source, engine, missingEngines)
    if (template === undefined) continue
    if (engine === 'script') addMiddleware(source, middleware)
    const found = checkTemplate(template, checker)
    report.files++
    report.links += found.links
    report.ignored += found.ignored
    errors.push(...found.errors)
    dynamic.push(...found.dynamic)
    unread.push(...found.unread)
    if (template.urls !== undefined)
      written.push(
        ...adoptFile(source, template.urls, classifier, () => true).urls.filter(
          (url) => !isIgnored(url, source),
        ),
      )
  }
  for (const { file, message, hint } of missingEngines.values()) {
    const place = { file, line: 1, column: 1, lineText: '' }
    errors.push({ code: 'E_ENGINE_MISSING', message, ...(hint === undefined ? {} : { hint }), ...place })
  }
  return { ...report, errors, dynamic, unread, written, middleware, unknown: templates.unknown }
}

function addMiddleware(
  source: SourceText,
  known: { readonly names: Map<string, SourcePlace>; isOpen: boolean },
): void {
  const found = findMiddlewareNames(source)
  if (found === undefined) return
  for (const { name, offset } of found.names) known.names.set(name, source.place(offset))
  known.isOpen ||= found.isOpen
}

/** Undefined where the template's engine is not installed; the first file of each such engine is remembered. */
function readOrMiss(
  reader: TemplateReader,
  source: SourceText,
  engine: TemplateEngine,
  missing: Map<string, MissingEngineException>,
): ReadTemplate | undefined {
  try {
    return reader.read(source, engine)
  } catch (error) {
    if (!(error instanceof MissingEngineException)) throw error
    if (!missing.has(error.engine)) missing.set(error.engine, error)
    return undefined
  }
}

/** Without the byte order mark, which engines drop, too. */
export async function readTemplateText(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}
