import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { NoHandlerFoundException, Router, type ReverseErrorCode } from '@mvc-router/router-core'
import { createModelAttribute, mergeArguments } from '@mvc-router/router-core/templates'

interface BadInput {
  readonly id: string
  readonly area: string
  readonly input: { readonly route?: string; readonly argsJs?: string }
}

const cases = (JSON.parse(readFileSync('fixtures/bad-inputs.json', 'utf8')) as BadInput[]).filter(
  ({ area }) => area === 'reverse',
)

/** If a case and docs/route-file.md disagree, the page is right, and a comment cites its rule. */
const urls: Readonly<Record<string, string>> = {
  '001': '/u/a%20b',
  '003': '/u/..%2Fx',
  '009': '/%2Fevil.com',
  '010': '/%2F%2Fevil.com',
  '014': '/%5Cevil.com',
  '016': '/javascript:alert(1)',
  '020': '/u/it%27s',
  '021': '/u/a%3Fb%23c%26d%3De',
  '024': '/u/%241%24%26',
  '026': '/u/e%CC%81',
  '029': '/u/%7Bx%7D',
  '044': '/u/true',
  // Nunjucks marks safe text by a String object.
  '054': '/u/x',
  '060': '/u/x?q=y',
  // docs/route-file.md, Reversing: a space in a query is "+", as in forms.
  '061': '/u/x?q=a+b%26c',
  '062': '/u/x?q=1&q=a%26b',
  '064': '/u/x',
  '066': '/u/x?q%22%3E%3C=1',
  '071': '/n/5',
  '072': '/list/',
  '075': '/home',
}

const errors: Readonly<Record<string, ReverseErrorCode>> = {
  '004': 'E_REVERSE_BAD_ARG',
  '007': 'E_REVERSE_BAD_ARG',
  '013': 'E_REVERSE_BAD_ARG',
  '018': 'E_REVERSE_BAD_ARG',
  '028': 'E_REVERSE_BAD_ARG',
  '030': 'E_REVERSE_BAD_ARG',
  '031': 'E_REVERSE_MISSING_ARG',
  '032': 'E_REVERSE_MISSING_ARG',
  '033': 'E_REVERSE_MISSING_ARG',
  '035': 'E_REVERSE_BAD_ARGS',
  '037': 'E_REVERSE_MISSING_ARG',
  '038': 'E_REVERSE_BAD_ARG',
  '039': 'E_REVERSE_BAD_ARG',
  '041': 'E_REVERSE_BAD_ARG',
  '042': 'E_REVERSE_BAD_ARG',
  '045': 'E_REVERSE_BAD_ARG',
  '046': 'E_REVERSE_BAD_ARG',
  '049': 'E_REVERSE_BAD_ARG',
  '051': 'E_REVERSE_BAD_ARG',
  '055': 'E_REVERSE_MISSING_ARG',
  '056': 'E_REVERSE_MISSING_ARG',
  '058': 'E_REVERSE_BAD_ARG',
  '059': 'E_REVERSE_MISSING_ARG',
  '065': 'E_REVERSE_BAD_ARG',
  '069': 'E_REVERSE_CONSTRAINT',
}

/** Other tests of this file, or property tests, cover these cases. */
const elsewhere = ['057', '076', '078', '079', '080', '082', '083', '085']

describe('the reverse cases of fixtures/bad-inputs.json', () => {
  test('each reverse case of fixtures/bad-inputs.json is in a table or in the list of other tests', () => {
    const covered = [...Object.keys(urls), ...Object.keys(errors), ...elsewhere]
    expect(covered.toSorted()).toEqual(cases.map(({ id }) => id.replace('reverse-', '')).toSorted())
  })

  test.each(Object.entries(urls))('reverse-%s builds %s', (id, url) => {
    const { router, action, args } = read(id)
    expect(router.reverse(action, args).url).toBe(url)
    expect(new URL(url, 'http://example.org').pathname).toBe(url.split('?', 1)[0])
  })

  test.each(Object.entries(errors))('reverse-%s throws %s', (id, code) => {
    const { router, action, args } = read(id)
    expect(() => router.reverse(action, args)).toThrow(
      expect.objectContaining({ name: 'NoHandlerFoundException', code }),
    )
  })

  test('the error of reverse-031 names the argument, the action and the line', () => {
    const { router, action } = read('031')
    expect(() => router.reverse(action)).toThrow(
      'No route of "u.show" fits the arguments:\n  routes.conf:1  GET /u/{id}: the argument "id" is missing',
    )
  })

  test('reverse-057: a variable with the name __proto__ is refused at load', () => {
    expect(() => Router.parse('GET /u/{__proto__} u.show')).toThrow('cannot be named "__proto__"')
  })

  const router = Router.parse('GET /u/{id} userController.show\nGET /users userController.list')
  const codeOf = (action: unknown): ReverseErrorCode | undefined => {
    try {
      router.reverse(action as string)
      return undefined
    } catch (error) {
      return error instanceof NoHandlerFoundException ? error.code : undefined
    }
  }

  test('reverse-076: the error for an unknown action suggests the nearest name', () => {
    expect(() => router.reverse('userControler.shwo')).toThrow('did you mean userController.show?')
    expect(codeOf('nope.nope')).toBe('E_REVERSE_NO_ROUTE')
    const named = Router.parse('+ name=imprint\nGET /imprint siteController.imprint')
    expect(() => named.reverse('imprnt')).toThrow('did you mean imprint?')
  })

  test.each([undefined, null, 5, {}, Symbol.iterator])(
    'reverse-078: an action that is not a string is refused',
    (action) => {
      expect(codeOf(action)).toBe('E_REVERSE_BAD_ACTION')
    },
  )

  test('reverse-079 and reverse-080: properties of Object.prototype are not actions', () => {
    expect(codeOf('__proto__.toString')).toBe('E_REVERSE_NO_ROUTE')
    expect(codeOf('constructor')).toBe('E_REVERSE_BAD_ACTION')
    expect(codeOf('toString')).toBe('E_REVERSE_BAD_ACTION')
  })

  test('reverse-082: the error message for an action of a million characters has at most 200 characters', () => {
    expect(() => router.reverse(`a.b${'x'.repeat(1e6)}`)).toThrow(/^.{0,200}$/)
  })

  test('reverse-083: given arguments replace arguments in the text of an action', () => {
    expect(router.reverse("userController.show(id:'x')").url).toBe('/u/x')
    expect(router.reverse("userController.show(id:'x')", { id: 'y', q: 1 }).url).toBe('/u/y?q=1')
    expect(codeOf("userController.show(id:'x'")).toBe('E_REVERSE_BAD_ACTION')
  })
})

function read(id: string): { router: Router; action: string; args: Record<string, unknown> } {
  const { route = '', argsJs = '' } = cases.find((badInput) => badInput.id === `reverse-${id}`)?.input ?? {}
  // Literals are created in another realm. The listed constructors belong to this realm.
  const args = runInNewContext(`(${argsJs})`, { JSON, Object, Proxy, Date, String, Array, Error }) as Record<
    string,
    unknown
  >
  return { router: Router.parse(route), action: /(\S+?)(?:\(.*)?$/.exec(route)?.[1] ?? '', args }
}

describe('arguments that throw when they are read', () => {
  const router = Router.parse('GET /u/{id} user.show\n* /{controller}/{action}/{id} {controller}.{action}')
  const fail = (): never => {
    throw new RangeError('hostile')
  }
  const revoked = (target: object): object => {
    const { proxy, revoke } = Proxy.revocable(target, {})
    revoke()
    return proxy
  }
  const hostile: Readonly<Record<string, () => object>> = {
    'a revoked proxy': () => revoked({ id: 1 }),
    'a revoked proxy of a Map': () => revoked(new Map()),
    'a proxy of a Map': () => new Proxy(new Map([['id', 1]]), {}),
    'a proxy that refuses its prototype': () => new Proxy({ id: 1 }, { getPrototypeOf: fail }),
    'a proxy that refuses the operator in': () => new Proxy({ id: 1 }, { has: fail }),
    'a proxy that refuses its keys': () => new Proxy({ id: 1 }, { ownKeys: fail }),
    'a proxy that refuses its descriptors': () => new Proxy({ id: 1 }, { getOwnPropertyDescriptor: fail }),
    'a proxy that refuses its values': () => new Proxy({ id: 1 }, { get: fail }),
    'a getter that throws': () => Object.defineProperty({}, 'id', { enumerable: true, get: fail }),
    'a getter that throws the second time': () => {
      let reads = 0
      return Object.defineProperty({}, 'id', { enumerable: true, get: () => (reads++ === 0 ? 1 : fail()) })
    },
  }
  const attribute = createModelAttribute(router)
  const ways: Readonly<Record<string, (action: string, args: never) => unknown>> = {
    reverse: (action, args) => router.reverse(action, args),
    href: (action, args) => router.href(action, args),
    'the link of a template': (action, args) => attribute(action, args),
    'arguments of a tag': (action, args) => mergeArguments(action, args, { tab: 1 }),
    'named arguments of a tag': (action, args) => mergeArguments(action, { tab: 1 }, args),
  }

  test.each(Object.keys(hostile))(
    'for %s, each function that builds links returns a URL or throws NoHandlerFoundException',
    (name) => {
      for (const [way, build] of Object.entries(ways)) {
        for (const action of ['user.show', 'shop.list', "user.show(tab:'1')"]) {
          let error: unknown
          try {
            build(action, hostile[name]?.() as never)
          } catch (thrown) {
            error = thrown
          }
          const isRight = error === undefined || error instanceof NoHandlerFoundException
          expect([way, action, isRight ? 'right' : String(error)]).toEqual([way, action, 'right'])
        }
      }
    },
  )
})
