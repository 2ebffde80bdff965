import {
  ConfigurationException,
  type ActionName,
  type ReverseArguments,
  type ReverseParameters,
  type Reverser,
} from '@mvc-router/router-core'
import {
  checkOptions,
  formTarget,
  linkUrl,
  mergeArguments,
  nearestNames,
  pageForm,
  pageWith,
  reverseLink,
  templateAction,
  type FormTarget,
  type TemplateLinkOptions,
  type TemplateRouter,
} from '@mvc-router/router-core/templates'
import { createElementFactory, type JsxRuntime } from './jsx-runtime.js'
import type { FormProps, HtmlAttributes, LinkProps, LinkTarget } from './props.js'

/** The source of the links. */
export type RouterOrReverser =
  | {
      /**
       * The application's router. During a request, its links have the mount path and host of the request.
       * `RouterModelAttribute` keeps the request in an AsyncLocalStorage, so many requests may render at the same time.
       */
      readonly router: TemplateRouter
    }
  | {
      /** A request's Reverser or model attribute, `res.locals.route`, for components that only this request uses. */
      readonly reverser: Reverser & { readonly host?: string | undefined }
    }

/** Options of `createRouteComponents`. */
export type RouteComponentsOptions<Element> = JsxRuntime<Element> &
  RouterOrReverser &
  Pick<TemplateLinkOptions, 'onError'>

/** The names of our options. A runtime may have further members. */
const optionNames = { router: true, reverser: true, onError: true } as const

function likeOurs(options: object): object {
  const names = Object.keys(optionNames)
  return Object.fromEntries(Object.entries(options).filter(([name]) => nearestNames(name, names).length > 0))
}

/** Links for JSX, typed with the elements of its runtime. */
export interface RouteComponents<Element, Anchor = HtmlAttributes, Form = HtmlAttributes> {
  /** The URL of an action, for any attribute: `<img src={href('imageController.show', { id })}/>`. */
  readonly href: <Action extends ActionName>(action: Action, ...params: ReverseParameters<Action>) => string
  /** An anchor: `<Link action="userController.showUser" params={{ id }} class="name">…</Link>`. */
  readonly Link: <Action extends ActionName>(props: LinkProps<Action, Anchor>) => Element
  /** A form with the action's method, and the override field for PUT, PATCH and DELETE. */
  readonly Form: <Action extends ActionName>(props: FormProps<Action, Form>) => Element
  /** The URL as text. In an attribute, use `href`. */
  readonly Reverse: <Action extends ActionName>(props: LinkTarget<Action>) => Element
}

/**
 * Creates components and a function that link to actions by name.
 *
 * @example
 * import { jsx } from 'react/jsx-runtime'
 * export const { href, Link, Form, Reverse } = createRouteComponents({ jsx, router })
 *
 * @throws ConfigurationException
 */
export function createRouteComponents<Element>(
  options: RouteComponentsOptions<Element>,
): RouteComponents<Element>
/** With the types of the runtime's elements and attributes, which the compiler cannot find by itself. */
export function createRouteComponents<Element, Anchor = HtmlAttributes, Form = HtmlAttributes>(
  options: RouteComponentsOptions<unknown>,
): RouteComponents<Element, Anchor, Form>
export function createRouteComponents(options: RouteComponentsOptions<unknown>): RouteComponents<unknown> {
  checkOptions<object>('createRouteComponents', likeOurs(options), optionNames)
  const factory = createElementFactory(options)
  const reverser = reverserOf(options)
  const { onError } = options

  function url({ action, params, query, with: changes }: AnyTarget): string {
    try {
      if (changes !== undefined) return pageWith(undefined, reverser(), changes)
      return linkUrl(reverser(), templateAction(action), argumentsOf({ action, params, query }))
    } catch (error) {
      if (onError === undefined) throw error
      return String(onError(error, undefined))
    }
  }

  function formOf(
    { action, params, query, with: changes }: AnyTarget,
    method: string | undefined,
  ): FormTarget {
    try {
      if (changes !== undefined) return pageForm(pageWith(undefined, reverser(), changes), method)
      const link = reverseLink(reverser(), templateAction(action), argumentsOf({ action, params, query }))
      return formTarget(link, method)
    } catch (error) {
      if (onError === undefined) throw error
      return { url: String(onError(error, undefined)), method: 'post', fields: [] }
    }
  }

  return {
    href: (action, ...[params]) => url({ action, params }),

    Link(props: AnyTarget & HtmlAttributes) {
      const { action, params, query, with: changes, children, ...attributes } = props
      const href = factory.attribute(url({ action, params, query, with: changes }))
      return factory.element('a', { ...attributes, href }, childrenOf(children))
    },

    Form(props: AnyTarget & HtmlAttributes & { readonly method?: string | undefined }) {
      const { action, params, query, with: changes, method, children, ...attributes } = props
      const form = formOf({ action, params, query, with: changes }, method)
      const fields = form.fields.map(([name, value], index) => {
        const field = { type: 'hidden', name: factory.attribute(name), value: factory.attribute(value) }
        return factory.element('input', field, [], `field${index}`)
      })
      return factory.element(
        'form',
        { ...attributes, action: factory.attribute(form.url), method: form.method },
        [...fields, ...childrenOf(children)],
      )
    },

    Reverse: (target: AnyTarget) => factory.text(url(target)),
  }
}

/** A target that the compiler does not check: an action, or this page with another query. */
interface AnyTarget {
  readonly action?: string | undefined
  readonly with?: ReverseArguments | undefined
  readonly params?: ReverseArguments | null | undefined
  readonly query?: ReverseArguments | null | undefined
}

/** Joins `query` and `params`. If both have a name, `params` wins. */
function argumentsOf({ action = '', params, query }: AnyTarget): ReverseArguments | undefined {
  return mergeArguments(action, query, params ?? undefined)
}

function childrenOf(children: unknown): readonly unknown[] {
  return children === undefined ? [] : [children]
}

function reverserOf(source: RouterOrReverser): () => Reverser & { readonly host?: string | undefined } {
  if ('router' in source) {
    const { router } = source
    checkReverser('router', router)
    return () => router.current ?? router
  }
  const { reverser } = source
  checkReverser('reverser', reverser)
  return () => reverser
}

function checkReverser(option: string, value: Partial<Reverser> | undefined): void {
  if (typeof value?.reverse === 'function') return
  throw new ConfigurationException(
    option,
    `The option ${option} is no Reverser: it has no function "reverse"`,
  )
}
