import type { TemplateRouter } from '@mvc-router/router-core/templates'

/** The place of a link in the page. JSX has fewer places, because it writes its own quotes. */
export type LinkPlace = 'text' | 'double-quoted' | 'single-quoted' | 'unquoted'

/** The form of arguments in a template: `id=args.id, page=args.page`, or the whole object `args`. */
export type ArgumentForm = 'named' | 'object'

/**
 * A link in a template, as an author would write it:
 *
 *     text           <p>LINK</p>
 *     double-quoted  <a href="LINK">link</a>
 *     single-quoted  <a href='LINK'>link</a>
 *     unquoted       <a href=LINK>link</a>
 *
 * The action is a string literal. The arguments come from the variable `args`.
 */
export interface LinkTemplate {
  readonly place: LinkPlace
  readonly action: string
  readonly form: ArgumentForm
  /** Empty for a link without arguments, and in the form `object`. */
  readonly names: readonly string[]
}

export interface LinkData {
  readonly args: Readonly<Record<string, unknown>>
  /** The model attribute; undefined outside of a request, for example in a mail. */
  readonly route: unknown
  /** Asynchronous templates wait for this before the link. Other engines ignore it. */
  readonly wait: () => Promise<void>
}

/** Renders a template as HTML. It throws or rejects if the link cannot be built. */
export type RenderLink = (data: LinkData) => string | Promise<string>

export interface LinkEngine {
  readonly name: string
  /** The places to test; all by default. */
  readonly places?: readonly LinkPlace[]
  /** The argument forms to test; `named` and `object` by default. */
  readonly forms?: readonly ArgumentForm[]
  /** True if the templates call the model attribute. It then exists outside of requests, too. */
  readonly needsModelAttribute?: boolean
  /** The maximum number of random argument sets, and of concurrent requests. Default: 10,000, or `FUZZ_RUNS` if less. */
  readonly runs?: number
  /** Sets up the engine for this router, as the README of its package says. */
  start(router: TemplateRouter): (template: LinkTemplate) => RenderLink
}
