import express from 'express'
import type { MvcRouterOptions, NamedMiddleware } from '@mvc-router/router-core/express'
import { mvcRouter, type FetchRoutes } from '@mvc-router/router-core/fetch'
import { renderPage } from './application.js'
import type { StartOptions } from './variants.js'

const readJson: NamedMiddleware = express.json() as NamedMiddleware

const refuseClosed: NamedMiddleware = (request, response, next) => {
  response.setHeader('X-Guard', request.originalUrl)
  if (request.path !== '/closed') next()
  else {
    response.statusCode = 403
    response.end('closed')
  }
}

/** Adds a guard and a JSON parser after the middleware of the test. */
export function withBefore({ before = [], ...options }: MvcRouterOptions): MvcRouterOptions {
  const listOf = typeof before === 'function' ? before : () => before
  return { ...options, before: (mapping) => [...listOf(mapping), refuseClosed, readJson] }
}

type FetchOf = (request: Request) => Promise<Response | undefined>

export async function fetchRoutes({ mount: baseUrl, renders = true, ...options }: StartOptions): Promise<{
  readonly routes: FetchRoutes
  readonly answer: FetchOf
}> {
  const routes = await mvcRouter({
    ...withBefore(options),
    render: renders ? renderPage : undefined,
  })
  return { routes, answer: (request) => routes.fetch(request, { baseUrl, remoteAddress: '127.0.0.1' }) }
}

export function sorry(error: unknown, errors: unknown[]): Response {
  errors.push(error)
  return new Response('sorry', { status: (error as { status?: number }).status ?? 500 })
}
