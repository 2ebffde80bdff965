import type { RouterHandlerMapping } from '@mvc-router/router-core/express'

/** A row of the page. */
export interface User {
  readonly id: number
  readonly name: string
}

/** Variables of a template: the rows, and the locals of Express with the model attribute of the request. */
export interface PageData {
  readonly users: readonly User[]
  readonly [name: string]: unknown
}

export type Render = (data: PageData) => string

/** A template engine that renders a page with a list of links: once with our links, once with URLs written by hand. */
export interface ViewEngine {
  readonly title: string
  /** The greatest ratio that we aim at: the time of a page with 50 of our links to its time with URLs written by hand. */
  readonly atMost: number
  /**
   * Returns a template for each way to write a link. The two share nothing, so neither changes how V8 optimises the other.
   */
  create(mapping: RouterHandlerMapping): Readonly<Record<'ours' | 'handWritten', Render>>
}
