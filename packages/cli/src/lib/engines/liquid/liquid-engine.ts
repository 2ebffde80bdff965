import { findHtmlUrls } from '../html/find-html-urls.js'
import type { EngineProject, TemplateEngine } from '../template-engine.js'
import { findLiquidLinks, type LiquidModule } from './links.js'
import { liquidDialect } from './urls.js'

export const liquidEngine: TemplateEngine = {
  name: 'liquid',
  extensions: ['.liquid'],
  keywords: { separator: ',', sign: ': ' },
  marks: /\{[%{]/,
  ownMarks:
    /\{%-?\s*(?:render|layout|assign|capture|unless|case|elsif|increment|liquid|route\s+["'][^"'%]*["']\s*,\s*\w+:)/,
  registration: 'engine.plugin(routeTag({ router: mapping }))',
  links: (source, project) => findLiquidLinks(source, liquidModule(source.file, project)),
  urls: ({ text, file }, project) => findHtmlUrls(text, liquidDialect(liquidModule(file, project))),
}

function liquidModule(file: string, project: EngineProject): LiquidModule {
  return project.need('liquidjs', file, { from: 10 }) as LiquidModule
}
