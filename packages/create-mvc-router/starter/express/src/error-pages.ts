import type { ErrorRequestHandler, RequestHandler } from 'express' //? ts
import { ErrorPage } from './pages/error.js' //? jsx
import { page } from './pages/page.js' //? jsx

export const notFound: RequestHandler = (_request, _response, next) => {
  next(Object.assign(new Error('There is nothing at this address.'), { status: 404 }))
}

/** Shows visitors the message of a refusal, and never that of a failure. */
export const failure: ErrorRequestHandler = (error, _request, response, next) => {
  const status = typeof error?.status === 'number' && error.status >= 400 ? error.status : 500
  if (status >= 500) console.error(error)
  if (response.headersSent) return next(error)
  const message = status < 500 ? error.message : 'The mistake is ours. Please try again later.'
  response.status(status).render('error', { status, message }) //? template
  response.status(status).send(page(ErrorPage, { status, message })) //? jsx
}
