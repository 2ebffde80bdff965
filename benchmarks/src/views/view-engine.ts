import type { RouterHandlerMapping } from '@mvc-router/router-core/express'

/** A row of the page. */
export interface User {
  readonly id: number
  readonly name: string
}

/** Variables of a template: the rows, and what Express adds, with the model attribute of the request. */
export interface PageData {
  readonly users: readonly User[]
  readonly [name: string]: unknown
}

export type Render = (data: PageData) => string

/** A page with a list of links: with ours, and with written URLs. */
export interface ViewEngine {
  readonly title: string
  /** Limit of a page of 50 of our links over one with written URLs. */
  readonly atMost: number
  /** Each way to write a link has a template of its own, so that no template sees the shapes of another. */
  create(mapping: RouterHandlerMapping): Readonly<Record<'ours' | 'handWritten', Render>>
}
