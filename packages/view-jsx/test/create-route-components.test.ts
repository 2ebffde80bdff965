import { describe, expect, test } from '@jest/globals'
import { ConfigurationException, NoHandlerFoundException, Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { createRouteComponents, type RouteComponents } from '@mvc-router/view-jsx'
import { parseFragment } from 'parse5'
import { jsx } from 'react/jsx-runtime'
import { runtimes } from './runtimes.js'

const router = Router.parse(`
GET       /user/?              userController.listAll
GET       /user/{<[0-9]+>id}   userController.showUser
DELETE    /user/{<[0-9]+>id}   userController.deleteUser
GET       /search              searchController.search
POST      /search              searchController.store
GET|PATCH /draft/{name}        draftController.edit
GET       api.example.org/v1   apiController.index
`)

interface Element {
  readonly nodeName: string
  readonly attrs: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes: readonly Element[]
  readonly value?: string
}

/** The elements that a browser reads, such as `['a', { href: '/x' }, 'text']`. */
function elementsOf(html: string): unknown {
  const describeNode = ({ nodeName, attrs, childNodes, value }: Element): unknown =>
    nodeName === '#text'
      ? value
      : [
          nodeName,
          Object.fromEntries(attrs.map(({ name, value: text }) => [name, text])),
          ...childNodes.map(describeNode),
        ]
  return (parseFragment(html) as unknown as Element).childNodes.map(describeNode)
}

describe.each(runtimes)('with $name', ({ runtime, render }) => {
  const routes = createRouteComponents({ ...runtime, router })

  /** Renders the compiled form of `<Component {...props}>{children}</Component>`. */
  async function html<Name extends 'Link' | 'Form' | 'Reverse'>(
    name: Name,
    props: Parameters<RouteComponents<unknown>[Name]>[0],
    ...children: unknown[]
  ): Promise<unknown> {
    const component = routes[name] as never
    const element =
      'createElement' in runtime
        ? runtime.createElement(component, { ...props }, ...children)
        : runtime.jsx(
            component,
            children.length === 0
              ? props
              : { ...props, children: children.length === 1 ? children[0] : children },
          )
    return elementsOf(await render(element))
  }

  test('href returns the URL of an action', () => {
    expect(routes.href('userController.listAll')).toBe('/user/')
    expect(routes.href('userController.showUser', { id: 5, tab: 'a&b' })).toBe('/user/5?tab=a%26b')
    expect(routes.href("userController.showUser(id:'5')")).toBe('/user/5')
  })

  test('Link renders an anchor with its attributes and children', async () => {
    const props = {
      action: 'userController.showUser',
      params: { id: 5, a: 1, b: 2 },
      id: 'x "y"',
      title: "it's <b>",
    }
    const attributes = { id: 'x "y"', title: "it's <b>", href: '/user/5?a=1&b=2' }
    expect(await html('Link', props, 'User 5')).toEqual([['a', attributes, 'User 5']])
    expect(await html('Link', props)).toEqual([['a', attributes]])
    expect(await html('Link', props, 'User ', 'five')).toEqual([['a', attributes, 'User five']])
  })

  test('params and query must be objects or Maps', async () => {
    const params = new Map([['id', 5]]) as never
    const props = { action: 'userController.showUser', params }
    const query = new Map([['tab', 'a']])
    expect(await html('Link', { ...props, query: query as never })).toEqual([
      ['a', { href: '/user/5?tab=a' }],
    ])
    for (const wrong of ['tab=a', new URLSearchParams('tab=a'), [['tab', 'a']]])
      await expect(html('Link', { ...props, query: wrong as never })).rejects.toThrow(
        'Arguments of "userController',
      )
  })

  test('Link ignores a given href', async () => {
    expect(await html('Link', { action: 'userController.listAll', href: 'javascript:alert(1)' })).toEqual([
      ['a', { href: '/user/' }],
    ])
  })

  test('Form has the method of its action, and writes the query of a GET to hidden fields', async () => {
    const field = ['input', { type: 'hidden', name: 'a', value: '1' }]
    const hostile = ['input', { type: 'hidden', name: 'q', value: `&amp;"><'` }]
    const props = { action: 'searchController.search', params: { q: `&amp;"><'`, a: 1 }, id: 'f' }
    expect(await html('Form', props, 'Go')).toEqual([
      ['form', { id: 'f', action: '/search', method: 'get' }, field, hostile, 'Go'],
    ])
    expect(await html('Form', { ...props, action: 'searchController.store', params: { a: 1 } })).toEqual([
      ['form', { id: 'f', action: '/search?a=1', method: 'post' }],
    ])
  })

  test('Form posts other methods with the method override', async () => {
    expect(
      await html('Form', { action: 'userController.deleteUser', params: { id: 5 } }, 'one', ' two'),
    ).toEqual([
      [
        'form',
        { action: '/user/5?X-HTTP-Method-Override=DELETE', method: 'post' },
        ['input', { type: 'hidden', name: 'X-HTTP-Method-Override', value: 'DELETE' }],
        'one two',
      ],
    ])
  })

  test('the prop method of Form chooses a method that the route accepts', async () => {
    const props = { action: 'draftController.edit', params: { name: 'x' } }
    expect(await html('Form', props)).toEqual([['form', { action: '/draft/x', method: 'get' }]])
    expect(await html('Form', { ...props, method: 'patch' })).toMatchObject([
      ['form', { method: 'post' }, ['input', { value: 'PATCH' }]],
    ])
    await expect(html('Form', { ...props, method: 'put' })).rejects.toThrow('accepts GET|PATCH, not PUT')
  })

  test('Reverse renders the URL as text', async () => {
    const props = { action: 'searchController.search', params: { copy: 1, lt: '&lt;' } }
    expect(await html('Reverse', props)).toEqual(['/search?copy=1&lt=%26lt%3B'])
    expect(
      elementsOf(
        await render(
          'createElement' in runtime
            ? runtime.createElement('i', {}, routes.Reverse(props))
            : runtime.jsx('i', { children: routes.Reverse(props) }),
        ),
      ),
    ).toEqual([['i', {}, '/search?copy=1&lt=%26lt%3B']])
  })

  test.each([
    `"><script>alert(1)</script>`,
    `' onmouseover='alert(1)`,
    '</script>',
    '&quot;',
    'javascript:alert(1)',
    '`',
    '\\',
  ])('the hostile value %s is encoded in the URL', async (value) => {
    const url = routes.href('draftController.edit', { name: value, q: value })
    expect(url).toMatch(/^\/draft\/[^"'<>\s`\\]+\?q=[^"'<>\s`\\]+$/)
    expect(await html('Link', { action: 'draftController.edit', params: { name: value, q: value } })).toEqual(
      [['a', { href: url }]],
    )
    expect(
      await html('Reverse', { action: 'draftController.edit', params: { name: value, q: value } }),
    ).toEqual([url])
  })

  test('a link that cannot be built throws, or has the value of onError', async () => {
    await expect(html('Link', { action: 'userController.nobody' })).rejects.toThrow(NoHandlerFoundException)
    const lenient = createRouteComponents({ ...runtime, router, onError: () => '#' })
    expect(lenient.href('userController.nobody')).toBe('#')
    expect(elementsOf(await render(lenient.Link({ action: 'userController.nobody' })))).toEqual([
      ['a', { href: '#' }],
    ])
    expect(elementsOf(await render(lenient.Form({ action: 'userController.nobody' })))).toEqual([
      ['form', { action: '#', method: 'post' }],
    ])
  })

  test('the option reverser sets the Reverser of a request', async () => {
    const reverser = createModelAttribute(router.forRequest({ mountPath: '/app', host: 'example.org' }))
    const own = createRouteComponents({ ...runtime, reverser })
    expect(own.href('userController.listAll')).toBe('/app/user/')
    expect(own.href('apiController.index')).toBe('http://api.example.org/app/v1')
  })
})

test('href uses router.current each time it is called', () => {
  let current = router.forRequest({ mountPath: '/one' })
  const { href } = createRouteComponents({
    jsx,
    router: {
      reverse: () => router.reverse('x.y'),
      get current() {
        return current
      },
    },
  })
  expect(href('userController.listAll')).toBe('/one/user/')
  current = router.forRequest({ mountPath: '/two' })
  expect(href('userController.listAll')).toBe('/two/user/')
})

test.each([{ router: undefined }, { reverser: undefined }, { router: {} }])(
  'createRouteComponents refuses %p',
  (source) => {
    expect(() => createRouteComponents({ jsx, ...(source as never as { router: Router }) })).toThrow(
      ConfigurationException,
    )
  },
)

test('createRouteComponents refuses an unknown option, and suggests the nearest name', () => {
  expect(() => createRouteComponents({ jsx, router, onEror: () => '#' } as never)).toThrow(
    'did you mean onError?',
  )
})
