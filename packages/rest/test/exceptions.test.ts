import { expect, test } from '@jest/globals'
import {
  databaseException,
  EntityExistsException,
  EntityNotFoundException,
  exceptionStatus,
  IllegalArgumentException,
  NotFoundException,
  NotImplementedException,
  ObjectNotFoundException,
  UnauthorizedException,
  ValidationException,
} from '@mvc-router/rest'

test.each([
  [IllegalArgumentException, 'IllegalArgumentException', 400],
  [ValidationException, 'ValidationException', 400],
  [NotFoundException, 'NotFoundException', 404],
  [EntityNotFoundException, 'EntityNotFoundException', 404],
  [ObjectNotFoundException, 'ObjectNotFoundException', 404],
  [NotImplementedException, 'NotImplementedException', 501],
  [EntityExistsException, 'EntityExistsException', 409],
])('%p is named %s and has the status %i', (type: new (message: string) => Error, name, status) => {
  const exception = new type('why')
  expect([exception.name, exception.message, exceptionStatus(exception)]).toEqual([name, 'why', status])
})

test('a subclass has the status of its superclass', () => {
  class BookNotFoundException extends NotFoundException {}
  expect(exceptionStatus(new BookNotFoundException('why'))).toBe(404)
})

test('an UnauthorizedException asks for a bearer token, unless it is created with other headers', () => {
  expect(new UnauthorizedException('why').headers).toEqual({ 'WWW-Authenticate': 'Bearer' })
  const headers = { 'WWW-Authenticate': 'Basic realm="books"', 'X-Help': '/help' }
  expect(new UnauthorizedException('why', headers).headers).toEqual(headers)
})

test('an exception has statusCode and expose, so that hosts treat it as an HTTP error', () => {
  expect(new UnauthorizedException('why')).toMatchObject({ statusCode: 401, expose: true })
  expect(new NotImplementedException('why')).toMatchObject({ statusCode: 501, expose: false })
})

test('a program can assign status, statusCode and expose to an exception, as with http-errors', () => {
  const exception = new NotFoundException('why')
  expect(Object.assign(exception, { status: 410, statusCode: 410, expose: false })).toBe(exception)
  expect(exceptionStatus(exception)).toBe(410)
  expect(exception).toMatchObject({ statusCode: 410, expose: false })
})

test('an HTTP error of another library or package copy is recognized by status and statusCode', () => {
  class Renamed extends Error {
    readonly status = 409
    readonly statusCode = 409
  }
  expect(exceptionStatus(new Renamed('why'))).toBe(409)
})

test('an exception of another library is recognized by the name of its class or of a superclass', () => {
  const Foreign = { NotFoundException: class extends Error {} }.NotFoundException
  class Child extends Foreign {}
  expect(exceptionStatus(new Foreign('why'))).toBe(404)
  expect(exceptionStatus(new Child('why'))).toBe(404)
})

test.each([['a string'], [null], [undefined], [{ status: 200 }], [{ name: 'NotFoundException' }]])(
  '%p has no exceptionStatus',
  (thrown) => {
    expect(exceptionStatus(thrown)).toBeUndefined()
  },
)

test.each([[{ status: 404 }], [{ status: 404, statusCode: 409 }], [{ status: 999, statusCode: 999 }]])(
  'an unknown error with %j has no exceptionStatus',
  (properties) => {
    expect(exceptionStatus(Object.assign(new Error('why'), properties))).toBeUndefined()
  },
)

test('databaseException finds a driver error among the causes of an error', () => {
  const driver = Object.assign(new Error('duplicate key'), { code: '23505' })
  const exception = databaseException(new Error('Failed query: insert', { cause: driver }))
  expect(exception).toBeInstanceOf(EntityExistsException)
  expect(exception).toMatchObject({ cause: driver })
  const other = new Error('Failed', { cause: new Error('of something else') })
  expect(databaseException(other)).toBe(other)
  const circle = new Error('Failed')
  circle.cause = circle
  expect(databaseException(circle)).toBe(circle)
})
