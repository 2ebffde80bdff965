import type { TemplateRouter } from '@mvc-router/router-core/templates'

/** The place of a link in the page. JSX writes its own quotes, so it leaves out some places. */
export type LinkPlace = 'text' | 'double-quoted' | 'single-quoted' | 'unquoted'

/** The form of arguments in a template: each by its name, or all as one object. */
export type ArgumentForm = 'named' | 'object'

/**
 * A link in a template, as an author would write it:
 *
 *     text           <p>LINK</p>
 *     double-quoted  <a href="LINK">link</a>
 *     single-quoted  <a href='LINK'>link</a>
 *     unquoted       <a href=LINK>link</a>
 *
 * The action is a string literal of the template. The arguments are variables of the template. The form `named` writes
 * each of `names` (`id=args.id, page=args.page`), and the form `object` passes the variable `args`.
 */
export interface LinkTemplate {
  readonly place: LinkPlace
  readonly action: string
  readonly form: ArgumentForm
  /** The names of the arguments; empty for a link without arguments, and for the form `object`. */
  readonly names: readonly string[]
}

/** The data of a rendering. */
export interface LinkData {
  /** The variable `args` of the template. */
  readonly args: Readonly<Record<string, unknown>>
  /** The variable `route` of the template: the model attribute, or undefined outside of a request, such as in a mail. */
  readonly route: unknown
  /** An engine with asynchronous templates waits for this in the template before the link. Other engines ignore it. */
  readonly wait: () => Promise<void>
}

/** Renders a template as HTML. It throws or rejects if the link cannot be built. */
export type RenderLink = (data: LinkData) => string | Promise<string>

/** The facts about an engine that the suite needs from its view package. */
export interface LinkEngine {
  /** The name of the engine in test names. */
  readonly name: string
  /** The places to test; all by default. */
  readonly places?: readonly LinkPlace[]
  /** The forms of arguments to test; both by default. */
  readonly forms?: readonly ArgumentForm[]
  /** True if the templates call the model attribute, which then exists also outside of a request. */
  readonly needsModelAttribute?: boolean
  /**
   * The largest number of random sets of arguments, and of requests at the same time; 10,000 by default. `FUZZ_RUNS`
   * limits both, to 40 if it is not set.
   */
  readonly runs?: number
  /** Sets up the engine for this router, as the README of its package says. */
  start(router: TemplateRouter): (template: LinkTemplate) => RenderLink
}
