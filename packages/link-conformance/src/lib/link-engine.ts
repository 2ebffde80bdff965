import type { TemplateRouter } from '@mvc-router/router-core/templates'

/** The place of a link in the page. An engine that writes its own quotes (JSX) leaves out the places it cannot write. */
export type LinkPlace = 'text' | 'double-quoted' | 'single-quoted' | 'unquoted'

/** How a template hands over arguments: one by one under their names, or as one object. */
export type ArgumentForm = 'named' | 'object'

/**
 * A link in a template, as an author would write it:
 *
 *     text           <p>LINK</p>
 *     double-quoted  <a href="LINK">link</a>
 *     single-quoted  <a href='LINK'>link</a>
 *     unquoted       <a href=LINK>link</a>
 *
 * The action is a string literal of the template. The arguments are variables of the template: with the form `named`
 * each of `names` is written out (`id=args.id, page=args.page`), with `object` the variable `args` is handed over whole.
 */
export interface LinkTemplate {
  readonly place: LinkPlace
  readonly action: string
  readonly form: ArgumentForm
  /** Identifiers, none for a link without arguments. Not used by the form `object`. */
  readonly names: readonly string[]
}

/** The data of a rendering. */
export interface LinkData {
  /** The template's variable `args`. */
  readonly args: Readonly<Record<string, unknown>>
  /** The model attribute, to be the template's variable `route`; `undefined` outside a request, as in a mail. */
  readonly route: unknown
  /** An engine with asynchronous templates waits for it inside the template, before the link; others ignore it. */
  readonly wait: () => Promise<void>
}

/** The HTML of one template. It throws, or rejects, when the link cannot be built. */
export type RenderLink = (data: LinkData) => string | Promise<string>

/** The facts about an engine that the suite needs from its view package. */
export interface LinkEngine {
  /** For the names of the tests. */
  readonly name: string
  /** All four when left out. */
  readonly places?: readonly LinkPlace[]
  /** Both when left out. */
  readonly forms?: readonly ArgumentForm[]
  /** For an engine without a view package: its templates call the model attribute, which is then always there. */
  readonly needsModelAttribute?: boolean
  /**
   * How many random sets of arguments, and how many requests at once, at most; 10,000. Fewer for the variants of an
   * engine. `FUZZ_RUNS` limits them to 200 when it is not set.
   */
  readonly runs?: number
  /** Sets the engine up the way the package's README says, for an application with this router. */
  start(router: TemplateRouter): (template: LinkTemplate) => RenderLink
}
