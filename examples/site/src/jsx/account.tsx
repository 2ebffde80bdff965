import { Form, Link } from './route-components.js'

interface AccountProps {
  readonly customer: string
  readonly orders: readonly { readonly number: number; readonly totalText: string }[]
}

export function Page({ customer, orders }: AccountProps) {
  return (
    <>
      <h1>Good to see you, {customer}</h1>
      {orders.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th>Order</th>
              <th className="number">Total</th>
            </tr>
          </thead>
          <tbody>
            {orders.map(({ number, totalText }) => (
              <tr key={number}>
                <td>
                  <Link action="orderController.show" params={{ number }}>
                    Order {number}
                  </Link>
                </td>
                <td className="number">{totalText}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="notice">You have not ordered anything yet.</p>
      )}
      <Form action="accountController.logout">
        <button type="submit">Sign out</button>
      </Form>
    </>
  )
}
