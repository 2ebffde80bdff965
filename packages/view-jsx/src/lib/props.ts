import type { ActionName, ReverseArguments } from '@mvc-router/router-core'

/** What to link to. */
export interface LinkTarget {
  /** `controller.method`, or with arguments `controller.method(id:'5')`. */
  readonly action: ActionName
  /** Path variables; what has no place in the path goes to the query string. */
  readonly params?: ReverseArguments | null | undefined
}

/** Any attribute, for runtimes whose types were not given. `children` is one of them. */
export type HtmlAttributes = Readonly<Record<string, unknown>>

/** The attributes of an anchor, but for the one that `Link` writes. */
export type LinkProps<Anchor = HtmlAttributes> = LinkTarget & Omit<Anchor, keyof LinkTarget | 'href'>

/** The attributes of a form, but for the two that `Form` writes. */
export type FormProps<Form = HtmlAttributes> = LinkTarget & {
  /** For a route of several methods, the one to use. */
  readonly method?: string | undefined
} & Omit<Form, keyof LinkTarget | 'method'>
