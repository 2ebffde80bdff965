import type { Note } from '../notes.js' //? ts
import { Layout } from './layout.js'
import { Form, Link } from './links.js'

export function NotePage({ note }: { note: Note }) {
  return (
    <Layout title={note.title} section="notes">
      <h1>{note.title}</h1>
      <p className="text">{note.text}</p>
      <Form className="actions" action="noteController.remove" params={{ id: note.id }}>
        <Link action="noteController.list">All notes</Link>
        <button>Remove</button>
      </Form>
    </Layout>
  )
}
