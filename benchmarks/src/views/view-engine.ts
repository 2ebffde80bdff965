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

/** A template engine that renders a list of links twice: with our links, and with URLs written by hand. */
export interface ViewEngine {
  readonly title: string
  /** The aim: the greatest ratio of the time with 50 of our links to the time with URLs written by hand. */
  readonly atMost: number
  /** Returns a template for each way to write a link. The templates share nothing that V8 optimises. */
  create(mapping: RouterHandlerMapping): Readonly<Record<'ours' | 'handWritten', Render>>
}
