import { readJson } from '@mvc-router/import/script'
import { join } from 'node:path'
import { enginesOfPackages, type ApplicationEngines } from './application-engines.js'
import { templateEngines } from './engines.js'
import { nunjucksEngine } from './nunjucks/nunjucks-engine.js'
import type { NunjucksOptions, TemplateEngine } from './template-engine.js'

/** A file with template tags whose extension belongs to no engine. */
export interface UndecidedTemplate {
  readonly path: string
  readonly text: string
  /** The engines whose tags it has. */
  readonly candidates: readonly TemplateEngine[]
}

/**
 * The engines whose tags are in a text. Engines with tags of their own in the text win over the others.
 *
 * @param nunjucks the delimiters of Nunjucks, if the application sets them
 */
export function enginesOfText(text: string, nunjucks: NunjucksOptions | undefined): TemplateEngine[] {
  if (goMarks.test(text)) return []
  const engines = [...templateEngines.values()]
  const { blockStart } = nunjucks?.tags ?? {}
  if (blockStart !== undefined && text.includes(blockStart)) return [nunjucksEngine]
  const own = engines.filter(({ ownMarks }) => ownMarks?.test(text) === true)
  return own.length > 0 ? own : engines.filter(({ marks }) => marks?.test(text) === true)
}

/** Tags of Go templates, such as `{{ .Values.name }}` in a Helm chart beside the application. */
const goMarks = /\{\{-?\s{0,9}(?:\/\*|\.[A-Za-z]|(?:define|template|block)\s{1,9}")/

/** Decides by tags, by the engines that the application registers, by its dependencies, and by its other templates. */
export function decideEngines(
  templates: readonly UndecidedTemplate[],
  { others, byExtension }: ApplicationEngines,
  cwd: string,
): Map<UndecidedTemplate, TemplateEngine> {
  const evidence = [undefined, new Set([...others, ...byExtension.values()]), installedEngines(cwd)]
  const decided = new Map<UndecidedTemplate, TemplateEngine>()
  for (const template of templates)
    for (const names of evidence) {
      const [only, ...more] = template.candidates.filter(({ name }) => names?.has(name) ?? true)
      if (only === undefined || more.length > 0) continue
      decided.set(template, only)
      break
    }
  const [only, ...more] = new Set(decided.values())
  if (only !== undefined && more.length === 0)
    for (const template of templates) if (template.candidates.includes(only)) decided.set(template, only)
  return decided
}

/** By the dependencies that package.json names. */
function installedEngines(cwd: string): Set<string> {
  const manifest = readJson(join(cwd, 'package.json')) as Readonly<Record<string, object>> | undefined
  const { dependencies, devDependencies } = manifest ?? {}
  const names = Object.keys({ ...dependencies, ...devDependencies })
  return new Set(names.flatMap((name) => enginesOfPackages.get(name) ?? []))
}
