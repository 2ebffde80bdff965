import {
  Controller,
  Params,
  redirect,
  requestParam,
  view,
  type ModelAndView,
  type Redirect,
} from '@mvc-router/router-core/express'
import type { CartStore } from '../model/cart-store.js'
import { formatPrice } from '../model/catalogue.js'
import { visitor, type Visitor } from '../visitor.js'

@Controller()
export class AccountController {
  readonly #carts: CartStore

  constructor(carts: CartStore) {
    this.#carts = carts
  }

  @Params(visitor())
  show({ session, customer }: Visitor): ModelAndView | Redirect {
    if (customer === undefined) return redirect('accountController.loginForm')
    const orders = this.#carts
      .ordersOf(session)
      .map(({ number, total }) => ({ number, totalText: formatPrice(total) }))
    return view('account', { title: 'Your account', orders })
  }

  loginForm(): ModelAndView {
    return view('login', { title: 'Sign in', problem: undefined })
  }

  @Params(visitor(), requestParam('name', { defaultValue: '' }))
  login(user: Visitor, name: string): ModelAndView | Redirect {
    const customer = name.trim()
    if (customer === '' || customer.length > 40) {
      return view(
        'login',
        { title: 'Sign in', problem: 'A name of one to forty characters, please.' },
        { status: 400 },
      )
    }
    user.signIn(customer)
    return redirect('accountController.show')
  }

  @Params(visitor())
  logout(user: Visitor): Redirect {
    user.signOut()
    return redirect('catalogueController.home')
  }
}
