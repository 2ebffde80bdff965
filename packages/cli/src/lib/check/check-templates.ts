import type { Router } from '@mvc-router/router-core'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { adoptFile, type AdoptedUrl } from '../adopt/adopt-file.js'
import type { UrlClassifier } from '../adopt/url-classifier.js'
import { UrlFinder } from '../adopt/url-finder.js'
import { LinkChecker } from './check-link.js'
import {
  LinkFinder,
  MissingEngineException,
  type LinkFinderOptions,
  type TemplateEngine,
} from '../links/find-links.js'
import type { KnownMiddleware } from './check-middleware.js'
import { findMiddlewareNames } from '../links/middleware-names.js'
import type { TemplateFiles } from './template-files.js'
import { withMethods } from './link-methods.js'
import type { FoundLinks } from '../links/template-link.js'
import { SourceText, type SourcePlace } from '../terminal/source-text.js'

/** Something found in a template, with its place. */
export interface TemplateFinding extends SourcePlace {
  readonly code: string
  readonly message: string
  readonly hint?: string
}

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
  /** Judges the URLs that are written out. */
  readonly classifier: UrlClassifier
}

/**
 * Checks every link, and every URL that is written out, in every file. An engine that is not installed is one error, and
 * the files of the others are checked all the same.
 */
export async function checkTemplates(
  router: Router,
  { templates, classifier, ...options }: CheckTemplatesOptions,
): Promise<TemplateReport> {
  const { cwd } = options
  const finder = new LinkFinder(options)
  const urls = new UrlFinder(finder, options.nunjucks)
  const checker = new LinkChecker(router)
  const report = { files: 0, links: 0, ignored: 0 }
  const errors: TemplateFinding[] = []
  const dynamic: SourcePlace[] = []
  const unread: TemplateFinding[] = []
  const written: AdoptedUrl[] = []
  const middleware = { names: new Map<string, SourcePlace>(), isOpen: false }
  const missingEngines = new Map<string, MissingEngineException>()
  for (const { path, engine } of templates.files) {
    const ofFile: TemplateFinding[] = []
    const source = new SourceText(await readText(resolve(cwd, path)), path)
    const found = findOrMiss(finder, source, engine, missingEngines)
    if (found === undefined) continue
    report.files++
    if (engine === 'script') addMiddleware(source, middleware)
    for (const problem of found.problems)
      ofFile.push({ code: 'E_TEMPLATE_SYNTAX', ...locate(problem, source) })
    for (const problem of found.unread) unread.push({ code: 'E_TEMPLATE_UNREAD', ...locate(problem, source) })
    const fileUrls = found.problems.length > 0 ? undefined : urls.find(source, engine)
    for (const link of withMethods(found.links, fileUrls?.links ?? [])) {
      if (!checker.isLink(link)) continue
      report.links++
      if (link.isDynamic) dynamic.push(source.place(link.offset))
      for (const fault of checker.check(link)) {
        const finding = { code: fault.code, ...locate(fault, source) }
        if (isIgnored(finding, source)) report.ignored++
        else ofFile.push(finding)
      }
    }
    if (fileUrls !== undefined)
      written.push(
        ...adoptFile(source, fileUrls, classifier, () => true).urls.filter((url) => !isIgnored(url, source)),
      )
    errors.push(...inOrder(ofFile))
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
  const found = findMiddlewareNames(source.text, source.file)
  if (found === undefined) return
  for (const { name, offset } of found.names) known.names.set(name, source.place(offset))
  known.isOpen ||= found.isOpen
}

/** Undefined where the template's engine is not installed; the first file of each such engine is remembered. */
function findOrMiss(
  finder: LinkFinder,
  source: SourceText,
  engine: TemplateEngine,
  missing: Map<string, MissingEngineException>,
): FoundLinks | undefined {
  try {
    return finder.find(source, engine)
  } catch (error) {
    if (!(error instanceof MissingEngineException)) throw error
    if (!missing.has(error.engine)) missing.set(error.engine, error)
    return undefined
  }
}

function inOrder(findings: readonly TemplateFinding[]): TemplateFinding[] {
  return findings.toSorted((left, right) => left.line - right.line || left.column - right.column)
}

/** Without the byte order mark, which engines drop, too. */
async function readText(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function locate(
  { message, hint, offset }: { message: string; hint?: string; offset: number },
  source: SourceText,
): Omit<TemplateFinding, 'code'> {
  return { message, ...(hint === undefined ? {} : { hint }), ...source.place(offset) }
}

/** The word that silences a finding, in a comment of any language, on its line or on the line above. */
const ignoreWord = 'mvc-router-ignore'

function isIgnored({ line, lineText }: SourcePlace, source: SourceText): boolean {
  if (lineText.includes(ignoreWord)) return true
  return line > 1 && source.place(source.offsetAt(line - 2, 0)).lineText.includes(ignoreWord)
}
