import { pathToFileURL } from 'node:url'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Layout, type LayoutProps } from './layout.js'

type Callback = (error: unknown, html?: string) => void

/** JSX as an engine of Express: a view is a module with a component named `Page`, whose properties are the model. */
export function renderJsx(file: string, model: object, done: Callback): void {
  // oxlint-disable-next-line promise/no-callback-in-promise -- Express's engines have a callback
  render(file, model as LayoutProps).then((html) => done(null, html), done)
}

async function render(file: string, model: LayoutProps): Promise<string> {
  const { Page } = (await import(pathToFileURL(file).href)) as { Page: ComponentType<object> }
  const html = renderToStaticMarkup(
    <Layout {...model}>
      <Page {...model} />
    </Layout>,
  )
  return `<!doctype html>${html}`
}
