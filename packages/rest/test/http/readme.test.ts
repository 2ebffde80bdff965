import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from '@jest/globals'
import { type ReadmeApplication, startReadmeApplication } from '@mvc-router/link-conformance'

let application: ReadmeApplication

afterEach(() => application.stop())

/** Sends the request of a curl line, with the options that the README uses. */
async function curl(line: string): Promise<Response> {
  const words = Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '')
  const headers = new Headers()
  let [url, method, body]: [string, string | undefined, string | undefined] = ['', undefined, undefined]
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const next = words[index + 1] ?? ''
    if (word === '-i') continue
    if (word === '-X') method = next
    else if (word === '-d') body = next
    else if (word === '-H') headers.set(next.slice(0, next.indexOf(':')), next.slice(next.indexOf(':') + 1))
    else {
      url = word
      continue
    }
    index += 1
  }
  const target = url.replace('localhost:3000', application.origin)
  return await fetch(target, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

test('the curl lines of the README get the expected answers', async () => {
  application = await startReadmeApplication('packages/rest')
  const readme = readFileSync('packages/rest/README.md', 'utf8')
  const answers: (readonly [number, string | null, string])[] = []
  for (const [line] of readme.matchAll(/^curl .*$/gm)) {
    const answer = await curl(line)
    answers.push([answer.status, answer.headers.get('location'), await answer.text()])
  }
  const page = {
    content: [{ id: 1, name: 'Frank Herbert', born: null }],
    totalPages: 1,
    totalElements: 1,
    size: 5,
    number: 0,
    numberOfElements: 1,
  }
  expect(answers).toEqual([
    [201, '/authors/1', '{"id":1,"name":"Frank Herbert","born":null}'],
    [201, '/books/dune', '{"id":1,"slug":"dune","title":"Dune","authorId":1,"version":1}'],
    [200, null, '{"id":1,"slug":"dune","title":"Dune","authorId":1,"version":1}'],
    [200, null, JSON.stringify(page)],
    [200, null, '{"id":1,"slug":"dune","title":"Dune Messiah","authorId":1,"version":2}'],
    [200, null, expect.stringContaining('<Book><id>1</id><slug>dune</slug><title>Dune Messiah</title>')],
  ])
})
