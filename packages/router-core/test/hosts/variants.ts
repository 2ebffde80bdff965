import {
  devTools,
  methodNotAllowed,
  redirectToCanonical,
  type MvcRouterOptions,
} from '@mvc-router/router-core/express'
import { optionsFor, type Watch } from './application.js'

export interface StartOptions extends MvcRouterOptions {
  /** The path that the application is mounted at. */
  readonly mount?: string
  /** False for an application that cannot render views. */
  readonly renders?: boolean
}

/** The error that the failing handlers throw. */
export const problem: Error = Object.assign(new Error('the handler failed'), { status: 503 })

/** Additional options by variant. A test can send the name of a variant to another process. */
const variants = {
  usual: {},
  mounted: { mount: '/shop' },
  strict: { after: [methodNotAllowed()] },
  lenient: { after: [redirectToCanonical()], mount: '/shop' },
  development: { before: (mapping) => [devTools({ mapping })] },
  answering: {
    errorHandler(error, request, response, next) {
      if (request.path === '/refuse') next(error)
      else {
        response.statusCode = 599
        response.end(`answered ${(error as Error).message}`)
      }
    },
  },
  throwing: {
    errorHandler() {
      throw problem
    },
  },
  rejecting: { errorHandler: () => Promise.reject(problem) },
  intercepted: {
    interceptors: [{ preHandle: (_request, response) => void response.status(401).send('first') }],
  },
  bare: { renders: false },
} satisfies Readonly<Record<string, Partial<StartOptions>>>

export type Variant = keyof typeof variants

export function optionsOf(variant: Variant, watch: Watch): StartOptions {
  return { ...optionsFor(watch), ...variants[variant] }
}
