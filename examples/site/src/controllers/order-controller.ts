import {
  Controller,
  converters,
  Params,
  pathVariable,
  redirect,
  view,
  type ModelAndView,
  type Redirect,
} from '@mvc-router/router-core/express'
import type { CartStore } from '../model/cart-store.js'
import { formatPrice } from '../model/catalogue.js'
import { NotFoundException } from '../not-found-exception.js'
import { visitor, type Visitor } from '../visitor.js'

/** Orders: made of the cart. */
@Controller()
export class OrderController {
  readonly #carts: CartStore

  constructor(carts: CartStore) {
    this.#carts = carts
  }

  @Params(visitor())
  place({ session, customer }: Visitor): Redirect {
    const order = this.#carts.order(session, customer)
    return order === undefined
      ? redirect('cartController.show')
      : redirect('orderController.show', { number: order.number })
  }

  @Params(visitor(), pathVariable('number', converters.integer))
  show({ session }: Visitor, number: number): ModelAndView {
    const order = this.#carts.ordersOf(session).find((candidate) => candidate.number === number)
    if (order === undefined) throw new NotFoundException('You have no such order.')
    return view('order', { title: `Order ${number}`, order, totalText: formatPrice(order.total) })
  }
}
