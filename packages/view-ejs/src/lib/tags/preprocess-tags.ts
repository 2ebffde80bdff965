import { escapesUrlsAsHtml } from '@mvc-router/router-core/templates'
import defaultEjs from 'ejs'
import type { EjsModule, EjsOptions } from '../ejs-module.js'
import { parseTags } from './parse-tags.js'
import { tagDelimiters, tagsLocal } from './tag-delimiters.js'
import { TemplateText } from '../template-text.js'
import { writeTags } from './write-tags.js'

/**
 * Replaces the tags of a template by EJS code. Every line keeps its number, so EJS's errors have the right lines.
 *
 * @param options EJS's options; uses the delimiters, `localsName`, `strict`, `_with`, `escape` and `filename`
 * @throws TagSyntaxException
 */
export function preprocessTags(
  template: string,
  options: EjsOptions = {},
  ejs: Partial<EjsModule> = {},
): string {
  const source = new TemplateText(template, options.filename ?? 'template')
  const { strict = false, _with: usesWith = true } = options
  const localsName = options.localsName || ejs.localsName || 'locals'
  const tags = usesWith && !strict ? tagsLocal : `${localsName}.${tagsLocal}`
  const printsHtml = escapesUrlsAsHtml(options.escape || ejs.escapeXML || defaultEjs.escapeXML)
  const syntax = { ...tagDelimiters(options, ejs), tags, printsHtml }
  return writeTags(source, syntax, parseTags(source, syntax))
}
