import type {
  ExpressRequest,
  ExpressResponse,
  HandlerExecution,
  HandlerInterceptor,
  ModelAndView,
} from '@mvc-router/router-core/express'
import { engineNames } from './engines.js'
import type { CartStore } from './model/cart-store.js'
import { visitorOf } from './visitor.js'

/** What every page shows: who is signed in, what is in the cart, and which engine writes the page. */
export class SiteInterceptor implements HandlerInterceptor {
  readonly #carts: CartStore

  constructor(carts: CartStore) {
    this.#carts = carts
  }

  postHandle(
    request: ExpressRequest,
    _response: ExpressResponse,
    _handler: HandlerExecution,
    page: ModelAndView | undefined,
  ): void {
    for (const [name, value] of Object.entries(this.frame(request))) page?.addObject(name, value)
  }

  /** The model of the layout. */
  frame(request: object): Record<string, unknown> {
    const { session, customer, engine } = visitorOf(request)
    return { customer, cartCount: this.#carts.count(session), engine, engines: engineNames }
  }
}
