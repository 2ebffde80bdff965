/** A link as a template or a program writes it, found without running anything. Offsets are those of the source. */
export interface TemplateLink {
  /** Where it begins, for links without a known action. */
  readonly offset: number
  /** The possible actions: one name, or both of `x ? 'a.b' : 'c.d'`. */
  readonly actions: readonly LinkAction[]
  /** True if the action, or one of its alternatives, is known only at run time. */
  readonly isDynamic: boolean
  readonly args: readonly LinkArgument[]
  /** True if there are arguments whose names are known only at run time: a variable, a spread. */
  readonly hasUnknownArguments: boolean
  /** The place of a value that is not an object of arguments, as in `route('a.b', 5)`. */
  readonly unnamedValue?: number | undefined
  /** A value that may be an object of arguments, and the last part of its name: `id` of `route('a.b', user.id)`. */
  readonly unnamedVariable?: UnnamedVariable | undefined
  /** True for a call that only looks like a link. It counts as a link if its action exists. */
  readonly isGuess?: boolean
  /** The name that is called, if it is nearly `route` and probably a mistake. */
  readonly misspelt?: string | undefined
  /** The method that the browser sends, if the element around the link shows it: a form, an anchor. */
  readonly method?: string | undefined
  /**
   * `url` gives a URL, and `signed` a URL with a signature, of a line below `+ signed`. With `template`, arguments of
   * the path may be missing. `name` only names an action, and may end in `.*`.
   */
  readonly purpose: LinkPurpose
}

export interface UnnamedVariable {
  readonly name: string
  readonly offset: number
}

/** Result of a link: a URL, a signed one, a URI template, or only the name of an action. */
export type LinkPurpose = 'url' | 'signed' | 'template' | 'name'

/** The action of a link, with its place in the source. */
export interface LinkAction {
  /** `a.b`, or with arguments `a.b(id:'5')`. */
  readonly text: string
  /** Offset of the first character after the quote. */
  readonly offset: number
}

/** An argument of a link, with its value if the template holds it. */
export interface LinkArgument {
  readonly name: string
  readonly value: LinkValue
  readonly offset: number
}

/** Arguments without their values, because unknown arguments follow, which may replace each value. */
export function withoutValues(args: readonly LinkArgument[]): LinkArgument[] {
  return args.map((argument) => ({ ...argument, value: undefined }))
}

/** A value that is in the source; undefined if it is known only at run time. */
export type LinkValue = { readonly literal: string | number | boolean | null } | undefined

/** Result of the search in one file. */
export interface FoundLinks {
  readonly links: readonly TemplateLink[]
  /** Mistakes for which the engine would refuse the template. */
  readonly problems: readonly TemplateProblem[]
  /** Code that could not be read, and was not searched. */
  readonly unread: readonly TemplateProblem[]
}

/** A template, or a part of one, that cannot be read. */
export interface TemplateProblem {
  readonly offset: number
  readonly message: string
  readonly hint?: string | undefined
}

/** The name that `RouterModelAttribute` gives the model attribute. */
export interface FindLinksOptions {
  readonly attributeName: string
}
