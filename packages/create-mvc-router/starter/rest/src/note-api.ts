import { RepositoryBasedRestController } from '@mvc-router/rest'
import type { Note } from './notes.js' //? ts

/** The notes as JSON: GET, POST /api/notes; GET, PUT, PATCH, DELETE /api/notes/{id}. */
export class NoteApi extends RepositoryBasedRestController<Note, number> {
  requestMapping = '/api/notes'
}
