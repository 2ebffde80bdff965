import express, { type Express } from 'express'
import nunjucks from 'nunjucks'
import { queryText, TicketStore } from './tickets.js'

/** The application as it was: paths in the code, and the same paths again in every template and redirect. */
export function createApp(store: TicketStore = new TicketStore()): Express {
  const app = express()
  app.disable('x-powered-by')
  nunjucks.configure('examples/migration/before/views', { express: app })
  app.use(express.urlencoded({ extended: false }))

  app.get('/', (_req, res) => res.redirect('/projects'))
  app.get('/projects', (_req, res) => res.render('projects.njk', { projects: store.projects }))
  app.get('/projects/:project', (req, res, next) => {
    const tickets = store.list(req.params.project, queryText(req.query['state']))
    if (tickets === undefined) return next()
    return res.render('project.njk', { project: req.params.project, tickets })
  })
  app.post('/projects/:project/tickets', (req, res, next) => {
    const ticket = store.add(req.params.project, String(req.body.title))
    if (ticket === undefined) return next()
    return res.redirect(303, `/projects/${req.params.project}/tickets/${ticket.number}`)
  })
  app.get('/projects/:project/tickets/:number', (req, res, next) => {
    if (!/^[0-9]+$/.test(req.params.number)) return next()
    const ticket = store.find(req.params.project, Number(req.params.number))
    if (ticket === undefined) return next()
    return res.render('ticket.njk', { project: req.params.project, ticket })
  })
  app.post('/projects/:project/tickets/:number/close', (req, res, next) => {
    if (!/^[0-9]+$/.test(req.params.number)) return next()
    if (!store.close(req.params.project, Number(req.params.number))) return next()
    return res.redirect(303, `/projects/${req.params.project}`)
  })

  app.use((_req, res) => res.status(404).send('Nothing here'))
  return app
}
