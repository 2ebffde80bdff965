import { expect, test } from '@jest/globals'
import express from 'express'
import { createServer } from 'node:http'
import { ConfigurationException, parseRouteFile, Router, RouteTable } from '@mvc-router/router-core'
import {
  createApplication,
  devTools,
  ModelAndView,
  pathVariable,
  redirect,
  redirectToCanonical,
  requestBody,
  requestHeader,
  requestParam,
  ResponseEntity,
  RouterConfigurationSupport,
  RouterHandlerMapping,
  RouterModelAttribute,
  stopGracefully,
  stopOnSignals,
  view,
} from '@mvc-router/router-core/express'
import { Link, linkTo } from '@mvc-router/router-core/hypermedia'

/** A function with options. Programs in JavaScript can pass any value. */
type Take = (options: never) => unknown

const router = Router.parse('GET /a a.b\n+ signed\nGET /s a.s', { signingKeys: ['k'.repeat(32)] })
const mapping = new RouterHandlerMapping({ routeFiles: () => 'GET /a a.b', controllers: { a: { b() {} } } })

class Configuration extends RouterConfigurationSupport {
  readonly #options: object
  constructor(options: object) {
    super()
    this.#options = options
  }
  listRouteFiles(): [() => string] {
    return [() => 'GET / a.b']
  }
  override routerOptions(): object {
    return { controllers: { a: { b() {} } }, ...this.#options }
  }
}

const takers: readonly (readonly [caller: string, known: string, misspelt: string, take: Take])[] = [
  ['Router.parse', 'allowedHosts', 'allowedHost', (options) => Router.parse('', options)],
  ['Router.load', 'basePath', 'basepath', (options) => Router.load(() => '', options)],
  ['Router', 'baseUrl', 'baseURL', (options) => new Router(router.table, options)],
  ['Router.forRequest', 'mountPath', 'mountpath', (options) => router.forRequest(options)],
  ['signed', 'expiresIn', 'expires', (options) => router.signed('a.s', {}, options)],
  ['RouteTable', 'controllerNames', 'controllerName', (options) => new RouteTable([], options)],
  [
    'parseRouteFile',
    'variables',
    'variable',
    (options) => parseRouteFile('', { file: 'x', ...(options as object) }),
  ],
  [
    'RouterHandlerMapping',
    'requireAllowedHost',
    'requireAllowedHosts',
    (options) => new RouterHandlerMapping({ routeFiles: () => '', ...(options as object) }),
  ],
  [
    'autoReload',
    'pollInterval',
    'pollinterval',
    (autoReload) => new RouterHandlerMapping({ routeFiles: () => '', autoReload }),
  ],
  ['RouterModelAttribute', 'attributeName', 'attribute', (options) => new RouterModelAttribute(options)],
  ['redirectToCanonical', 'ignoreCase', 'ignorecase', redirectToCanonical],
  ['devTools', 'editor', 'editors', (options) => devTools({ mapping, ...(options as object) })],
  ['stopGracefully', 'timeout', 'timeOut', (options) => stopGracefully(createServer(), options)],
  ['stopOnSignals', 'signals', 'signal', (options) => stopOnSignals(createServer(), options)],
  ['createApplication', 'express', 'Express', (options) => createApplication(new Configuration({}), options)],
  [
    'RouterHandlerMapping',
    'allowedHosts',
    'allowedHots',
    (options) => createApplication(new Configuration(options), { express }),
  ],
  ['view', 'status', 'Status', (options) => view('a', {}, options)],
  ['view', 'status', 'state', (options) => new ModelAndView('a', {}, options)],
  ['redirect', 'status', 'statut', (options) => redirect('a.b', {}, options)],
  ['ResponseEntity', 'headers', 'header', (options) => new ResponseEntity('a', options)],
  ['Params', 'defaultValue', 'default', (options) => pathVariable('a', String, options)],
  ['Params', 'required', 'require', (options) => requestParam('a', options)],
  ['Params', 'list', 'lists', (options) => requestHeader('a', Number, options)],
  ['requestBody', 'required', 'Required', (options) => requestBody(undefined as never, options)],
  ['Link', 'hreflang', 'hrefLang', (options) => new Link('next', '/', options)],
  ['Link', 'title', 'titel', (options) => linkTo('a.b', router).withRel('next', options)],
]

async function refusal(take: Take, options: object): Promise<unknown> {
  try {
    await take(options as never)
    return undefined
  } catch (error) {
    return error
  }
}

test.each(takers)('%s refuses an option that is nearly %s: %s', async (caller, known, misspelt, take) => {
  const error = await refusal(take, { [misspelt]: ['x'] })
  expect(error).toBeInstanceOf(ConfigurationException)
  expect(error).toMatchObject({ option: misspelt, message: expect.stringContaining(caller) as unknown })
  if (!['default', 'attribute', 'expires'].includes(misspelt))
    expect((error as Error).message).toMatch(new RegExp(`did you mean .*\\b${known}\\b`))
})

test.each(takers)(
  '%s (%s, %s) refuses unknown options and names of Object.prototype, and lists the known options',
  async (_caller, known, _misspelt, take) => {
    for (const name of ['somethingElseAltogether', 'hasOwnProperty', 'constructor', '__defineGetter__']) {
      const error = await refusal(take, { [name]: true })
      expect(error).toMatchObject({ option: name, code: 'E_CONFIG' })
      if (name === 'somethingElseAltogether') expect((error as Error).message).toContain(known)
    }
    expect(String(await refusal(take, Object.create({ inherited: true }) as object))).not.toContain(
      'inherited',
    )
  },
)

// These callers are skipped, because at least one of their rows copies or nests the options, or gives null another
// meaning.
const copied = new Set(['parseRouteFile', 'RouterHandlerMapping', 'autoReload', 'devTools', 'Params', 'Link'])

test.each(takers.filter(([caller]) => !copied.has(caller)))(
  '%s (%s, %s) refuses options that are not an object',
  async (_caller, _known, _misspelt, take) => {
    for (const [options, got] of [
      [null, 'null'],
      [[], 'a list'],
      ['x', 'string'],
    ])
      expect(String(await refusal(take, options as never))).toContain(
        `expected options as an object, got ${got}`,
      )
  },
)
