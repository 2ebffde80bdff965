import { escapesUrlsAsHtml } from '@mvc-router/router-core/templates'
import defaultEjs from 'ejs'
import type { EjsModule, EjsOptions } from './ejs-module.js'
import { tagDelimiters, tagsLocal } from './tags/tag-delimiters.js'
import type { WrittenSyntax } from './tags/write-tag.js'

/** The syntax of generated code for these options of EJS. */
export function ejsSyntax(options: EjsOptions, ejs: Partial<EjsModule> = {}): WrittenSyntax {
  const { strict = false, _with: usesWith = true } = options
  const localsName = options.localsName || ejs.localsName || 'locals'
  const tags = usesWith && !strict ? tagsLocal : `${localsName}.${tagsLocal}`
  const printsHtml = escapesUrlsAsHtml(options.escape || ejs.escapeXML || defaultEjs.escapeXML)
  return { ...tagDelimiters(options, ejs), tags, printsHtml }
}
