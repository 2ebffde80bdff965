import { Params, pathVariable, redirect, requestParam, ResponseEntity } from '@mvc-router/router-core/express' //? jsx
import { Params, pathVariable, redirect, requestParam, ResponseEntity, view } from '@mvc-router/router-core/express' //? template
import { addNote, findNote, findNotes, removeNote } from '../notes.js'
import type { Draft } from '../notes.js' //? ts
import { NotePage } from '../pages/note.js' //? jsx
import { NotesPage } from '../pages/notes.js' //? jsx
import { page } from '../pages/page.js' //? jsx

export type Problems = Partial<Record<keyof Draft, string>> //? ts
 //? ts
const emptyDraft: Draft = { title: '', text: '' }

export const noteController = {
  list: () => listWith(emptyDraft, {}),

  show: Params(pathVariable('id', Number))(async (id: number) => {
    return view('note', { note: await findNote(id) }) //? template
    return page(NotePage, { note: await findNote(id) }) //? jsx
  }),

  create: Params(
    requestParam('title', { defaultValue: '' }),
    requestParam('text', { defaultValue: '' }),
  )(async (title: string, text: string) => {
    const draft = { title: title.trim(), text: text.trim() }
    const problems = findProblems(draft)
    if (Object.keys(problems).length > 0) {
      return new ResponseEntity(await listWith(draft, problems), { status: 422 })
    }
    const { id } = await addNote(draft)
    return redirect('noteController.show', { id })
  }),

  remove: Params(pathVariable('id', Number))(async (id: number) => {
    await removeNote(id)
    return redirect('noteController.list')
  }),
}

/** Renders all notes, and the form with the fields that the visitor sent. */
async function listWith(draft: Draft, problems: Problems) {
  return view('notes', { notes: await findNotes(), draft, problems }) //? template
  return page(NotesPage, { notes: await findNotes(), draft, problems }) //? jsx
}

function findProblems({ title, text }: Draft): Problems {
  const problems: Problems = {}
  if (title === '') problems.title = 'Please write a title.'
  else if (title.length > 80) problems.title = 'Please use at most 80 characters.'
  if (text.length > 2000) problems.text = 'Please use at most 2000 characters.'
  return problems
}
