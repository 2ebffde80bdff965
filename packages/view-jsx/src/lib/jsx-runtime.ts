import { escapeHtml } from '@mvc-router/router-core/templates'

/**
 * The one function of a JSX runtime that this package needs: `jsx` of the automatic runtimes
 * (`react/jsx-runtime`, `preact/jsx-runtime`, `hono/jsx/jsx-runtime`, `@kitajs/html/jsx-runtime`),
 * or the older `createElement`, often named `h`.
 */
export type JsxRuntime<Element> =
  | { jsx(type: TagName, props: object, key?: string): Element }
  | { createElement(type: TagName, props: object, ...children: unknown[]): Element }

/** The elements that this package creates. Runtimes with typed elements know these names. */
type TagName = 'a' | 'form' | 'i' | 'input'

/** `jsx` and `createElement` as one function. */
interface ElementFactory<Element> {
  /** @param key identifies the element among its siblings, for runtimes that need a key */
  element(type: TagName, attributes: object, children?: readonly unknown[], key?: string): Element
  text(text: string): string
  attribute(text: string): string
}

/**
 * Runtimes whose elements are strings, such as `@kitajs/html`, do not escape everything. So this function tests the
 * runtime with an ampersand, and escapes URLs if the runtime does not.
 */
export function createElementFactory<Element>(runtime: JsxRuntime<Element>): ElementFactory<Element> {
  const element = elementFunction(runtime)
  const asksForText: unknown = element('i', {}, ['&'])
  const asksForAttribute: unknown = element('i', { title: '&' })
  return {
    element,
    text: isUnescaped(asksForText) ? escapeHtml : unchanged,
    attribute: isUnescaped(asksForAttribute) ? escapeHtml : unchanged,
  }
}

function elementFunction<Element>(runtime: JsxRuntime<Element>): ElementFactory<Element>['element'] {
  if ('createElement' in runtime) {
    return (type, attributes, children = []) => runtime.createElement(type, attributes, ...children)
  }
  return (type, attributes, children = [], key) => {
    if (children.length === 0) return runtime.jsx(type, attributes, key)
    return runtime.jsx(type, { ...attributes, children: children.length === 1 ? children[0] : children }, key)
  }
}

function isUnescaped(html: unknown): boolean {
  return typeof html === 'string' && !html.includes('&amp;')
}

function unchanged(text: string): string {
  return text
}
