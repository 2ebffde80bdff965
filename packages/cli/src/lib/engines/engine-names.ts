/** The names are apart from the engines, so that a command that reads no template loads no engine. */
export const engineNames = ['nunjucks', 'handlebars', 'eta', 'ejs', 'liquid', 'pug', 'script'] as const

export type TemplateEngineName = (typeof engineNames)[number]
