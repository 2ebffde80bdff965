import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  answerTypes,
  createWebServer,
  defineEntity,
  defineModel,
  MemoryRepository,
  Page,
  RepositoryBasedRestController,
} from '@mvc-router/rest'
import { ResponseEntity } from '@mvc-router/router-core/express'
import { type RunningServer, start } from './http-client.js'

const Line = defineModel({ name: 'Line', fields: { text: 'string' } })
const Letter = defineEntity({
  name: 'Letter',
  key: { id: 'integer' },
  fields: { lines: { type: 'json', model: Line, many: true, minLength: 1, maxLength: 9 } },
})

class LetterController extends RepositoryBasedRestController<object, number> {
  requestMapping = '/letters'
}

class AnswerController {
  nothing(): null {
    return null
  }

  listed(): ResponseEntity {
    return new ResponseEntity({}, { headers: { Link: ['</a>; rel="a"', '</b>; rel="b"'], Vary: 'Cookie' } })
  }

  /** An action with `response` sends the answer, unless the action returns an entity or a page. */
  given(request: IncomingMessage, response: ServerResponse): object {
    if (request.url === '/given?entity') return Letter.create({ lines: [{ text: 'Hello' }] })
    if (request.url === '/given?page') return new Page([], { number: 0, size: 1, totalElements: 0 })
    return setTimeout(() => response.end('its own'), 1)
  }

  newest(): object {
    return Letter.create({ lines: [{ text: 'Dear' }] })
  }
}
answerTypes(AnswerController, { newest: Letter })

let server: RunningServer
beforeAll(async () => {
  const app = await createWebServer({
    controllers: {
      letterController: new LetterController(new MemoryRepository<object, number>(Letter as never)),
      answerController: new AnswerController(),
    },
    routes:
      'GET /nothing answerController.nothing\n* /listed answerController.listed\nGET /newest answerController.newest\nGET /given answerController.given\n',
    documents: { title: 'Letters', version: '1' },
  })
  server = await start(app)
})
afterAll(async () => server.close())

test('a null that an action returns is the element Null in XML', async () => {
  const answer = await server.get('/nothing', { accept: 'application/xml' })
  expect([answer.status, answer.text]).toEqual([200, expect.stringMatching(/<Null\/>$/)])
})

test('a header of a ResponseEntity may have several values', async () => {
  const { headers } = await server.get('/listed')
  expect(headers.link).toBe('</a>; rel="a", </b>; rel="b"')
  expect(headers.vary).toContain('Cookie')
})

test('an action with `response` sends returned entities and pages, but no other returned value', async () => {
  expect((await server.get('/given?entity')).text).toBe('{"id":null,"lines":[{"text":"Hello"}]}')
  expect((await server.get('/given?page')).text).toContain('"totalElements":0')
  expect((await server.get('/given')).text).toBe('its own')
})

test('the OpenAPI document shows a route for all methods as GET, and contains lists of models and types from answerTypes', async () => {
  const { text } = await server.get('/api/openapi.json')
  const { paths, components } = JSON.parse(text) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
    components: { schemas: Record<string, { properties: Record<string, unknown> }> }
  }
  expect(Object.keys(paths['/listed'] ?? {})).toEqual(['get', 'head'])
  expect(JSON.stringify(paths['/newest']?.['get']?.responses['200'])).toContain('#/components/schemas/Letter')
  expect(components.schemas['Letter']?.properties['lines']).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Line' },
    minItems: 1,
    maxItems: 9,
  })
})
