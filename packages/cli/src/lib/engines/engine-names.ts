/** Apart from the engines, so that a command which reads no template loads none. */
export const engineNames = ['nunjucks', 'handlebars', 'eta', 'ejs', 'liquid', 'pug', 'script'] as const

export type TemplateEngineName = (typeof engineNames)[number]
