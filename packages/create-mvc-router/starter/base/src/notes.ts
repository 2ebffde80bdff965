import { NotFoundException } from './not-found-exception.js'

export interface Note {
  id: number
  title: string
  text: string
}

/** The fields of a note that a visitor fills in. */
export type Draft = Omit<Note, 'id'> //? ts

// The notes are in memory. To keep them in a database, change only this module.
const notes = new Map<number, Note>()
let lastId = 0

/** Returns all notes, the newest first. */
export async function findNotes(): Promise<Note[]> {
  return [...notes.values()].toReversed()
}

export async function findNote(id: number): Promise<Note> {
  const note = notes.get(id)
  if (note === undefined) throw new NotFoundException('There is no such note.')
  return note
}

export async function addNote(draft: Draft): Promise<Note> {
  const note = { id: ++lastId, ...draft }
  notes.set(note.id, note)
  return note
}

export async function removeNote(id: number): Promise<void> {
  notes.delete(id)
}
