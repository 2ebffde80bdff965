/** Engine names. They have their own file so that a command without templates loads no engine. */
export const engineNames = ['nunjucks', 'handlebars', 'eta', 'ejs', 'liquid', 'pug', 'script'] as const

export type TemplateEngineName = (typeof engineNames)[number]
