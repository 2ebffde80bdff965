import type { SourceText } from '../terminal/source-text.js'
import type { TemplateEngine } from './template-engine.js'
import type { FoundLinks, TemplateProblem } from './template-link.js'

const action = String.raw`\s*route\s+["'][\w$]+\.[\w$]+`
const tags: readonly (readonly [form: RegExp, ...engines: TemplateEngine['name'][]])[] = [
  [new RegExp(`\\{%-?${action}`, 'g'), 'nunjucks', 'liquid'],
  [new RegExp(`\\{\\{~?#?${action}`, 'g'), 'handlebars'],
  [new RegExp(`<%[-_]?${action}`, 'g'), 'eta'],
]

/**
 * Finds links in the form of another engine: `{% route "a.b" %}` in a Handlebars template, which prints the tag.
 *
 * @param links the links of the template, which may have other delimiters
 */
export function foreignTags(
  { text }: SourceText,
  { name, isProgram }: TemplateEngine,
  links: FoundLinks['links'],
): TemplateProblem[] {
  if (isProgram) return []
  return tags.flatMap(([form, ...engines]) => {
    if (engines.includes(name)) return []
    const message = `This is a tag of ${engines.join(' and ')}, and a template of ${name} prints it as text`
    return Array.from(text.matchAll(form))
      .filter(
        ({ index, 0: tag }) => !links.some(({ offset }) => offset >= index && offset < index + tag.length),
      )
      .map(({ index }) => ({ message, offset: index }))
  })
}
