import { afterAll, beforeEach, describe } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { routeEngine, type EjsOptions, type RouteEngine } from '@mvc-router/view-ejs'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ejsVersions } from './ejs-versions.js'

export const router = Router.parse(`
GET     /user/?               userController.listAll
GET     /user/{<[0-9]+>id}    userController.showUser
PUT     /user/{<[0-9]+>id}    userController.saveUser
GET     /search               searchController.search
POST    /search               searchController.store
GET|PATCH /draft/{name}       draftController.edit
OPTIONS /probe                probeController.probe
GET     api.example.org/v1    apiController.index
`)

/** The folder with the templates of a suite. */
export const views = mkdtempSync(join(tmpdir(), 'view-ejs-'))
afterAll(() => rmSync(views, { recursive: true }))

export const directive = '<%@ taglib prefix="route" uri="/mvc-router" %>'

/** Writes a template and returns its path. */
export function write(name: string, text: string): string {
  const path = join(views, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

/** An engine for a version of EJS, and a function that renders the text of a template. */
interface EjsUnderTest {
  readonly ejs: (typeof ejsVersions)[number]['ejs']
  readonly engine: RouteEngine
  readonly render: (template: string, locals?: object, options?: EjsOptions) => string
}

/** Describes the same tests for each version of EJS. */
export function describeEngine(body: (underTest: EjsUnderTest) => void): void {
  describe.each(ejsVersions)('with EJS $version', ({ ejs }) => {
    const engine = routeEngine({ router, ejs })
    beforeEach(() => ejs.clearCache())
    body({
      ejs,
      engine,
      render(template, locals = {}, options = {}) {
        const html = engine.compile(`${directive}${template}`, options)(locals)
        if (typeof html !== 'string') throw new Error('The template is asynchronous')
        return html
      },
    })
  })
}

/** The error that a rendering throws. */
export async function failure(
  rendering: unknown,
): Promise<Error & { code?: string; line?: number; column?: number }> {
  try {
    await rendering
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
  throw new Error('Nothing was thrown')
}
