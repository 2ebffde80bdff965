import { Form } from './route-components.js'

export function Page({ problem }: { readonly problem: string | undefined }) {
  return (
    <>
      <h1>Sign in</h1>
      <p className="lead">Any name will do: this is an example.</p>
      {problem !== undefined && <p className="notice">{problem}</p>}
      <Form action="accountController.login" className="filters">
        <label>
          Name <input type="text" name="name" maxLength={40} required />
        </label>
        <button type="submit">Sign in</button>
      </Form>
    </>
  )
}
