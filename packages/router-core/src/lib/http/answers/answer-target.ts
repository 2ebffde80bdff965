import { http } from '../../runtime.js'
import { NoHandlerFoundException } from '../../exceptions.js'
import { blamesPath, fillRedirect } from '../../reversing/fill-redirect.js'
import { reverseLink } from '../../templates/reverse-link.js'
import type { RouteMatch } from '../../matching/match-request.js'
import { fillAction } from '../../syntax/action-call.js'
import { hasLowerEscape } from '../../syntax/percent-encoding.js'
import { settingsOf } from '../../hosts/host-settings.js'
import type { NextFunction } from '../../hosts/host.js'
import type { RouteHandler } from '../snapshot/route-handler.js'
import { fileOf } from '../snapshot/static-file.js'
import { serveFile } from './serve-file.js'
import type { ResultContext } from './write-result.js'

/** The handler of a route that has neither an action nor a view. */
type TargetHandler = Exclude<RouteHandler, { type: 'action' | 'dynamicAction' | 'view' }>

export function answerTarget(
  context: ResultContext & { readonly match: RouteMatch },
  handler: TargetHandler,
  next: NextFunction,
): void {
  const { request, response, match } = context
  switch (handler.type) {
    case 'file': {
      const { path } = request
      const file = fileOf(
        handler,
        match,
        path,
        hasLowerEscape(path) && settingsOf(request).ignoresCase?.(request) === true,
      )
      if (file === undefined) next()
      else serveFile(request, response, next, file)
      return
    }
    case 'status':
      response.statusCode = handler.status
      response.setHeader('Content-Type', 'text/plain; charset=utf-8')
      response.send(handler.text ?? http().STATUS_CODES[handler.status] ?? String(handler.status))
      return
    case 'redirect': {
      const url = fillRedirect(handler.url, match.route, match.args)
      if (url === undefined) next()
      else response.redirect(handler.status, url)
      return
    }
    case 'redirectToAction':
      redirectToAction(context, handler, next)
  }
}

function redirectToAction(
  { reverser, response, match }: Parameters<typeof answerTarget>[0],
  {
    status,
    call: { action, variables, fixedArguments },
  }: Extract<TargetHandler, { type: 'redirectToAction' }>,
  next: NextFunction,
): void {
  const args = { ...match.args, ...fixedArguments }
  const name = fillAction(action, args)
  // A variable that is part of the action's name is not an argument of the action.
  for (const variable of variables) delete args[variable]
  let url: string
  try {
    url = reverseLink(reverser, name, args).url
  } catch (error) {
    // No error: the path names a missing action, or has a value that the action refuses.
    const isOfPath =
      error instanceof NoHandlerFoundException &&
      (variables.length > 0 || blamesPath(error, match.args, fixedArguments))
    if (!isOfPath) throw error
    next()
    return
  }
  response.redirect(status, url)
}
