import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  ExceptionHandler,
  NotFoundException,
  ResponseEntity,
  ResponseEntityExceptionHandler,
} from '@mvc-router/rest'
import type { IncomingMessage } from 'node:http'
import type { RunningServer } from './http-client.js'
import { startUsers } from './user-server.js'

class LoanException extends Error {}
class OverdueException extends LoanException {
  readonly days = 3
}

class LibraryAdvice extends ResponseEntityExceptionHandler {
  readonly #retryAfter = '60'

  @ExceptionHandler(LoanException)
  handleLoan(exception: LoanException): ResponseEntity {
    return this.restError(409, `on loan: ${exception.message}`, { 'Retry-After': this.#retryAfter })
  }

  @ExceptionHandler(OverdueException)
  async handleOverdue({ days }: OverdueException, request: IncomingMessage): Promise<ResponseEntity> {
    return new ResponseEntity(
      { overdue: days, path: request.url },
      { status: 423, headers: { 'X-Days': days } },
    )
  }

  @ExceptionHandler(NotFoundException)
  handleNotFound(): undefined {
    return undefined
  }
}

class LateAdvice extends ResponseEntityExceptionHandler {
  constructor() {
    super()
    this.handle(Error, () => new ResponseEntity(undefined, { status: 418 }))
    this.handle(LoanException, () => new ResponseEntity('never', { status: 500 }))
  }
}

class LoanController {
  loan(): never {
    throw new LoanException('Dune')
  }

  overdue(): never {
    throw new OverdueException()
  }

  simple(): never {
    throw new Error('any')
  }
}

let server: RunningServer

beforeAll(async () => {
  server = await startUsers({
    advice: [new LibraryAdvice(), new LateAdvice()],
    controllers: { loanController: new LoanController() },
    routes:
      'GET /loan loanController.loan\nGET /overdue loanController.overdue\nGET /simple loanController.simple',
  })
})
afterAll(() => server.close())

test('an advice answers the exceptions that it handles', async () => {
  const { status, text, headers } = await server.get('/loan')
  expect([status, headers['retry-after']]).toEqual([409, '60'])
  expect(JSON.parse(text)).toEqual({
    status: 'Conflict',
    code: 409,
    message: 'on loan: Dune',
    developerMessage: null,
    moreInfoUrl: null,
  })
})

test('the most specific handler answers, in the format that the client accepts', async () => {
  const json = await server.get('/overdue')
  expect([json.status, json.text, json.headers['x-days']]).toEqual([
    423,
    '{"overdue":3,"path":"/overdue"}',
    '3',
  ])
  const xml = await server.get('/overdue', { accept: 'application/xml' })
  expect(xml.text).toContain('<Object><overdue>3</overdue><path>/overdue</path></Object>')
  const problem = await server.get('/overdue', { accept: 'application/problem+json' })
  expect(problem.headers['content-type']).toBe('application/json; charset=utf-8')
})

test('a later advice handles an exception that an earlier advice does not handle', async () => {
  const { status, text } = await server.get('/simple')
  expect([status, text]).toEqual([418, ''])
})

test('an exception goes to the next advice if a handler returns undefined', async () => {
  expect((await server.get('/users/9')).status).toBe(418)
})

test('a class that extends an advice may override its handlers', async () => {
  class OwnAdvice extends LibraryAdvice {
    override handleLoan({ message }: LoanException): ResponseEntity {
      return new ResponseEntity(`ours: ${message}`, { status: 410 })
    }
  }
  const own = await startUsers({
    advice: new OwnAdvice(),
    controllers: { loanController: new LoanController() },
    routes: 'GET /loan loanController.loan',
  })
  expect(await own.get('/loan')).toMatchObject({ status: 410, text: '"ours: Dune"' })
  await own.close()
})
