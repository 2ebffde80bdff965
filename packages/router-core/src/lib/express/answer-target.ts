import { STATUS_CODES } from 'node:http'
import { reverseLink } from '../reverse-link.js'
import type { RouteMatch } from '../routing/match-request.js'
import { staticPathVariable } from '../syntax/route-target.js'
import type { NextFunction } from './express-request.js'
import type { Handler } from './routing-state.js'
import { serveFile } from './serve-file.js'
import type { ResultContext } from './write-result.js'

/** What a route may lead to besides an action. */
export type TargetHandler = Exclude<Handler, { type: 'action' | 'dynamicAction' }>

/** Answers with a file, a status or a redirection. */
export function answerTarget(
  context: ResultContext & { readonly match: RouteMatch },
  handler: TargetHandler,
  next: NextFunction,
): void {
  const { request, response, match } = context
  switch (handler.type) {
    case 'file':
      serveFile(request, response, next, {
        root: handler.root,
        resource: handler.resource ?? match.args[staticPathVariable] ?? '',
        dotfiles: handler.resource === undefined ? 'ignore' : 'allow',
      })
      return
    case 'status':
      response.statusCode = handler.status
      response.setHeader('Content-Type', 'text/plain; charset=utf-8')
      response.send(handler.text ?? STATUS_CODES[handler.status] ?? String(handler.status))
      return
    case 'redirect':
      response.redirect(handler.status, handler.url)
      return
    case 'redirectToAction': {
      const { action, fixedArguments } = handler.call
      const { url } = reverseLink(context.reverser, action, { ...match.args, ...fixedArguments })
      response.redirect(handler.status, url)
    }
  }
}
