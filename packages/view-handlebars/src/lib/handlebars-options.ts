/** The parts of Handlebars that helpers see, as structural types. */

/** The last argument of every Handlebars helper. */
export interface HelperOptions {
  /** `name=value` pairs. */
  readonly hash: Readonly<Record<string, unknown>>
  /** `@root` and the other `@` variables; `undefined` for templates compiled with `data: false`. */
  readonly data?: { readonly root?: unknown }
  /** The place of the call. Lines count from 1, columns from 0. */
  readonly loc?: { readonly start: { readonly line: number; readonly column: number } }
  /** The content of the block form, `{{#route}}...{{/route}}`. */
  readonly fn?: (context: unknown, options?: { blockParams?: readonly unknown[] }) => string
  /** The content after `{{else}}`. */
  readonly inverse?: (context: unknown) => string
}

/** A Handlebars environment: the default environment, a result of `Handlebars.create()`, or the runtime alone. */
export interface HandlebarsEnvironment {
  registerHelper(name: string, helper: RouteHelper): void
}

/** A helper: `this` is the context of the template. */
export type RouteHelper = (this: unknown, ...values: unknown[]) => unknown
