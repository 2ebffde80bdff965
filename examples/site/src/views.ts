import { Router } from '@mvc-router/router-core'
import { routeEngine } from '@mvc-router/view-ejs'
import { routePlugin } from '@mvc-router/view-eta'
import { routeHelpers } from '@mvc-router/view-handlebars'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import { Eta } from 'eta'
import type { Express } from 'express'
import { engine as createHandlebars } from 'express-handlebars'
import nunjucks from 'nunjucks'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderJsx } from './jsx/render-jsx.js'

/**
 * Registers five template engines, where your application has one: each is set up as its own manual says, with one line
 * that knows of the routes.
 */
export function installViews(app: Express, folder: string): void {
  const views = join(folder, 'views')
  // JSX views are the compiled modules.
  app.set('views', [views, fileURLToPath(new URL('.', import.meta.url))])
  const cache = app.enabled('view cache')

  const environment = nunjucks.configure(join(views, 'nunjucks'), { noCache: !cache })
  environment.addExtension('RouteDirective', new RouteDirective())
  app.engine('njk', (file, model, done) => done(null, environment.render(file, model)))

  const handlebars = createHandlebars({
    extname: 'hbs',
    layoutsDir: join(views, 'handlebars/layouts'),
    partialsDir: join(views, 'handlebars/partials'),
    helpers: routeHelpers(),
  })
  // oxlint-disable-next-line typescript/no-misused-promises -- it calls back, and returns a promise as well
  app.engine('hbs', handlebars)

  const eta = new Eta({ views: join(views, 'eta'), cache, plugins: [routePlugin()] })
  app.engine('eta', (file, model, done) => done(null, eta.render(relative(join(views, 'eta'), file), model)))

  app.engine('ejs', routeEngine({ router: Router }))

  app.engine('js', renderJsx)
}
