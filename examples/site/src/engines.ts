/** The template engines that write the same pages. */
export const engineNames = ['nunjucks', 'handlebars', 'eta', 'ejs', 'jsx'] as const

export type EngineName = (typeof engineNames)[number]

export function isEngine(name: string): name is EngineName {
  return (engineNames as readonly string[]).includes(name)
}
