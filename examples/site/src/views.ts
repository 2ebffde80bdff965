import { Router } from '@mvc-router/router-core'
import { routeEngine } from '@mvc-router/view-ejs'
import { routePlugin } from '@mvc-router/view-eta'
import { routeHelpers } from '@mvc-router/view-handlebars'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import { Eta } from 'eta'
import { ExpressHandlebars } from 'express-handlebars'
import nunjucks from 'nunjucks'
import { extname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { renderJsx } from './jsx/render-jsx.js'

/** The views of the shop, for any host. */
export interface Views {
  /** The folders in which names of views begin. */
  readonly folders: readonly string[]
  /** Extensions such as `njk`. */
  readonly extensions: readonly string[]
  /** @param view `nunjucks/list.njk`, or the whole path of the file */
  readonly render: (view: string, model: object) => Promise<string>
}

/** JSX views are the compiled modules. */
const modules = fileURLToPath(new URL('.', import.meta.url))

/**
 * Creates five template engines, although your application needs only one. Each engine is set up as in its own manual,
 * with one line for the links.
 */
export function createViews(folder: string): Views {
  const views = join(folder, 'views')
  const cache = process.env['NODE_ENV'] === 'production'

  const environment = nunjucks.configure(join(views, 'nunjucks'), { noCache: !cache })
  environment.addExtension('RouteDirective', new RouteDirective())

  const handlebars = new ExpressHandlebars({
    extname: 'hbs',
    layoutsDir: join(views, 'handlebars/layouts'),
    partialsDir: join(views, 'handlebars/partials'),
    helpers: routeHelpers(),
  })

  const eta = new Eta({ views: join(views, 'eta'), cache, plugins: [routePlugin()] })

  const ejs = promisify(routeEngine({ router: Router }))

  const engines: Readonly<Record<string, (file: string, model: object) => string | Promise<string>>> = {
    njk: (file, model) => environment.render(file, model),
    hbs: async (file, model) => handlebars.renderView(file, { cache, ...model }),
    eta: (file, model) => eta.render(relative(join(views, 'eta'), file), model),
    ejs: async (file, model) => String(await ejs(file, { cache, ...model })),
    js: renderJsx,
  }
  return {
    folders: [views, modules],
    extensions: Object.keys(engines),
    async render(view, model) {
      const extension = extname(view).slice(1)
      const file = resolve(extension === 'js' ? modules : views, view)
      const engine = Object.hasOwn(engines, extension) ? engines[extension] : undefined
      if (engine === undefined) throw new TypeError(`No template engine writes ${view}`)
      return engine(file, model)
    },
  }
}
