import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { startUsers } from './user-server.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 40)

test('a PUT with the XML of a GET does not change a json field', async () => {
  const server = await startUsers()
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (extra) => {
      const created = await server.post('/users', { name: 'Ann', extra })
      // A number that JavaScript would round is refused.
      fc.pre(created.status === 201)
      const path = created.headers.location ?? ''
      const before = await server.get(path)
      const xml = await server.get(path, { accept: 'application/xml' })
      const headers = { 'content-type': 'application/xml' }
      expect((await server.call({ method: 'PUT', path, headers, body: xml.text })).status).toBe(200)
      expect((await server.get(path)).text).toBe(before.text)
    }),
    { numRuns: runs },
  )
  await server.close()
})

test('an XML element of a json field is read as JSON, as a text, or as an object of texts', async () => {
  const server = await startUsers()
  const headers = { 'content-type': 'application/xml' }
  const extraOf = async (content: string): Promise<unknown> => {
    const body = `<User><name>Ann</name><extra>${content}</extra></User>`
    const { text } = await server.call({ method: 'POST', path: '/users', headers, body })
    return (JSON.parse(text) as { readonly extra: unknown }).extra
  }
  const extras = [
    await extraOf('hello'),
    await extraOf('<a>1</a>'),
    await extraOf('[1, true]'),
    await extraOf(''),
  ]
  const body = '<User><name>Ann</name><extra>{"__proto__":1}</extra></User>'
  const { status } = await server.call({ method: 'POST', path: '/users', headers, body })
  await server.close()
  expect([extras, status]).toEqual([['hello', { a: '1' }, [1, true], null], 400])
})
