import type { EjsModule, EjsOptions } from '../ejs-module.js'
import { ejsSyntax } from '../ejs-syntax.js'
import { parseTags } from './parse-tags.js'
import { TemplateText } from '../template-text.js'
import { writeTags } from './write-tags.js'

/**
 * Replaces the tags of a template by EJS code. Every line keeps its number, so the line numbers in errors of EJS are right.
 *
 * @param options EJS's options, of which the delimiters, `localsName`, `strict`, `_with` and `filename` matter here
 * @throws TagSyntaxException
 */
export function preprocessTags(
  template: string,
  options: EjsOptions = {},
  ejs: Partial<EjsModule> = {},
): string {
  const source = new TemplateText(template, options.filename ?? 'template')
  const syntax = ejsSyntax(options, ejs)
  return writeTags(source, syntax, parseTags(source, syntax))
}
