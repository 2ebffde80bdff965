import { RouterHandlerMapping, RouterModelAttribute } from '@mvc-router/router-core/express'
import express, { type Express } from 'express'
import nunjucks from 'nunjucks'
import { createProjectController } from './project-controller.js'
import { createTicketController } from './ticket-controller.js'
import { TicketStore } from './tickets.js'

/** The application as it is now: every path stands once, in routes.conf. */
export async function createApp(store: TicketStore = new TicketStore()): Promise<Express> {
  const mapping = new RouterHandlerMapping({
    routeFiles: ['examples/migration/after/routes.conf'],
    controllers: {
      projectController: createProjectController(store),
      ticketController: createTicketController(store),
    },
  })
  await mapping.load()

  const app = express()
  app.disable('x-powered-by')
  nunjucks.configure('examples/migration/after/views', { express: app })
  app.use(express.urlencoded({ extended: false }))
  app.use(new RouterModelAttribute({ mapping }).middleware)
  app.use(mapping.middleware)
  app.use((_req, res) => res.status(404).send('Nothing here'))
  return app
}
