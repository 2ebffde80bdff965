import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import {
  NoHandlerFoundException,
  Router,
  type ActionDefinition,
  type RouterOptions,
} from '@mvc-router/router-core'

interface RoutingCase {
  readonly id: string
  readonly routes: readonly string[]
  readonly files?: readonly (readonly string[])[]
  readonly options?: RouterOptions
  readonly op: 'match' | 'reverse'
  readonly input: {
    readonly method: string
    readonly path: string
    readonly host?: string
    readonly headers?: Record<string, string>
    readonly action: string
    readonly args?: Record<string, unknown>
    readonly request?: { readonly host?: string }
    readonly then?: readonly (readonly ['absolute' | 'secure' | 'remove' | 'add' | 'addRef', ...string[]])[]
  }
  readonly expect: {
    readonly notFound?: true
    readonly error?: 'NoRoute'
    readonly action?: string
    readonly args?: Record<string, string>
    readonly format?: string
    readonly url?: string
    readonly method?: string
    readonly host?: string
  }
  readonly note: string
}

const cases = JSON.parse(readFileSync('fixtures/routing.json', 'utf8')) as RoutingCase[]

describe('the conformance cases of fixtures/routing.json', () => {
  test.each(cases.map((routingCase) => [`${routingCase.id}: ${routingCase.note}`, routingCase] as const))(
    '%s',
    (_, routingCase) => {
      const router = createRouter(routingCase)
      if (routingCase.op === 'match') checkMatch(router, routingCase)
      else checkReverse(router, routingCase)
    },
  )
})

function createRouter({ routes, options, input }: RoutingCase): Router {
  const allowedHosts = input.request?.host === undefined ? [] : [input.request.host]
  return Router.parse(routes.join('\n'), { controllerNames: 'any', allowedHosts, ...options })
}

function checkMatch(router: Router, { input, expect: expected }: RoutingCase): void {
  const match = router.match(input)
  if (expected.notFound) expect(match).toBeUndefined()
  else {
    expect(match).toMatchObject({ action: expected.action, args: expected.args })
    expect(match?.args).toStrictEqual(expected.args)
    expect(match?.format).toBe(expected.format)
  }
}

function checkReverse(router: Router, { input, expect: expected }: RoutingCase): void {
  const reverse = (): ActionDefinition => {
    const first = router.forRequest(input.request ?? {}).reverse(input.action, input.args)
    return (input.then ?? []).reduce((definition, [method, ...args]) => {
      const call = definition[method] as (...args: string[]) => ActionDefinition
      return call.apply(definition, args)
    }, first)
  }
  if (expected.error === 'NoRoute') expect(reverse).toThrow(NoHandlerFoundException)
  else {
    const { url, method, host } = reverse()
    expect({ url, ...(expected.method && { method }), ...(expected.host && { host }) }).toEqual({
      url: expected.url,
      ...(expected.method && { method: expected.method }),
      ...(expected.host && { host: expected.host }),
    })
  }
}
