import { checkOptions, type OptionNames } from '../../check-options.js'
import { ConfigurationException } from '../../exceptions.js'
import type { HostRequest, HostResponse, Middleware, NextFunction } from '../../hosts/host.js'
import type { DevelopmentPages, DevelopmentPagesOptions } from './development-pages.js'
import { settingsOf } from '../../hosts/host-settings.js'
import { isInProduction } from '../../runtime.js'
import { isForeignFetch, isLocalClient } from './local-client.js'

/** Options of `devTools`. */
export interface DevToolsOptions {
  readonly mapping: DevelopmentPagesOptions['mapping']
  /** The URL that opens a place in a file. Default: `vscode://file{file}:{line}:{column}`. */
  readonly editor?: string | undefined
}

/**
 * The development pages. Use them as the first middleware: `app.use(devTools({ mapping }))`. `/__routes` shows the
 * routes, explains which line answers a request, and builds URLs. If a page is not found, or fails because of a broken
 * link or route file, the browser shows the reason instead of the application's page.
 *
 * The pages work only outside of production, and only for clients on this computer. `trust proxy` does not change this.
 *
 * @throws ConfigurationException
 */
export function devTools(options: DevToolsOptions): Middleware {
  checkOptions('devTools', options, optionRules)
  const { mapping, editor = vsCode } = { ...options }
  if (typeof mapping?.cwd !== 'string')
    throw new ConfigurationException('mapping', 'devTools: expected { mapping }, a RouterHandlerMapping')
  if (isInProduction()) return (_request, _response, next) => next()

  // Loaded at a developer's first request, so production never loads it.
  let pages: DevelopmentPages | undefined
  const load = async (): Promise<DevelopmentPages> => {
    const module = await import('./development-pages.js')
    return (pages ??= new module.DevelopmentPages({ mapping, editor }))
  }
  const enter = (request: HostRequest, response: HostResponse, next: NextFunction): void => {
    try {
      if (pages?.answer(request, response) !== true) next()
    } catch (error) {
      next(error)
    }
  }
  return (request, response, next) => {
    const isOff =
      isInProduction() ||
      settingsOf(request).isProduction?.(request) === true ||
      !isLocalClient(request) ||
      isForeignFetch(request)
    if (isOff) next()
    else if (pages === undefined) load().then(() => enter(request, response, next), next)
    else enter(request, response, next)
  }
}

const vsCode = 'vscode://file{file}:{line}:{column}'

const optionRules: OptionNames<DevToolsOptions> = {
  mapping: true,
  editor: [
    (value) =>
      typeof value === 'string' && value.includes('{file}') && !/^\s*(?:javascript|data):/i.test(value),
    `a URL with {file}, such as "${vsCode}"`,
  ],
}
