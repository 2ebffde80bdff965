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
import type { CartStore, Order } from '../model/cart-store.js'
import { formatPrice } from '../model/catalogue.js'
import { NotFoundException } from '../not-found-exception.js'
import { visitor, type Visitor } from '../visitor.js'

/** Turns carts into orders, and shows orders. */
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
    const order = this.#find(number)
    if (order.session !== session) throw noSuchOrder()
    return view('order', { title: `Order ${number}`, order, totalText: formatPrice(order.total) })
  }

  /** The line of this action is signed. Otherwise anybody could open the order by its number. */
  @Params(pathVariable('number', converters.integer))
  confirm(number: number): ModelAndView {
    this.#find(number).isConfirmed = true
    return view('message', { title: `Order ${number} is confirmed`, message: 'We pack it now.' })
  }

  /** Ends the letters about an order. Its line is signed, too. */
  @Params(pathVariable('number', converters.integer))
  unsubscribe(number: number): ModelAndView {
    this.#find(number).wantsLetters = false
    return view('message', { title: 'No more letters', message: 'You hear from us when your books leave.' })
  }

  #find(number: number): Order {
    const order = this.#carts.orderOf(number)
    if (order === undefined) throw noSuchOrder()
    return order
  }
}

function noSuchOrder(): NotFoundException {
  return new NotFoundException('You have no such order.')
}
