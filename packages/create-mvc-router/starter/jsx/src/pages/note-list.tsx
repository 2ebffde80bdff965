import type { Note } from '../notes.js' //? ts
import { Link } from './links.js'

export function NoteList({ notes }: { notes: readonly Note[] }) {
  return (
    <ul className="notes">
      {notes.map(({ id, title }) => (
        <li key={id}>
          <Link action="noteController.show" params={{ id }}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
