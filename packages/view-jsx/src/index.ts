export { createRouteComponents } from './lib/create-route-components.js'
export type {
  RouterOrReverser,
  RouteComponents,
  RouteComponentsOptions,
} from './lib/create-route-components.js'
export type { FormProps, HtmlAttributes, LinkProps, LinkTarget } from './lib/props.js'
export type { JsxRuntime } from './lib/jsx-runtime.js'
