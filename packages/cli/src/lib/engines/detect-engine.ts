import { enginesOfPackages, type ApplicationEngines } from './application-engines.js'
import { templateEngines } from './engines.js'
import { nunjucksEngine } from './nunjucks/nunjucks-engine.js'
import { packagesIn } from './package-names.js'
import type { NunjucksOptions, TemplateEngine } from './template-engine.js'

/** A file with template tags whose extension belongs to no engine. */
export interface UndecidedTemplate {
  readonly path: string
  readonly text: string
  readonly candidates: readonly TemplateEngine[]
}

/** Finds engines by the tags in a text. Engines with tags that no other engine has take priority. */
export function enginesOfText(text: string, nunjucks: NunjucksOptions | undefined): TemplateEngine[] {
  if (goMarks.test(text) || (browserMarks.test(text) && !serverMarks.test(text))) return []
  const engines = [...templateEngines.values()]
  const { blockStart } = nunjucks?.tags ?? {}
  if (blockStart !== undefined && text.includes(blockStart)) return [nunjucksEngine]
  const own = engines.filter(({ ownMarks }) => ownMarks?.test(text) === true)
  return own.length > 0 ? own : engines.filter(({ marks }) => marks?.test(text) === true)
}

/** Finds tags of Go templates, such as `{{ .Values.name }}` in a Helm chart. */
const goMarks = /\{\{-?\s{0,9}(?:\/\*|\.[A-Za-z]|(?:define|template|block)\s{1,9}")/

/** Finds attributes of pages in which Angular or Vue replaces `{{ x }}` in the browser. */
const browserMarks = /\s(?:(?:data-|x-)?ng-[a-z]|\*ng[A-Z]|v-(?:if|for|bind|model|on|show|text|html)\b)/
/** Finds template tags other than `{{ x }}`. */
const serverMarks = /\{%|<%|\{\{[#/>!^&{~]/

/**
 * Decides by the tags, then by registered engines, imported engines, dependencies, and the application's other
 * templates. `foreign` means an unsupported engine.
 */
export function decideEngines(
  templates: readonly UndecidedTemplate[],
  { others, byExtension, imported }: ApplicationEngines,
  cwd: string,
): Map<UndecidedTemplate, TemplateEngine | 'foreign'> {
  const installed = new Set(packagesIn(cwd).flatMap((name) => enginesOfPackages.get(name) ?? []))
  const evidence = [new Set([...others, ...byExtension.values()]), imported, installed]
  const used = new Set(evidence.flatMap((names) => [...names]))
  const hasForeign = [...used].some((name) => name !== undefined && !templateEngines.has(name))
  const decided = new Map<UndecidedTemplate, TemplateEngine | 'foreign'>()
  for (const template of templates) {
    // Swig and Nunjucks have the same tags, so engines that the project does not use are left out.
    if (hasForeign && !template.candidates.some(({ name }) => used.has(name))) {
      decided.set(template, 'foreign')
      continue
    }
    for (const names of [undefined, ...evidence]) {
      const [only, ...more] = template.candidates.filter(({ name }) => names?.has(name) ?? true)
      if (only === undefined || more.length > 0) continue
      decided.set(template, only)
      break
    }
  }
  const [only, ...more] = new Set(decided.values())
  if (only !== undefined && only !== 'foreign' && more.length === 0)
    for (const template of templates) if (template.candidates.includes(only)) decided.set(template, only)
  return decided
}
