import {
  Controller,
  Params,
  pathVariable,
  redirect,
  view,
  type ModelAndView,
  type Redirect,
} from '@mvc-router/router-core/express'
import type { CartStore } from '../model/cart-store.js'
import { findBook, formatPrice } from '../model/catalogue.js'
import { NotFoundException } from '../not-found-exception.js'
import { visitor, type Visitor } from '../visitor.js'

@Controller()
export class CartController {
  readonly #carts: CartStore

  constructor(carts: CartStore) {
    this.#carts = carts
  }

  @Params(visitor())
  show({ session }: Visitor): ModelAndView {
    const totalText = formatPrice(this.#carts.total(session))
    return view('cart', { title: 'Cart', lines: this.#carts.lines(session), totalText })
  }

  @Params(visitor(), pathVariable('slug'))
  add({ session }: Visitor, slug: string): Redirect {
    this.#put(session, slug)
    return redirect('cartController.show')
  }

  /** Adds a book for the script of the page, so that the browser stays on the page. */
  @Params(visitor(), pathVariable('slug'))
  addQuietly({ session }: Visitor, slug: string): { readonly count: number } {
    this.#put(session, slug)
    return { count: this.#carts.count(session) }
  }

  @Params(visitor(), pathVariable('slug'))
  remove({ session }: Visitor, slug: string): Redirect {
    this.#carts.remove(session, slug)
    return redirect('cartController.show')
  }

  #put(session: string, slug: string): void {
    if (findBook(slug) === undefined) throw new NotFoundException('There is no such book on our shelves.')
    this.#carts.add(session, slug)
  }
}
