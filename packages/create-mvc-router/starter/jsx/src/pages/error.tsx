import { Layout } from './layout.js'
import { Link } from './links.js'

export function ErrorPage({ status, message }: { status: number; message: string }) {
  return (
    <Layout title={String(status)}>
      <p className="status">{status}</p>
      <h1>{message}</h1>
      <p>
        <Link className="button" action="pageController.home">
          To the first page
        </Link>
      </p>
    </Layout>
  )
}
