import { expect, test } from '@jest/globals'
import type { RouteMatch } from '@mvc-router/router-core'
import type { Request } from 'express'
import {
  converters,
  httpRequest,
  Params,
  pathVariable,
  requestBody,
  requestParam,
  type BoundValues,
} from '@mvc-router/router-core/express'
import { z } from 'zod'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const same = <A, B>(isSame: Same<A, B>): void => expect(isSame).toBe(true)

test('BoundValues lists the types of the values that bindings produce', () => {
  const bindings = [
    pathVariable('id', Number),
    pathVariable('name'),
    requestParam('q'),
    requestParam('q', { required: true }),
    requestParam('page', converters.integer, { defaultValue: 1 }),
    requestParam('order', ['asc', 'desc']),
    requestParam('tag', { list: true }),
    requestParam('big', BigInt, { required: true }),
    requestParam('on', Date),
    requestBody(z.object({ title: z.string() })),
    requestBody(),
    httpRequest<Request>(),
  ] as const
  same<
    BoundValues<typeof bindings>,
    [
      number,
      string,
      string | undefined,
      string,
      number,
      'asc' | 'desc' | undefined,
      string[],
      bigint,
      Date | undefined,
      { title: string },
      unknown,
      Request,
    ]
  >(true)
})

test('a method whose parameters do not fit its bindings does not compile', () => {
  class Controller {
    @Params(pathVariable('id', Number))
    fits(_id: number): void {}

    @Params(pathVariable('id', Number), requestParam('q'))
    takesFewer(_id: number): void {}

    // @ts-expect-error -- the binding produces a number
    @Params(pathVariable('id', Number))
    takesText(_id: string): void {}

    // @ts-expect-error -- the parameter may be missing
    @Params(requestParam('q'))
    takesAlways(_q: string): void {}

    // @ts-expect-error -- the second parameter has no binding
    @Params(pathVariable('id', Number))
    takesMore(_id: number, _more: string): void {}
  }
  expect(new Controller()).toBeDefined()
})

test('the parameters of a function in Params get their types from the bindings', () => {
  const action = Params(
    pathVariable('id', Number),
    requestParam('q'),
  )((id, q) => {
    same<typeof id, number>(true)
    same<typeof q, string | undefined>(true)
    return `${id}${q}`
  })
  expect(action(1, 'a')).toBe('1a')
})

test('the type of the Express request has routeMatch and allowedMethods', () => {
  same<Request['routeMatch'], RouteMatch | undefined>(true)
  same<Request['allowedMethods'], readonly string[] | undefined>(true)
})
