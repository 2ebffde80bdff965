import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Router } from '@mvc-router/router-core'
import { visit } from './visit.js'

const post = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

test('the first page has a link to the notes', async () => {
  const answer = await visit(Router.reverse('pageController.home').url)
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /href="\/notes"/)
})

test('a note can be written, read and removed', async () => {
  const created = await visit(Router.reverse('noteController.create').url, post({ title: 'Bread & milk', text: 'For Monday' }))
  assert.equal(created.status, 303)
  const place = created.headers.get('location') ?? ''
  const note = await visit(place)
  assert.match(await note.text(), /Bread &amp; milk/)
  const removed = await visit(`${place}?X-HTTP-Method-Override=DELETE`, { method: 'POST' })
  assert.equal(removed.headers.get('location'), '/notes')
  assert.equal((await visit(place)).status, 404)
})

test('a note without a title is refused, and its text is still in the form', async () => {
  const answer = await visit(Router.reverse('noteController.create').url, post({ title: ' ', text: 'For Monday' }))
  assert.equal(answer.status, 422)
  const html = await answer.text()
  assert.match(html, /Please write a title\./)
  assert.match(html, /For Monday/)
})

test('an address without a route shows the error page', async () => {
  const answer = await visit('/nowhere')
  assert.equal(answer.status, 404)
  assert.match(await answer.text(), /There is nothing at this address\./)
})
