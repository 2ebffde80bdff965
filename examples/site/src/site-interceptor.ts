import type {
  ExpressRequest,
  ExpressResponse,
  HandlerExecution,
  HandlerInterceptor,
  ModelAndView,
} from '@mvc-router/router-core/express'
import { engineChoices, viewFile } from './engines.js'
import type { CartStore } from './model/cart-store.js'
import { visitorOf } from './visitor.js'

/** Adds the values that every page shows, and chooses the template engine of the page. */
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
    if (page !== undefined) this.complete(request, page)
  }

  /** Replaces the view `list` by `eta/list.eta`, and adds the model of the layout. */
  complete(request: object, page: ModelAndView): ModelAndView {
    const { session, customer, engine } = visitorOf(request)
    page.view = viewFile(engine, page.view)
    return page
      .addObject('customer', customer)
      .addObject('cartCount', this.#carts.count(session))
      .addObject('engines', engineChoices(engine))
  }
}
