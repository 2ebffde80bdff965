import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { build } from 'esbuild'
import type { Liquid } from 'liquidjs'
import type { Router } from '@mvc-router/router-core'

const program = `
import { Router } from '@mvc-router/router-core'
import { routeTag } from '@mvc-router/view-liquid'
import { Liquid } from 'liquidjs'

export { Router }

export const router = Router.parse(\`
GET   /                        pages.home
GET   /users/{<(?=1)\\\\d+>id}   users.showOne
GET   /users/{<[0-9]+>id}      users.show
GET(json)   /books/{slug}      books.data
GET   /books/{slug}            books.page
\`)
export const liquid = new Liquid()
liquid.plugin(routeTag({ router }))
`

interface Bundle {
  readonly Router: typeof Router
  readonly router: Router
  readonly liquid: Liquid
}

/** The globals of a small runtime: no modules of Node, no process and no Buffer. */
const globals = { URL, TextDecoder, TextEncoder, console, performance, setTimeout }

describe.each([
  ['a browser', ['browser']],
  ['a Worker', ['workerd', 'worker', 'browser']],
])('a bundle for %s', (_name, conditions) => {
  let bundle: Bundle

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
      bundle: true,
      write: false,
      platform: 'browser',
      conditions,
      format: 'iife',
      globalName: 'bundle',
      logLevel: 'silent',
    })
    const context = createContext({ ...globals })
    runInContext(outputFiles[0]?.text ?? '', context)
    bundle = context['bundle'] as Bundle
  })

  test('a bundled router matches requests by path, constraint and format', () => {
    const actionOf = (path: string, accept?: string): string | undefined =>
      bundle.router.match({ method: 'GET', path, headers: accept === undefined ? {} : { accept } })?.action
    expect(actionOf('/')).toBe('pages.home')
    expect(actionOf('/users/17')).toBe('users.showOne')
    expect(actionOf('/users/27')).toBe('users.show')
    expect(actionOf('/users/x')).toBeUndefined()
    expect(actionOf('/books/a', 'application/json')).toBe('books.data')
  })

  test('a bundled router builds URLs for programs and templates', async () => {
    expect(bundle.router.reverse('users.show', { id: 27 }).url).toBe('/users/27')
    expect(await bundle.liquid.parseAndRender('<a href="{% route "users.show", id: 27 %}">')).toBe(
      '<a href="/users/27">',
    )
    expect(() => bundle.router.reverse('users.shwo', { id: 27 })).toThrow('did you mean users.show?')
  })

  test('a bundled router reports a mistake with its line', () => {
    expect(() => bundle.Router.parse('GET /users/{<[z-a]>id} users.show')).toThrow(
      /out of order[^]*routes\.conf:1:/,
    )
  })

  test('a function that needs a module of Node throws an error that names the module', async () => {
    await expect(bundle.Router.load('routes.conf')).rejects.toThrow(
      'A call needs node:path, which this runtime does not have',
    )
    const signed = bundle.Router.parse('+ signed\nGET /x pages.home', { signingKeys: ['k'.repeat(32)] })
    expect(() => signed.signed('pages.home')).toThrow(
      'A call needs node:crypto, which this runtime does not have',
    )
  })
})

test('the bundled fetch host imports no module of the file system', async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(import.meta.resolve('@mvc-router/router-core/fetch'))],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    packages: 'external',
    format: 'esm',
    logLevel: 'silent',
  })
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
  expect(imported).toContain('node:path')
  expect(imported.filter((path) => /^(?:node:)?fs/.test(path))).toEqual([])
})
