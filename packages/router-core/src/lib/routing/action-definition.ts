import type { Route } from './route-table.js'
import type { ReverseArguments } from '../reverser.js'

/**
 * The result of `reverse`: a URL and what it was built from. Frozen; every method returns a new one.
 * `url` is an own property, because Handlebars reads own properties only.
 */
export interface ActionDefinition {
  /** A path (`/user/42`), or an absolute URL after `absolute()` and `secure()`. Never HTML-escaped. */
  readonly url: string
  /** `GET` for a `*` route, the first one of several methods. */
  readonly method: string
  /** The host that the route asks for, when it asks for one. */
  readonly host: string | undefined
  /** True for a route of every method, `*`. */
  readonly star: boolean
  readonly action: string
  readonly args: ReverseArguments
  readonly route: Route

  /** The same action with one more argument, or another value for it. */
  add(name: string, value: unknown): ActionDefinition
  /** The same action without this argument. */
  remove(name: string): ActionDefinition
  /** The same URL with a fragment, which is encoded. */
  addRef(fragment: string): ActionDefinition
  /** The absolute URL: from `base`, the route's own host, the configured `baseUrl`, or the request's allowed host. */
  absolute(base?: string): ActionDefinition
  /** The absolute URL with `https:` (`wss:` for a WS route). */
  secure(): ActionDefinition
  /** The url: what nunjucks, EJS, Eta and JSX attributes print. */
  toString(): string
  /** The url: what `JSON.stringify` and Pug print. */
  toJSON(): string
  /** The url, HTML-escaped: what Handlebars prints, which would otherwise write `=` as `&#x3D;`. */
  toHTML(): string
}
