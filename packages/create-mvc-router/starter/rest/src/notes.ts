import { defineEntity, MemoryRepository } from '@mvc-router/rest'
import type { EntityOf } from '@mvc-router/rest' //? ts
import { NotFoundException } from './not-found-exception.js'

/** The fields of a note, for the pages and for the API. */
export const Note = defineEntity({
  name: 'Note',
  key: { id: 'integer' },
  fields: { title: { type: 'string', maxLength: 80 }, text: { type: 'string', maxLength: 2000 } },
})
export type Note = EntityOf<typeof Note> //? ts

/** The fields of a note that a visitor fills in. */ //? ts
export type Draft = Omit<Note, 'id'> //? ts

// The notes are in memory. To keep them in a database, change only this line to a repository of the database.
export const noteRepository = new MemoryRepository(Note)

/** Returns all notes, the newest first. */
export async function findNotes(): Promise<readonly Note[]> {
  return noteRepository.findAll({ sort: { id: 'desc' } })
}

export async function findNote(id: number): Promise<Note> {
  const note = await noteRepository.findOne(id)
  if (note === undefined) throw new NotFoundException('There is no such note.')
  return note
}

export async function addNote(draft: Draft): Promise<Note> {
  return noteRepository.insert(Note.create(draft))
}

export async function removeNote(id: number): Promise<void> {
  await noteRepository.delete(id)
}
