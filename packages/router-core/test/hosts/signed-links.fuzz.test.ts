import { beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { mvcRouter, type FetchRoutes } from '@mvc-router/router-core/fetch'

// docs/threat-model.md: a signed line answers only URLs that the router signed. Each round sends twenty changed links.
const rounds = Math.ceil(Number(process.env['FUZZ_RUNS'] ?? 4000) / 20)
const origin = 'http://test'
const keyOf = (letter: string): string => letter.repeat(32)
const routeFile = `
+ signed
GET      /unsubscribe/{id}    mailController.unsubscribe
+ signed=1h
POST     /imports/{id}        mailController.run
+ signed
GET|POST /orders/{id}         mailController.order
+ signed
*        /any/{<.+>path}      mailController.any
+ signed signed-ignore=utm_source
GET      /news/{name}/?       mailController.news
`

interface Link {
  readonly method: string
  /** Path and query. */
  readonly url: string
}

let routes: FetchRoutes
let signed: Link[]
/** Links that are signed with another key. */
let foreign: Link[]
let opened = 0

beforeAll(async () => {
  const load = async (signingKeys: string[]): Promise<FetchRoutes> =>
    mvcRouter({
      routeFiles: () => routeFile,
      signingKeys,
      onWarning() {},
      errorHandler(error, _request, response) {
        response.statusCode = (error as { status?: number }).status ?? 500
        response.end()
      },
      controllers: {
        mailController: Object.fromEntries(
          ['unsubscribe', 'run', 'order', 'any', 'news'].map((name) => [
            name,
            () => {
              opened++
              return 'opened'
            },
          ]),
        ),
      },
    })
  routes = await load([keyOf('b'), keyOf('a')])
  signed = [...linksOf(routes), ...linksOf(await load([keyOf('a')]))]
  foreign = linksOf(await load([keyOf('c')]))
})

function linksOf({ router }: FetchRoutes): Link[] {
  return [
    router.signed('mailController.unsubscribe', { id: 7, a: 1, b: '2 3', ä: 'é+&=' }),
    router.signed('mailController.unsubscribe', { id: 70 }),
    router.signed('mailController.run', { id: 7 }),
    router.signed('mailController.order', { id: 7 }, { expiresIn: '1d' }),
    router.signed('mailController.any', { path: 'unsubscribe/7' }),
    router.signed('mailController.news', { name: 'a/b c', page: [1, 2] }),
  ].map(({ url, method }) => ({ url, method: method === '*' ? 'GET' : (method.split('|')[0] ?? 'GET') }))
}

/** Returns the number of actions that run for a request. */
async function open({ method, url }: Link): Promise<number> {
  const before = opened
  await routes.fetch(new Request(origin + url, { method }))
  return opened - before
}

/** The target that a program sends for the URL; undefined if the URL does not lead to this site. */
function asSent(url: string): string | undefined {
  if (!URL.canParse(origin + url)) return undefined
  const { origin: asked, pathname, search } = new URL(origin + url)
  return asked === origin ? pathname + search : undefined
}

test('each signed link runs its action, and a link with another key runs no action', async () => {
  for (const link of signed) expect([link, await open(link)]).toEqual([link, 1])
  for (const link of foreign) expect([link, await open(link)]).toEqual([link, 0])
})

const pieces =
  '& = % %20 %2F %3F %00 + a 1 / // ? - _ A . ; .. é signature= &signature= expires=9999999999& &expires=1'
const piece = fc.constantFrom('', ...pieces.split(' '))
const place = fc.nat(400)

type Change = (url: string, links: readonly Link[]) => string

const spliced = fc
  .record({ place, cut: fc.nat(4), piece })
  .map(({ place: at, cut, piece: added }): Change => (url) => {
    const start = 1 + (at % url.length)
    return url.slice(0, start) + added + url.slice(start + cut)
  })
const truncated = place.map(
  (at): Change =>
    (url) =>
      url.slice(0, 1 + (at % url.length)),
)
const reordered = fc.record({ from: fc.nat(6), to: fc.nat(6) }).map(({ from, to }): Change => (url) => {
  const [path = '', query = ''] = url.split('?', 2)
  const pairs = query.split('&')
  const moved = pairs.splice(from % pairs.length, 1)
  return `${path}?${pairs.toSpliced(to, 0, ...moved).join('&')}`
})
const repeated = fc.nat(6).map((index): Change => (url) => {
  const pairs = url.split('?')[1]?.split('&') ?? []
  return `${url}&${pairs[index % Math.max(1, pairs.length)] ?? ''}`
})
const reencoded = fc.record({ place, lower: fc.boolean() }).map(({ place: at, lower }): Change => (url) => {
  const start = 1 + (at % (url.length - 1))
  const letter = url[start] ?? ''
  const code = `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
  return url.slice(0, start) + (lower ? code : code.toUpperCase()) + url.slice(start + 1)
})
const decoded = fc.nat(6).map((index): Change => (url) => {
  const codes = [...url.matchAll(/%[0-9A-F]{2}/g)]
  const code = codes[index % Math.max(1, codes.length)]
  if (code === undefined) return url
  const letter = String.fromCharCode(Number.parseInt(code[0].slice(1), 16))
  return url.slice(0, code.index) + letter + url.slice(code.index + 3)
})
const upperCase = place.map((at): Change => (url) => {
  const start = 1 + (at % (url.length - 1))
  const letter = url[start] ?? ''
  const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
  return url.slice(0, start) + other + url.slice(start + 1)
})
/** Takes the signature, the query or the path of another link. */
const swapped = fc
  .record({ other: fc.nat(30), part: fc.nat(2) })
  .map(({ other, part }): Change => (url, links) => {
    const given = links[other % links.length]?.url ?? ''
    const parts = [/signature=.*$/, /\?.*$/, /^[^?]*/][part] ?? /^/
    return url.replace(parts, () => parts.exec(given)?.[0] ?? '')
  })
const change = fc.oneof(spliced, truncated, reordered, repeated, reencoded, decoded, upperCase, swapped)
const method = fc.constantFrom('', '', '', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS')

test(`no altered, reordered, re-encoded, truncated or mixed link runs an action`, async () => {
  const changed = fc.record({
    link: fc.nat(30),
    changes: fc.array(change, { minLength: 0, maxLength: 3 }),
    method,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(changed, { minLength: 20, maxLength: 20 }), async (attempts) => {
      const all = [...signed, ...foreign]
      const own = new Set(signed.flatMap(({ method: asked, url }) => acceptedMethods(asked, url)))
      // Each request cleans up in a later turn of the event loop.
      await nextTurn()
      for (const attempt of attempts) {
        const from = all[attempt.link % all.length] as Link
        const url = asSent(attempt.changes.reduce((text, alter) => alter(text, all), from.url))
        const asked = attempt.method || from.method
        if (url === undefined || own.has(`${asked} ${url}`)) continue
        expect([asked, url, await open({ method: asked, url })]).toEqual([asked, url, 0])
      }
    }),
    { numRuns: rounds },
  )
})

/** The requests for which a link is valid. If GET is valid, HEAD is valid, too. */
function acceptedMethods(asked: string, url: string): string[] {
  return asked === 'GET' ? [`GET ${url}`, `HEAD ${url}`] : [`${asked} ${url}`]
}
