import type { Note } from '../notes.js' //? ts
import { Layout } from './layout.js'
import { Link } from './links.js'
import { NoteList } from './note-list.js'

export function HomePage({ notes }: { notes: readonly Note[] }) {
  return (
    <Layout title="Home">
      <h1>starter-name</h1>
      <p className="lead">A place for short notes.</p>
      {notes.length > 0 ? (
        <>
          <h2>The newest notes</h2>
          <NoteList notes={notes} />
          <p>
            <Link action="noteController.list">All notes</Link>
          </p>
        </>
      ) : (
        <>
          <p>There are no notes yet.</p>
          <p>
            <Link className="button" action="noteController.list">
              Write the first one
            </Link>
          </p>
        </>
      )}
    </Layout>
  )
}
