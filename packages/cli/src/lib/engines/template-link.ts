/** A link as a template or a program writes it, found without running anything. Offsets are those of the source. */
export interface TemplateLink {
  /** Where it begins, for links without a known action. */
  readonly offset: number
  /** The possible actions: one name, or both of `x ? 'a.b' : 'c.d'`. */
  readonly actions: readonly LinkAction[]
  /** The action, or one of its alternatives, is known at run time only. */
  readonly isDynamic: boolean
  readonly args: readonly LinkArgument[]
  /** There are arguments whose names are known at run time only: a variable, a spread. */
  readonly hasUnknownArguments: boolean
  /** The place of a value that is no object of arguments, as in `route('a.b', 5)`. */
  readonly unnamedValue?: number | undefined
  /** A value that may be an object of arguments, and the last part of its name: `id` of `route('a.b', user.id)`. */
  readonly unnamedVariable?: UnnamedVariable | undefined
  /** True for a call that looks like a link and may be none: it counts as a link if its action exists. */
  readonly isGuess?: boolean
  /** The name that was called, which nobody defines and which is nearly `route`. */
  readonly misspelt?: string | undefined
  /** The method of the request that the browser makes, where the element around it tells: a form, an anchor. */
  readonly method?: string | undefined
  /**
   * `url`: it is to give one. `signed`: one with a signature, of a line below `+ signed`. `template`: arguments of the path may be missing. `name`: only the action is named, and
   * may end in `.*`.
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
  /** Offset of the first character, behind the quote. */
  readonly offset: number
}

/** An argument of a link, with its value if the template holds it. */
export interface LinkArgument {
  readonly name: string
  readonly value: LinkValue
  readonly offset: number
}

/** Arguments before others that are not known, which may have another value for each of them. */
export function withoutValues(args: readonly LinkArgument[]): LinkArgument[] {
  return args.map((argument) => ({ ...argument, value: undefined }))
}

/** A value that is in the source; undefined when it is known at run time only. */
export type LinkValue = { readonly literal: string | number | boolean | null } | undefined

/** Result of the search in one file. */
export interface FoundLinks {
  readonly links: readonly TemplateLink[]
  /** The template cannot be used as it is: its engine would refuse it. */
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
