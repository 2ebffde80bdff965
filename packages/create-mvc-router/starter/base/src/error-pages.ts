import { Router } from '@mvc-router/router-core' //? template
import { createModelAttribute } from '@mvc-router/router-core/templates' //? template
import { NotFoundException } from './not-found-exception.js'
import { ErrorPage } from './pages/error.js' //? jsx
import { page } from './pages/page.js' //? jsx
import { renderView } from './render-view.js' //? template

/** Runs if no line of routes.conf has answered. */
export function notFound(_request: unknown, _response: unknown, next: (error: Error) => void): void {
  next(new NotFoundException('There is nothing at this address.'))
}

/** Shows the message of an error only if the status is below 500. */
export async function errorPage(error: unknown): Promise<{ status: number; html: string }> {
  const status = statusOf(error)
  if (status >= 500) console.error(error)
  const message = status < 500 ? String((error as Error).message) : 'The mistake is ours. Please try again later.'
  const html = await renderView('error', { status, message, route: createModelAttribute(Router) }) //? template
  const html = page(ErrorPage, { status, message }) //? jsx
  return { status, html }
}

function statusOf(error: unknown): number {
  const { status, statusCode = status } = Object(error) as { status?: unknown; statusCode?: unknown }
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 600 ? statusCode : 500
}
