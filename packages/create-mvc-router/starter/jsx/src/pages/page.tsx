import type { ComponentType } from 'react' //? ts
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Returns the HTML of a page with these properties. */
export function page<Props extends object>(Page: ComponentType<Props>, props: Props): string {
  return `<!doctype html>${renderToStaticMarkup(createElement(Page, props))}`
}
