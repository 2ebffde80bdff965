import type { NextFunction, Request, Response } from 'express'
import { queryText, type TicketStore } from './tickets.js'

/** The handlers stayed what they were; they only got a name. */
export function createProjectController(
  store: TicketStore,
): Record<'list' | 'show', (req: Request<{ project: string }>, res: Response, next: NextFunction) => void> {
  return {
    list(_req, res) {
      res.render('projects.njk', { projects: store.projects })
    },
    show(req, res, next) {
      const { project } = req.params
      const tickets = store.list(project, queryText(req.query['state']))
      if (tickets === undefined) next()
      else res.render('project.njk', { project, tickets })
    },
  }
}
