import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, pick, type Random } from '../random.js'

/** What is in the project that editors are measured with. */
export const projectSize = {
  controllers: 50,
  routes: 1000,
  templates: 500,
  programs: 50,
  linksPerTemplate: 20,
}

/** The files of the project, by what they are. */
export interface ProjectFiles {
  readonly routes: readonly string[]
  readonly templates: readonly string[]
  readonly programs: readonly string[]
  readonly controllers: readonly string[]
}

const methods =
  'list show create update remove edit blank search print archive restore publish share copy move tag lock unlock history export'

/** Writes an application of some size, whose files nobody has ever edited, and gives their names. */
export function writeProject(folder: string): ProjectFiles {
  const random = createRandom(1000)
  const files = {
    routes: ['routes.conf'],
    templates: [] as string[],
    programs: [] as string[],
    controllers: [] as string[],
  }
  const write = (list: string[], name: string, text: string): void => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
    list.push(name)
  }
  write([], 'package.json', '{ "type": "module" }\n')
  write([], 'routes.conf', routesText())
  for (let index = 0; index < projectSize.controllers; index++)
    write(files.controllers, `src/controllers/item${index}-controller.ts`, controllerText(random, index))
  for (let index = 0; index < projectSize.programs; index++)
    write(files.programs, `src/services/service${index}.ts`, programText(random, index))
  for (let index = 0; index < projectSize.templates; index++) {
    const [extension, link] = pick(random, engines)
    const lines = Array.from({ length: projectSize.linksPerTemplate }, () => link(someAction(random)))
    const isPug = extension === 'pug'
    write(
      files.templates,
      `views/page${index}.${extension}`,
      isPug ? `ul\n${lines.join('')}` : `<ul>\n${lines.join('')}</ul>\n`,
    )
  }
  return files
}

const engines: readonly (readonly [extension: string, link: (action: string) => string])[] = [
  ['njk', (action) => `  <li><a href="{% route "${action}", id=item.id %}">{{ item.name }}</a></li>\n`],
  ['hbs', (action) => `  <li><a href="{{route "${action}" id=item.id}}">{{item.name}}</a></li>\n`],
  [
    'eta',
    (action) =>
      `  <li><a href="<%= it.route.reverse('${action}', { id: it.item.id }) %>"><%= it.item.name %></a></li>\n`,
  ],
  [
    'ejs',
    (action) =>
      `  <li><a href="<%= route.reverse('${action}', { id: item.id }) %>"><%= item.name %></a></li>\n`,
  ],
  ['pug', (action) => `  li: a(href=route.reverse('${action}', { id: item.id }))= item.name\n`],
]

/** The words of a controller: all of its lines have one variable, so that any link fits any line. */
function routesText(): string {
  const lines = ['# The routes of the editor']
  for (let index = 0; index < projectSize.controllers; index++)
    for (const [place, method] of methodNames.entries())
      lines.push(`GET /items${index}/${place}-${method}/{<[0-9]+>id} item${index}Controller.${method}`)
  return `${lines.join('\n')}\n`
}

const methodNames = methods.split(' ')

function someAction(random: Random): string {
  return `item${Math.floor(random() * projectSize.controllers)}Controller.${pick(random, methodNames)}`
}

function controllerText(random: Random, index: number): string {
  const body = methodNames.map(
    (method) => `
  /** Answers with what the store has, or with a page that says that there is nothing. */
  async ${method}(request: Request, response: Response): Promise<void> {
    const item = await this.store.find(Number(request.params.id))
    if (item === undefined) return response.status(404).render('missing', { title: 'Nothing here' })
    response.render('item${index}/${method}', { item, back: Router.reverse('${someAction(random)}', { id: item.id }) })
  }
`,
  )
  return `// A controller\nimport { Router } from '@mvc-router/router-core'\n\nexport class Item${index}Controller {\n  constructor(readonly store: Store) {}\n${body.join('')}}\n`
}

function programText(random: Random, index: number): string {
  const body = Array.from(
    { length: 10 },
    (_, place) =>
      `export const link${place} = (item: Item): string => router.reverse('${someAction(random)}', { id: item.id }).url\n`,
  )
  return `// Links of service ${index}\nimport { router } from '../router.js'\n\n${body.join('')}`
}
