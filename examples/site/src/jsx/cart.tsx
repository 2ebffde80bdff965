import type { CartLine } from '../model/cart-store.js'
import { Form, Link } from './route-components.js'

interface CartProps {
  readonly lines: readonly CartLine[]
  readonly totalText: string
}

export function Page({ lines, totalText }: CartProps) {
  return (
    <>
      <h1>Your cart</h1>
      {lines.length > 0 ? (
        <>
          <table>
            <thead>
              <tr>
                <th>Book</th>
                <th className="number">Copies</th>
                <th className="number">Price</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {lines.map(({ book: { genre, slug, title, priceText }, quantity }) => (
                <tr key={slug}>
                  <td>
                    <Link action="bookController.show" params={{ genre, slug }}>
                      {title}
                    </Link>
                  </td>
                  <td className="number">{quantity}</td>
                  <td className="number">{priceText}</td>
                  <td>
                    <Form action="cartController.remove" params={{ slug }}>
                      <button type="submit" className="quiet">
                        Take out
                      </button>
                    </Form>
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th>Total</th>
                <td />
                <th className="number">{totalText}</th>
                <td />
              </tr>
            </tfoot>
          </table>
          <Form action="orderController.place">
            <button type="submit">Order</button>
          </Form>
        </>
      ) : (
        <div className="empty">
          <p className="lead">It is empty.</p>
          <Link action="catalogueController.list" className="button">
            Find something to read
          </Link>
        </div>
      )}
    </>
  )
}
