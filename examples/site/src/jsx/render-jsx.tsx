import { pathToFileURL } from 'node:url'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Layout, type LayoutProps } from './layout.js'

/** Renders a JSX view: a module with a component `Page`, whose properties are the model. */
export async function renderJsx(file: string, model: object): Promise<string> {
  const { Page } = (await import(pathToFileURL(file).href)) as { Page: ComponentType<object> }
  const html = renderToStaticMarkup(
    <Layout {...(model as LayoutProps)}>
      <Page {...model} />
    </Layout>,
  )
  return `<!doctype html>${html}`
}
