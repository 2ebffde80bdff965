import {
  view,
  type ErrorMiddleware,
  type ExpressRequest,
  type ExpressResponse,
  type Middleware,
} from '@mvc-router/router-core/express'
import type { SiteInterceptor } from './site-interceptor.js'

interface Message {
  readonly title: string
  readonly message: string
}

/** The pages for requests that no route answers, and for errors. */
export class ErrorPages {
  readonly #site: SiteInterceptor
  readonly #reportFailure: (error: unknown) => void

  constructor(site: SiteInterceptor, reportFailure: (error: unknown) => void) {
    this.#site = site
    this.#reportFailure = reportFailure
  }

  readonly notFound: Middleware = (request, response) => {
    this.#render(request, response, 404, {
      title: 'Not found',
      message: 'Nothing is at this place on the shelf.',
    })
  }

  /** A visitor sees the message of an error with a status below 500, but never the message of any other error. */
  readonly failure: ErrorMiddleware = (error, request, response, next) => {
    const status = statusOf(error)
    if (status >= 500) this.#reportFailure(error)
    if (response.headersSent) next(error)
    else if (status >= 500) this.#render(request, response, status, failed)
    else this.#render(request, response, status, { title: titleOf(status), message: messageOf(error) })
  }

  #render(request: ExpressRequest, response: ExpressResponse, status: number, message: Message): void {
    const page = this.#site.complete(request, view('message', message))
    response.statusCode = status
    response.render(page.view, page.model)
  }
}

const failed: Message = {
  title: 'Something fell over',
  message: 'The fault is ours, and it has been reported.',
}

function statusOf(error: unknown): number {
  const status: unknown =
    typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500
}

function titleOf(status: number): string {
  return status === 404 ? 'Not found' : 'That did not work'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The request could not be read.'
}
