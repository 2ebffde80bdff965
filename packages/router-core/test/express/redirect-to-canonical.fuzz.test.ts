import { afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import { BadRequestException, Router } from '@mvc-router/router-core'
import {
  methodNotAllowed,
  redirectToCanonical,
  type RedirectToCanonicalOptions,
} from '@mvc-router/router-core/express'
import { readRouterOptions } from '@mvc-router/router-core/tools'
import { canonicalPath } from '../../dist/lib/table/canonical-path.js'
import { RandomTables } from '../support/random-tables.js'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

const routes = `
GET  /projects              pageController.show
GET  /projects/{id}/        pageController.show
POST /projects/             pageController.show
GET  /About/Us              pageController.show
GET  /files/{<.+>path}/Edit pageController.show
GET  /v/{name}.HTML         pageController.show
GET  /both/?                pageController.show
GET  /{page}/Fixed/         pageController.show(page:'home')
GET  /passes                pageController.pass
GET  /passes/               pageController.pass
GET  localhost/here/        pageController.show
GET  example.org/elsewhere/ pageController.show
GET  /query/ [a=1]          pageController.show
*    /d/{controller}/{action} {controller}.{action}
GET  /old/                  redirect:/projects
`
const pageController = {
  show: (_request: Request, response: Response): void => void response.send('shown'),
  pass: (_request: Request, _response: Response, next: NextFunction): void => next(),
}

describe.each(expressVersions)('redirectToCanonical on %s', (_name, express) => {
  async function start(options?: RedirectToCanonicalOptions, mount = '/') {
    const mapping = await loadMapping(routes, { controllers: { pageController }, onWarning: () => undefined })
    const app = express()
    app.use(mount, mapping.middleware, redirectToCanonical(options), methodNotAllowed())
    const server = await serve(app)
    return async (line: string): Promise<string | number> => {
      const { status, headers } = await server.ask(line, { headers: { host: 'localhost' } })
      return headers.location === undefined ? status : `${status} ${headers.location}`
    }
  }

  test.each([
    ['GET /projects/', '308 /projects'],
    ['HEAD /projects/', '308 /projects'],
    ['GET /projects/7', '308 /projects/7/'],
    ['GET /projects/a%2Fb?x=1&y=%20&x=2', '308 /projects/a%2Fb/?x=1&y=%20&x=2'],
    ['GET /projects/%41', '308 /projects/A/'],
    ['GET /projects/?u=//evil.com', '308 /projects?u=//evil.com'],
    ['GET /projects/?"<\\', '308 /projects?%22%3C%5C'],
    ['GET /x/Fixed', '308 /x/Fixed/'],
    ['GET /home/Fixed', '308 /home/Fixed/'],
    ['GET /here', '308 /here/'],
    ['GET /elsewhere', 404],
    ['GET /query', 404],
    ['GET /query?a=1', '308 /query/?a=1'],
    ['GET /d/pageController/show/', '308 /d/pageController/show'],
    ['GET /d/pageController/nothing/', 404],
    ['GET /old', '308 /old/'],
    ['PUT /projects', 405],
    ['PUT /projects/', 405],
    ['POST /projects', 405],
    ['GET /projects//', 404],
    ['GET //projects/', 404],
    ['GET //evil.com/projects/', 404],
    ['GET /\\evil.com/', 404],
    ['GET /projects/%2E%2E', 404],
    ['GET /projects/%', 400],
    ['GET /Projects', 404],
    ['GET /passes', 404],
    ['GET /', 404],
  ])('%s gets %s', async (line, answer) => {
    expect(await (await start())(line)).toBe(answer)
  })

  test.each([
    ['GET /Projects', '308 /projects'],
    ['GET /PROJECTS/?a', '308 /projects?a'],
    ['GET /pRojects/AbC', '308 /projects/AbC/'],
    ['GET /about/us/', '308 /About/Us'],
    ['GET /FILES/Edit/X/edit', '308 /files/Edit/X/Edit'],
    ['GET /v/Name.html', '308 /v/Name.HTML'],
    ['GET /BOTH', '308 /both/'],
    ['GET /BOTH/', '308 /both/'],
    ['GET /d/pagecontroller/show', 404],
    ['GET /projects', 200],
  ])('with ignoreCase, %s gets %s', async (line, answer) => {
    expect(await (await start({ ignoreCase: true }))(line)).toBe(answer)
  })

  test('a redirection has the status of the options, and keeps the mount path', async () => {
    const ask = await start({ status: 301 }, '/:tenant')
    expect(await ask('GET /one/projects/?a=b')).toBe('301 /one/projects?a=b')
    expect(await ask('GET /%2F%2Fevil.com/projects/')).toMatch(/^(?:301 \/%2F%2Fevil\.com\/projects|404)$/)
    expect(await ask('GET //evil.com/projects/')).toBe(404)
  })
})

test.each([
  [{ status: 303 }, 'expected 301, 302, 307 or 308'],
  [{ status: '308' }, 'expected 301, 302, 307 or 308'],
  [{ ignoreCase: 'yes' }, 'expected true or false'],
])('redirectToCanonical refuses the options %j and reports: %s', (options, sentence) => {
  expect(() => redirectToCanonical(options as never)).toThrow(sentence)
})

test('each canonical path leads to a line on this host, and differs from the request in slashes or case only', () => {
  const tables = new RandomTables()
  const runs = Number(process.env['FUZZ_RUNS'] ?? 40) * 5
  let found = 0
  for (let number = 0; number < runs; number++) {
    const { lines, requests, options } = tables.get(number)
    const router = Router.parse(lines.map(({ text }) => text).join('\n'), {
      maxParamLength: options.maxParamLength,
      onWarning: () => undefined,
    })
    for (const request of requests) {
      const ignoreCase = number % 2 === 1
      const asked = { ...request, method: 'GET', path: respell(request.path, number) }
      if (isAnswered(router, asked) !== false) continue
      const settings = readRouterOptions(router.options)
      const url = canonicalPath(router.table, asked, settings, ignoreCase, () => true)
      if (url === undefined) continue
      found++
      const [path = ''] = asked.path.split('?')
      expect(url).toMatch(/^\/(?![/\\])/)
      expect(textOf(url, ignoreCase)).toBe(textOf(path, ignoreCase))
      const query = asked.path.slice(path.length)
      expect(isAnswered(router, { ...asked, path: url + query })).toBe(true)
    }
  }
  expect(found).toBeGreaterThan(0)
}, 0)

const spellings = [
  (path: string): string => path,
  (path: string): string => `${path}/`,
  (path: string): string => path.replace(/\/(?=\?|$)/, ''),
  (path: string): string => path.toUpperCase(),
  (path: string): string => `/${path}/`,
  (path: string): string => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
]

function respell(path: string, number: number): string {
  const [before = '', ...query] = path.split('?')
  const spelled = (spellings[number % spellings.length] as (typeof spellings)[number])(before)
  return [spelled, ...query].join('?')
}

/** True if a line answers the request; undefined for a bad request. */
function isAnswered(router: Router, request: Parameters<Router['match']>[0]): boolean | undefined {
  try {
    return router.match(request) !== undefined
  } catch (error) {
    if (error instanceof BadRequestException) return undefined
    throw error
  }
}

/** The decoded path without slashes at its end. */
function textOf(path: string, ignoreCase: boolean): string {
  const text = decodeURIComponent(path).replace(/\/+$/, '')
  return ignoreCase ? text.toLowerCase() : text
}
