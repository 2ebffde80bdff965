import type { ServerResponse } from 'node:http'
import type { Middleware } from '@mvc-router/router-core/express'
import { MethodNotAllowedException } from '../../exceptions/http-exceptions.js'
import { NotFoundException } from '../../exceptions/rest-exceptions.js'

/** Answers a request without a route: an unknown path with 404, OPTIONS with 204, any other method with 405. */
export const endOfRoutes: Middleware = (request, response, next) => {
  const { allowedMethods = [], method } = request
  if (allowedMethods.length === 0) next(new NotFoundException('There is nothing at this path'))
  else if (method === 'OPTIONS') answerOptions(response, allowedMethods)
  else next(methodNotAllowedException(allowedMethods))
}

export function answerOptions(response: ServerResponse, allowedMethods: readonly string[]): void {
  response.statusCode = 204
  response.setHeader('Allow', allowedMethods.join(', '))
  response.end()
}

export function methodNotAllowedException(allowedMethods: readonly string[]): MethodNotAllowedException {
  return new MethodNotAllowedException('This path has other methods', { Allow: allowedMethods.join(', ') })
}
