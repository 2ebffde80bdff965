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

test('a subclass has the status of its ancestor', () => {
  class BookNotFoundException extends NotFoundException {}
  expect(exceptionStatus(new BookNotFoundException('why'))).toBe(404)
})

test('a 401 asks for a bearer token, unless it is thrown with another way, and has further headers', () => {
  expect(new UnauthorizedException('why').headers).toEqual({ 'WWW-Authenticate': 'Bearer' })
  const headers = { 'WWW-Authenticate': 'Basic realm="books"', 'X-Help': '/help' }
  expect(new UnauthorizedException('why', headers).headers).toEqual(headers)
})

test('an exception of another copy of the package is known by its brand', () => {
  const status = Symbol.for('@mvc-router/rest.status')
  class Renamed extends Error {
    get [status](): number {
      return 409
    }
  }
  expect(exceptionStatus(new Renamed('why'))).toBe(409)
})

test('an exception of another library is known by the name of its class or an ancestor', () => {
  const Foreign = { NotFoundException: class extends Error {} }.NotFoundException
  class Child extends Foreign {}
  expect(exceptionStatus(new Foreign('why'))).toBe(404)
  expect(exceptionStatus(new Child('why'))).toBe(404)
})

test.each([['a string'], [null], [undefined], [{ status: 200 }], [{ name: 'NotFoundException' }]])(
  '%p is no exception of the package',
  (thrown) => {
    expect(exceptionStatus(thrown)).toBeUndefined()
  },
)

test('the status of an unknown error is not trusted', () => {
  expect(exceptionStatus(Object.assign(new Error('why'), { status: 404 }))).toBeUndefined()
  expect(
    exceptionStatus(Object.assign(new Error('why'), { [Symbol.for('@mvc-router/rest.status')]: 999 })),
  ).toBeUndefined()
})

test('the error of a driver is known behind that of a library', () => {
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
