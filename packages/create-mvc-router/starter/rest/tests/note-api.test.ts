import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visit } from './visit.js'

const post = (note: object) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(note),
})

test('the API and the pages share their notes', async () => {
  const created = await visit('/api/notes', post({ title: 'From the API', text: '' }))
  assert.equal(created.status, 201)
  assert.match(await (await visit('/notes')).text(), /From the API/)
})

test('the API refuses a note without a title', async () => {
  const refused = await visit('/api/notes', post({ text: 'For Monday' }))
  assert.equal(refused.status, 400)
})
