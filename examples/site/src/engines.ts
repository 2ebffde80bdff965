/** The template engines that write the same pages, and how the names of their files end. */
const extensions = { nunjucks: 'njk', handlebars: 'hbs', eta: 'eta', ejs: 'ejs', jsx: 'js' } as const

export type EngineName = keyof typeof extensions

export const engineNames = Object.keys(extensions) as readonly EngineName[]

export function isEngine(name: string): name is EngineName {
  return Object.hasOwn(extensions, name)
}

/** The file of a page: `list` is `handlebars/list.hbs` for one visitor, and `jsx/list.js` for another. */
export function viewFile(engine: EngineName, page: string): string {
  return `${engine}/${page}.${extensions[engine]}`
}
