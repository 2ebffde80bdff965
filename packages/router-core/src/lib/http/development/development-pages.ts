import { resolve } from 'node:path'
import { negotiateFormat } from '../../matching/negotiate-format.js'
import { queryOf } from '../../matching/request-facts.js'
import { missesOf } from '../snapshot/allowed-methods.js'
import type { HostRequest, HostResponse } from '../../hosts/host.js'
import type { RouterHandlerMapping } from '../router-handler-mapping.js'
import type { DevelopmentPage } from './development-page.js'
import { createPlaceLink, type PlaceLink } from './create-place-link.js'
import { problemPage, routerError, type Problems } from './problem-page.js'
import { replaceAnswer, sendPage, type PlannedAnswer } from './replace-answer.js'
import { watchRequest } from '../request/request-watch.js'
import { readRoutesQuery, routesJson, routesPage, tryMatch } from './routes-page.js'

export interface DevelopmentPagesOptions {
  readonly mapping: Pick<RouterHandlerMapping, 'router' | 'controllers' | 'reloadError' | 'cwd' | 'watch'>
  readonly editor: string
}

export class DevelopmentPages {
  readonly #mapping: DevelopmentPagesOptions['mapping']
  readonly #linkPlace: PlaceLink

  constructor({ mapping, editor }: DevelopmentPagesOptions) {
    this.#mapping = mapping
    mapping.watch()
    this.#linkPlace = createPlaceLink(mapping.cwd, editor)
  }

  /** Answers a request for a development page and returns true. Watches other requests and returns false. */
  answer(request: HostRequest, response: HostResponse): boolean {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const page = this.#ownPage(request)
      if (page !== undefined) {
        sendPage(response, page)
        return true
      }
    }
    if (new URLSearchParams(queryOf(request.url)).get(switchName) !== 'off') this.#watch(request, response)
    return false
  }

  #ownPage(request: HostRequest): DevelopmentPage | undefined {
    const { path } = request
    const isJson = path === `${routesPath}.json`
    if (!isJson && path !== routesPath && path !== `${routesPath}/`) return undefined
    const { router, controllers, reloadError } = this.#mapping
    const view = {
      router,
      controllers,
      reloadError,
      linkPlace: this.#linkPlace,
      url: request.baseUrl + routesPath,
      mountPath: router.options.basePath ?? request.baseUrl,
    }
    const asked = readRoutesQuery(new URLSearchParams(queryOf(request.url)))
    const wantsJson = isJson || negotiateFormat(request.headers.accept) === 'json'
    return wantsJson ? routesJson(view, asked) : routesPage(view, asked)
  }

  /** Notes errors as they happen, and shows them if the answer reports an error. */
  #watch(request: HostRequest, response: HostResponse): void {
    let passedOn: unknown
    let failed: unknown
    const watch = {
      failed: (error: unknown): void => {
        failed = error
      },
      passedOn: (error: unknown): void => {
        // The first error is the cause. The application's page for errors may fail with the same broken link.
        if (routerError(error) !== undefined) passedOn ??= error
      },
    }
    watchRequest(request, watch)
    watchNext(request, watch.passedOn)
    const { baseUrl } = request
    replaceAnswer(response, (planned) => {
      // An application may expect a failed link, so a failed link counts only if the whole answer is an error.
      const error = passedOn ?? (planned.status >= 500 ? failed : undefined)
      return this.#pageInstead(request, response, baseUrl, planned, error)
    })
  }

  #pageInstead(
    request: HostRequest,
    response: HostResponse,
    baseUrl: string,
    { status, contentType }: PlannedAnswer,
    error: unknown,
  ): DevelopmentPage | undefined {
    if (status < 400 || !/^(?:text\/(?:html|plain)|$)/i.test(contentType)) return undefined
    const { accept = '' } = request.headers
    if (negotiateFormat(accept) !== 'html') return undefined
    const miss = status === 404 || status === 405 ? missIn(request, response) : undefined
    if (error === undefined && miss === undefined) return undefined
    const { reloadError } = this.#mapping
    const isBroken = error !== undefined || reloadError !== undefined
    // A program that accepts any type, such as a test, expects the application's own page for 404.
    if (!isBroken && !/\btext\/html\b/i.test(accept) && !isUnanswered(response)) return undefined
    return problemPage(
      reloadError === undefined ? status : 500,
      { reloadError, error, miss },
      {
        linkPlace: this.#linkPlace,
        views: viewFolders(response),
        routesUrl: baseUrl + routesPath,
        ownPageUrl: request.method === 'GET' ? withSwitch(request.originalUrl) : undefined,
      },
    )
  }
}

/**
 * `res.render` passes errors to `req.next`. Each router sets `req.next`, and restores the earlier value when it ends.
 */
function watchNext(request: HostRequest, tell: (error: unknown) => void): void {
  type Next = (reason?: unknown) => void
  const telling = new WeakSet<Next>()
  const watched = (next: unknown): unknown => {
    if (typeof next !== 'function' || telling.has(next as Next)) return next
    const outer: Next = (reason) => {
      tell(reason)
      ;(next as Next)(reason)
    }
    telling.add(outer)
    return outer
  }
  let current = watched((request as { next?: unknown }).next)
  Object.defineProperty(request, 'next', {
    get: () => current,
    set: (next: unknown) => {
      current = watched(next)
    },
    enumerable: true,
    configurable: true,
  })
}

/** Undefined if a line has accepted the request, because its action has then answered "not found". */
function missIn(request: HostRequest, response: HostResponse): Problems['miss'] {
  const misses = missesOf(response)
  const [first] = misses
  if (first === undefined || request.routeMatch !== undefined) return undefined
  return {
    asked: first.asked,
    lines: misses.flatMap(
      ({ snapshot: { router, registry }, asked }) => tryMatch({ router, controllers: registry }, asked).lines,
    ),
    allowed: [...new Set(misses.flatMap(({ snapshot, asked }) => snapshot.allowedMethods(asked)))],
  }
}

/** True for the page "Cannot GET" of `finalhandler`, which answers if no handler does. */
function isUnanswered(response: HostResponse): boolean {
  return response.getHeader('Content-Security-Policy') === "default-src 'none'"
}

function viewFolders({ app }: HostResponse): string[] {
  const { get } = (app ?? {}) as { get?: unknown }
  const views: unknown = typeof get === 'function' ? Reflect.apply(get, app, ['views']) : undefined
  return [views].flat().flatMap((folder) => (typeof folder === 'string' ? [resolve(folder)] : []))
}

/** The path of the routes page, relative to the mount path. */
const routesPath = '/__routes'

/** `?__routes=off` shows the application's own page. */
const switchName = '__routes'

/** The target with the switch; undefined for a target that is not a path. */
function withSwitch(target: string): string | undefined {
  if (!/^\/(?![/\\])/.test(target)) return undefined
  return `${target}${target.includes('?') ? '&' : '?'}${switchName}=off`
}
