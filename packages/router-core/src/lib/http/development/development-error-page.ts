import { checkOptions } from '../../check-options.js'
import { RouteFileParsingException } from '../../exceptions.js'
import type {
  ErrorMiddleware,
  HostRequest,
  HostResponse,
  Middleware,
  NextFunction,
} from '../../hosts/host.js'
import { settingsOf } from '../../hosts/host-settings.js'
import { isInProduction } from '../../runtime.js'
import type { RouterHandlerMapping } from '../router-handler-mapping.js'

/** Options of `developmentErrorPage`. */
export interface DevelopmentErrorPageOptions {
  readonly mapping: Pick<RouterHandlerMapping, 'reloadError' | 'cwd'>
}

/**
 * Shows errors of route files and links in the browser. It replaces `devTools` if the browser is on another computer:
 * `app.use(developmentErrorPage({ mapping }))`, after the mapping and before the pages for 404 and 500. After a failed
 * reload the last good routes still answer, so the error of the route files shows on requests that no route answers. It
 * does nothing in production.
 */
export function developmentErrorPage(options: DevelopmentErrorPageOptions): [Middleware, ErrorMiddleware] {
  checkOptions('developmentErrorPage', options, { mapping: true })
  const { mapping } = options
  return [
    (request, response, next) => {
      const { reloadError } = mapping
      if (reloadError === undefined || isOff(request, response)) next()
      else show(mapping, reloadError, response, next)
    },
    (error, request, response, next) => {
      if (isOff(request, response)) next(error)
      else show(mapping, error, response, next)
    },
  ]
}

function isOff(request: HostRequest, { headersSent }: HostResponse): boolean {
  return headersSent || isInProduction() || settingsOf(request).isProduction?.(request) === true
}

/** Loads the pages when there is something to show, so production never loads them. */
function show(
  { reloadError, cwd }: DevelopmentErrorPageOptions['mapping'],
  error: unknown,
  response: HostResponse,
  next: NextFunction,
): void {
  const render = async (): Promise<void> => {
    const { problemPage, routerError } = await import('./problem-page.js')
    const { Places } = await import('./places.js')
    const { sendPage } = await import('./replace-answer.js')
    if (routerError(error) === undefined) {
      next(error)
      return
    }
    // The browser may be on another computer, so it sees no places in other files than the route files.
    const places = new Places(cwd, undefined)
    const context = { places, views: undefined, routesUrl: undefined, ownPageUrl: undefined }
    const isReload = error instanceof RouteFileParsingException && error === reloadError
    const problems = { reloadError, error: isReload ? undefined : error, miss: undefined }
    sendPage(response, problemPage(500, problems, context))
  }
  // oxlint-disable-next-line promise/no-callback-in-promise -- the host takes errors by its callback
  render().catch(next)
}
