import type { RouterHandlerMapping } from '@mvc-router/router-core/express'

/** A row of the page. */
export interface User {
  readonly id: number
  readonly name: string
}

/** What a template is given: the rows, and what Express adds, with the model attribute of the request. */
export interface PageData {
  readonly users: readonly User[]
  readonly [name: string]: unknown
}

export type Render = (data: PageData) => string

/** A function that gives a URL, as somebody writes it who has no package for the engine. */
export type LinkHelper = (action: string, params: { readonly id: number }) => string

/** One page, a list of links, with the links written in several ways. */
export interface ViewEngine {
  readonly title: string
  /** What a page of 50 of our links may cost over one with URLs that are written by hand. */
  readonly atMost: number
  /**
   * By the name of the way: `handWritten`, `constant`, one of each other helper, and those that begin with `ours`.
   * Each has a template of its own, so that none sees the shapes of another.
   */
  create(
    mapping: RouterHandlerMapping,
    helpers: Readonly<Record<string, LinkHelper>>,
  ): Readonly<Record<string, Render>>
}

/** For the engines whose templates are text: a renderer for every way of writing the link. */
export function compileWays(
  ways: Readonly<Record<string, string>>,
  compile: (link: string) => Render,
): Record<string, Render> {
  return Object.fromEntries(Object.entries(ways).map(([way, link]) => [way, compile(link)]))
}

/** The ways with a helper: `{ constant: '<%= it.constant("userController.showUser", { id: user.id }) %>' }` */
export function helperWays(
  helpers: Readonly<Record<string, LinkHelper>>,
  write: (helper: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.keys(helpers).map((name) => [name, write(name)]))
}
