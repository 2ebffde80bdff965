import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { crawl, type Step } from './crawl.js'
import { knownChanges } from './known-changes.js'
import { startApplication, type RunningApplication } from './running-application.js'
import { Visitor, type VisitorRequest } from './visitor.js'

let before: RunningApplication
let after: RunningApplication
let router: Router
beforeAll(async () => {
  router = await Router.load(['examples/migration/after/routes.conf'])
  ;[before, after] = await Promise.all([
    startApplication('examples/migration/before'),
    startApplication('examples/migration/after'),
  ])
})
afterAll(async () => Promise.all([before?.stop(), after?.stop()]))

test('answers to other spellings and methods differ only by the known changes, and each change occurs', async () => {
  const happened = new Set<string>()
  const unexplained: string[] = []
  const ask = async (visitors: readonly Visitor[], request: VisitorRequest): Promise<void> => {
    const [was, is] = await Promise.all(visitors.map(async (visitor) => visitor.ask(request)))
    if (was === undefined || is === undefined || JSON.stringify(was) === JSON.stringify(is)) return
    const change = knownChanges.find(({ explains }) => explains(request, was, is))
    if (change !== undefined) happened.add(change.name)
    else unexplained.push(`${request.method} ${request.path}: ${was.status} before, ${is.status} after`)
  }
  const requests = spellings()
  for (let start = 0; start < requests.length; start += 16) {
    const visitors = [new Visitor(before.origin), new Visitor(after.origin)]
    await Promise.all(requests.slice(start, start + 16).map(async (request) => ask(visitors, request)))
  }
  expect(unexplained).toEqual([])
  expect([...happened].toSorted()).toEqual(knownChanges.map(({ name }) => name).toSorted())
})

describe('a visit', () => {
  let stepsBefore: readonly Step[]
  let stepsAfter: readonly Step[]
  beforeAll(async () => {
    ;[stepsBefore, stepsAfter] = await Promise.all([crawl(before.origin), crawl(after.origin)])
  })

  test('three visitors get the same answers before and after the move', () => {
    const requests = (steps: readonly Step[]): string[] =>
      steps.map(({ who, request }) => `${who} ${request}`)
    expect(requests(stepsAfter)).toEqual(requests(stepsBefore))
    expect(stepsAfter).toEqual(stepsBefore)
  })

  test('the requests of the visitors reach every line of the route file', () => {
    const reached = new Set(
      stepsAfter.map(({ request }) => {
        const [method = '', path = ''] = request.split(' ')
        return router.match({ method, path })?.route
      }),
    )
    const others = router.routes.filter((route) => !reached.has(route))
    expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  test('the visitors get each status that the application has', () => {
    const statuses = new Set(stepsAfter.map(({ answer }) => answer.status))
    expect([...statuses].toSorted((left, right) => left - right)).toEqual([
      200, 301, 302, 303, 401, 403, 404, 409, 422,
    ])
  })
})

const odd = [
  '/nothing',
  '/projects/nothing',
  '/projects/nothing/members',
  '/projects/nothing/nothing',
  '/projects/apollo/nothing',
  '/projects/apollo/tickets/99',
  '/projects/apollo/tickets/1/nothing',
  '/admin/nothing',
  '/stylesheets',
  '/stylesheets/nothing.css',
  '/issues/99',
  '/api/tickets/99',
  '/projects/%',
  '/projects/%00',
  '/projects/%61pollo',
  '/%70rojects',
  '/projects/a%2Fb',
  '/projects/%2e%2e/x',
  '/projects/apollo;a=b',
  '/projects//apollo',
  '//projects',
  '/routes.conf',
  '/projects?',
  '/projects?state=open&state=closed',
  '/search?q=a%20b&q=c',
]

/**
 * Requests for each path of the route file and for some odd paths. Each path is requested with each method. With GET
 * and POST, it is also requested with slashes at the end and with a capital letter.
 */
function spellings(): VisitorRequest[] {
  const values: Readonly<Record<string, string>> = {
    key: 'soyuz',
    number: '1',
    id: '3',
    name: 'ada',
    file: 'a',
  }
  const paths = router.routes.map(({ path }) =>
    path.replace(/(?<=.)\/\?$|\?$/, '').replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  )
  return [...new Set([...paths, ...odd])].flatMap((full) => {
    const [path = '', query] = full.split('?')
    const spelled = [path, `${path}/`, `${path}//`, path.replace(/[a-z]/, (letter) => letter.toUpperCase())]
    spelled.push(`${spelled[3]}/`)
    return spelled.flatMap((each) =>
      (each === path ? ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'] : ['GET', 'POST']).map((method) => ({
        method,
        path: query === undefined ? each : `${each}?${query}`,
      })),
    )
  })
}
