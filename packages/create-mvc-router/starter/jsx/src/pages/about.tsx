import { Layout } from './layout.js'

export function AboutPage() {
  return (
    <Layout title="About" section="about">
      <h1>About</h1>
      <p>Notes are kept until the server stops.</p>
    </Layout>
  )
}
