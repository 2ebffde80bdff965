import type { RouterHandlerMapping } from '@mvc-router/router-core/express'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import type { Express } from 'express'
import nunjucks from 'nunjucks'
import { join } from 'node:path'

/** Registers the template engines: one line each that knows of the router. */
export function installViews(app: Express, folder: string, mapping: RouterHandlerMapping): void {
  const environment = nunjucks.configure(join(folder, 'views/nunjucks'), {
    express: app,
    noCache: app.get('env') !== 'production',
  })
  environment.addExtension('RouteDirective', new RouteDirective({ router: mapping }))
  app.set('view engine', 'njk')
}
