import { findBook, type Book } from './catalogue.js'

export interface CartLine {
  readonly book: Book
  readonly quantity: number
}

export interface Order {
  readonly number: number
  /** The session that may see the order. */
  readonly session: string
  /** The name of the customer, or undefined without a sign-in. */
  readonly customer: string | undefined
  readonly lines: readonly CartLine[]
  /** In cents. */
  readonly total: number
  isConfirmed: boolean
  wantsLetters: boolean
}

const maxQuantity = 20
const maxCarts = 10_000

/** The carts and orders of the shop. They are in memory, because an example needs no database. */
export class CartStore {
  /** The quantities by session, then by slug. */
  readonly #quantities = new Map<string, Map<string, number>>()
  readonly #orders: Order[] = []

  lines(session: string): CartLine[] {
    return [...(this.#quantities.get(session) ?? [])].flatMap(([slug, quantity]) => {
      const book = findBook(slug)
      return book === undefined ? [] : [{ book, quantity }]
    })
  }

  count(session: string): number {
    return this.lines(session).reduce((sum, { quantity }) => sum + quantity, 0)
  }

  total(session: string): number {
    return this.lines(session).reduce((sum, { book, quantity }) => sum + book.price * quantity, 0)
  }

  add(session: string, slug: string): void {
    if (!this.#quantities.has(session) && this.#quantities.size >= maxCarts) this.#quantities.clear()
    const quantities = this.#quantities.get(session) ?? new Map<string, number>()
    quantities.set(slug, Math.min(maxQuantity, (quantities.get(slug) ?? 0) + 1))
    this.#quantities.set(session, quantities)
  }

  remove(session: string, slug: string): void {
    this.#quantities.get(session)?.delete(slug)
  }

  /** Turns the cart into an order, and empties the cart. Returns undefined for an empty cart. */
  order(session: string, customer: string | undefined): Order | undefined {
    const lines = this.lines(session)
    if (lines.length === 0) return undefined
    const order: Order = {
      number: 1001 + this.#orders.length,
      session,
      customer,
      lines,
      total: this.total(session),
      isConfirmed: false,
      wantsLetters: true,
    }
    this.#orders.push(order)
    this.#quantities.delete(session)
    return order
  }

  orderOf(number: number): Order | undefined {
    return this.#orders.find((order) => order.number === number)
  }

  ordersOf(session: string): Order[] {
    return this.#orders.filter((order) => order.session === session)
  }
}
