import type { Order } from '../model/cart-store.js'
import type { ModelAttribute } from '@mvc-router/router-core'
import { Link } from './route-components.js'

interface OrderProps {
  readonly route: ModelAttribute
  readonly order: Order
  readonly totalText: string
}

export function Page({
  route,
  order: { number, customer, isConfirmed, wantsLetters, lines },
  totalText,
}: OrderProps) {
  return (
    <>
      <h1>Thank you</h1>
      <p className="lead">
        Order {number} is on its way{customer !== undefined && `, ${customer}`}.
      </p>
      <table>
        <thead>
          <tr>
            <th>Book</th>
            <th className="number">Copies</th>
            <th className="number">Price</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ book: { slug, title, priceText }, quantity }) => (
            <tr key={slug}>
              <td>{title}</td>
              <td className="number">{quantity}</td>
              <td className="number">{priceText}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th>Total</th>
            <td />
            <th className="number">{totalText}</th>
          </tr>
        </tfoot>
      </table>
      <p className="mail">
        {isConfirmed ? (
          'You have confirmed it.'
        ) : (
          <a href={route.signed('orderController.confirm', { number }).url}>Confirm the order</a>
        )}{' '}
        {wantsLetters ? (
          <a href={route.signed('orderController.unsubscribe', { number }).url}>No more letters</a>
        ) : (
          'You get no letters.'
        )}
      </p>
      <p>
        <Link action="catalogueController.list">Back to the shelves</Link>
      </p>
    </>
  )
}
