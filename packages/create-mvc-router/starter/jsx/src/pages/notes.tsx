import type { Problems } from '../controllers/note-controller.js' //? ts
import type { Draft, Note } from '../notes.js' //? ts
import { Layout } from './layout.js'
import { Form } from './links.js'
import { NoteList } from './note-list.js'

type NotesProps = { notes: readonly Note[]; draft: Draft; problems: Problems } //? ts
 //? ts
export function NotesPage({ notes, draft, problems }: NotesProps) {
  return (
    <Layout title="Notes" section="notes">
      <h1>Notes</h1>
      {notes.length > 0 ? <NoteList notes={notes} /> : <p>There are no notes yet.</p>}
      <h2>Write a note</h2>
      <Form action="noteController.create">
        <p>
          <label htmlFor="title">Title</label>
          <input
            id="title"
            name="title"
            defaultValue={draft.title}
            maxLength={80}
            required
            aria-invalid={problems.title === undefined ? undefined : true}
            aria-describedby={problems.title && 'title-problem'}
          />
          <Problem id="title-problem" text={problems.title} />
        </p>
        <p>
          <label htmlFor="text">Text</label>
          <textarea
            id="text"
            name="text"
            rows={4}
            maxLength={2000}
            defaultValue={draft.text}
            aria-invalid={problems.text === undefined ? undefined : true}
            aria-describedby={problems.text && 'text-problem'}
          />
          <Problem id="text-problem" text={problems.text} />
        </p>
        <button>Save the note</button>
      </Form>
    </Layout>
  )
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span className="problem" id={id}>
      {text}
    </span>
  )
}
