/** The template engines, with the extensions of their files and their names for visitors. All write the same pages. */
const engines = {
  nunjucks: { extension: 'njk', title: 'Nunjucks' },
  handlebars: { extension: 'hbs', title: 'Handlebars' },
  eta: { extension: 'eta', title: 'Eta' },
  ejs: { extension: 'ejs', title: 'EJS' },
  jsx: { extension: 'js', title: 'JSX' },
} as const

export type EngineName = keyof typeof engines

export const engineNames = Object.keys(engines) as readonly EngineName[]

export function isEngine(name: string): name is EngineName {
  return Object.hasOwn(engines, name)
}

/** Returns the file of a page. With Handlebars, `list` is `handlebars/list.hbs`. */
export function viewFile(engine: EngineName, page: string): string {
  return `${engine}/${page}.${engines[engine].extension}`
}

/** The choice of an engine in the layout. */
export interface EngineChoice {
  readonly name: EngineName
  readonly title: string
  readonly isCurrent: boolean
}

export function engineChoices(current: EngineName): readonly EngineChoice[] {
  return engineNames.map((name) => ({ name, title: engines[name].title, isCurrent: name === current }))
}
