import { jsx as kitaJsx } from '@kitajs/html/jsx-runtime'
import {
  describeLinkConformance,
  describePageConformance,
  type LinkData,
  type LinkTemplate,
} from '@mvc-router/link-conformance'
import type { Reverser } from '@mvc-router/router-core'
import { createRouteComponents, type JsxRuntime, type RouteComponents } from '@mvc-router/view-jsx'
import { jsx as honoJsx } from 'hono/jsx/jsx-runtime'
import { text } from 'node:stream/consumers'
import { renderToStringAsync } from 'preact-render-to-string'
import { jsx as preactJsx } from 'preact/jsx-runtime'
import { use } from 'react'
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server'
import { jsx as reactJsx } from 'react/jsx-runtime'
import { renderHono } from './runtimes.js'

type Jsx = (type: unknown, props: object) => unknown

/** A page with a link: `<p><Reverse/></p>`, `<Link>link</Link>` or an anchor with `href()`. */
function page(
  jsx: Jsx,
  { href, Link, Reverse }: RouteComponents<unknown>,
  { action, names, form, place }: LinkTemplate,
  args: LinkData['args'],
  way: Way,
): unknown {
  const params = form === 'object' ? args : Object.fromEntries(names.map((name) => [name, args[name]]))
  if (place === 'text') return jsx('p', { children: jsx(Reverse, { action, params }) })
  return way === 'Link'
    ? jsx(Link, { action, params, children: 'link' })
    : jsx('a', { href: href(action, params), children: 'link' })
}

type Way = 'Link' | 'href'

interface Renderer {
  readonly name: string
  readonly jsx: unknown
  readonly runs: number
  /** Renders the result of `content` in a component that waits first. */
  readonly render: (content: () => unknown, wait: () => Promise<void>) => string | Promise<string>
}

const renderers: readonly Renderer[] = [
  {
    name: 'React, streamed',
    jsx: reactJsx,
    runs: 10_000,
    async render(content, wait) {
      const waiting = wait()
      const Page = (): never => (use(waiting), content()) as never
      return text(await renderToReadableStream(reactJsx(Page, {}), { onError() {} }))
    },
  },
  {
    name: 'React, at once',
    jsx: reactJsx,
    runs: 200,
    render: (content) => renderToStaticMarkup(reactJsx(() => content() as never, {})),
  },
  {
    name: 'Preact',
    jsx: preactJsx,
    runs: 10_000,
    async render(content, wait) {
      let isReady = false
      const waiting = wait().then(() => (isReady = true))
      const Later = (): never => {
        // oxlint-disable-next-line typescript/only-throw-error -- a component of Preact waits this way
        if (!isReady) throw waiting
        return content() as never
      }
      const Page = () => preactJsx(Later, {})
      const html = await renderToStringAsync(preactJsx(Page, {}))
      return html.replace('<!--$s-->', '').replace('<!--/$s-->', '') // marks of Preact around content that waited
    },
  },
  {
    name: 'hono/jsx',
    jsx: honoJsx,
    runs: 10_000,
    render(content, wait) {
      const Page = async () => {
        await wait()
        return content()
      }
      return renderHono(honoJsx(Page, {}))
    },
  },
  {
    name: '@kitajs/html',
    jsx: kitaJsx,
    runs: 10_000,
    async render(content, wait) {
      const Page = async () => {
        await wait()
        return content()
      }
      return kitaJsx(Page, {})
    },
  },
]

for (const { name, jsx, runs, render } of renderers) {
  const runtime = { jsx } as JsxRuntime<unknown>
  for (const way of ['Link', 'href'] as const) {
    describeLinkConformance({
      name: `${name}, ${way}`,
      places: ['text', 'double-quoted'],
      runs: way === 'Link' ? runs : 200,
      start(router) {
        const shared = createRouteComponents({ ...runtime, router })
        return (template) =>
          ({ args, route, wait }) => {
            // A request can have its own components, or use the components of the application.
            const components =
              route === undefined
                ? shared
                : createRouteComponents({ ...runtime, reverser: route as Reverser })
            return render(() => page(jsx as Jsx, components, template, args, way), wait)
          }
      },
    })
  }
  describePageConformance({
    name,
    start(router) {
      const shared = createRouteComponents({ ...runtime, router })
      return ({ args, route, wait }) => {
        const { Link } =
          route === undefined ? shared : createRouteComponents({ ...runtime, reverser: route as Reverser })
        return render(
          () => (jsx as Jsx)(Link, { with: { page: args['page'], q: null }, children: 'link' }),
          wait,
        )
      }
    },
  })
}
