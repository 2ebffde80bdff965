import { Router } from '@mvc-router/router-core'
import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'

const page = readFileSync('docs/route-file.md', 'utf8')
const modules = { forum: 'GET /topics forumController.topics', admin: 'GET /x adminController.x' }
const parse = (routes: string): Router =>
  Router.parse(routes.replace('->', '*').replace('admin.conf', 'module:admin'), { modules })

const sections = page.split(/^## /m).slice(1)
const examples = sections.flatMap((section) => {
  const [title = ''] = section.split('\n')
  const routes = /```routes\n([^]*?)```/.exec(section)?.[1]
  const answers = /```answers\n([^]*?)```/.exec(section)?.[1] ?? ''
  const rows = answers.split('\n').filter((row) => row !== '')
  return routes === undefined ? [] : [{ title, routes, rows }]
})

describe.each(examples)('docs/route-file.md, $title', ({ routes, rows }) => {
  test('the route file of the section has routes', () => {
    expect(parse(routes).routes.length).toBeGreaterThan(0)
  })

  if (rows.length > 0)
    test.each(rows)('%s', (row) => {
      const [asked = '', answer = ''] = row.split(/\s+-> /)
      expect(asked.startsWith('reverse') ? reverse(parse(routes), asked) : match(parse(routes), asked)).toBe(
        answer,
      )
    })
})

test('the error in docs/route-file.md is the thrown error', () => {
  const [, shown = ''] = /## Errors[^]*?```\n([^]*?)\n```/.exec(page) ?? []
  expect(shown).not.toBe('')
  expect(() => parse('# 1\n# 2\nGET       /user/{id          userController.showUser')).toThrow(shown)
})

/** Matches a row such as `GET //example.org/path?query Accept: type`. */
function match(router: Router, asked: string): string {
  const [, method = '', host, path = '', accept] =
    /^(\S+) (?:\/\/([a-z.]+(?::\d+)?)(?=\/))?(\S+)(?: Accept: (.*))?$/i.exec(asked) ?? []
  // A target with two slashes and no dot is an example of a path that no line matches.
  const isHost = host !== undefined && host.includes('.')
  const found = router.match({
    method,
    path: isHost ? path : (asked.split(' ')[1] ?? ''),
    host: isHost ? host : undefined,
    headers: accept === undefined ? undefined : { accept },
  })
  if (found === undefined) return 'nothing'
  const args = Object.entries(found.args).map(([name, value]) => ` ${name}=${value}`)
  return found.action + args.join('')
}

/** Reverses a row such as `reverse('a.b', { id: 42 })`. The values are JSON with single quotes. */
function reverse(router: Router, call: string): string {
  const [, action = '', args = '{}'] = /^reverse\('([^']+)'(?:, (.+))?\)$/.exec(call) ?? []
  const json = args.replaceAll("'", '"').replaceAll(/([{,] *)(\w+):/g, '$1"$2":')
  try {
    return router.reverse(action, JSON.parse(json) as Record<string, unknown>).url
  } catch {
    return 'refused'
  }
}
