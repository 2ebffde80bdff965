import { redirect, type Redirect } from '@mvc-router/router-core/express'
import type { NextFunction, Request, Response } from 'express'
import type { Ticket, TicketStore } from './tickets.js'

type Handler = (
  req: Request<{ project: string; number: string }>,
  res: Response,
  next: NextFunction,
) => Redirect | void

/** Redirects name the action, and no longer its path. */
export function createTicketController(store: TicketStore): Record<'create' | 'show' | 'close', Handler> {
  const find = ({ params }: Request<{ project: string; number: string }>): Ticket | undefined =>
    store.find(params.project, Number(params.number))
  return {
    create(req, _res, next) {
      const { project } = req.params
      const ticket = store.add(project, String((req.body as { title?: unknown }).title))
      return ticket === undefined
        ? next()
        : redirect('ticketController.show', { project, number: ticket.number })
    },
    show(req, res, next) {
      const ticket = find(req)
      if (ticket === undefined) next()
      else res.render('ticket.njk', { project: req.params.project, ticket })
    },
    close(req, _res, next) {
      const { project, number } = req.params
      return store.close(project, Number(number)) ? redirect('projectController.show', { project }) : next()
    },
  }
}
