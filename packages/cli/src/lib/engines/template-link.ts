/** A link in a template or program, found without running code. Offsets refer to the source. */
export interface TemplateLink {
  /** The start of the link. */
  readonly offset: number
  /** The possible actions: one name, or the two names in `x ? 'a.b' : 'c.d'`. */
  readonly actions: readonly LinkAction[]
  /** True if a possible action is known only at run time. */
  readonly isDynamic: boolean
  readonly args: readonly LinkArgument[]
  /** True if some argument names are known only at run time, as in a variable or a spread. */
  readonly hasUnknownArguments: boolean
  /** The offset of a value that is not an object of arguments, as in `route('a.b', 5)`. */
  readonly unnamedValue?: number | undefined
  /** A value that may be an object of arguments. Its name is the last part: `id` in `route('a.b', user.id)`. */
  readonly unnamedVariable?: { readonly name: string; readonly offset: number } | undefined
  /** True for a call that only looks like a link. It is a link if its action exists. */
  readonly isGuess?: boolean
  /** The called name, if it is probably a misspelt `route`. */
  readonly misspelt?: string | undefined
  /** The method of the request, if the element around the link (a form, an anchor) shows it. */
  readonly method?: string | undefined
  readonly purpose: LinkPurpose
}

/**
 * `url`: a URL. `signed`: a signed URL. `template`: a URL that may lack path arguments. `name`: an action, or `a.*`.
 */
export type LinkPurpose = 'url' | 'signed' | 'template' | 'name'

/** The action of a link, with its place in the source. */
export interface LinkAction {
  /** `a.b`, or `a.b(id:'5')` with arguments. */
  readonly text: string
  /** The offset after the opening quote. */
  readonly offset: number
}

/** An argument of a link. */
export interface LinkArgument {
  readonly name: string
  readonly value: LinkValue
  readonly offset: number
}

/** A literal value in the source; undefined if the value is known only at run time. */
export type LinkValue = { readonly literal: string | number | boolean | null } | undefined

/** The links and problems of one file. */
export interface FoundLinks {
  readonly links: readonly TemplateLink[]
  /** Mistakes that the engine would refuse. */
  readonly problems: readonly TemplateProblem[]
  /** Code that could not be read. */
  readonly unread: readonly TemplateProblem[]
}

/** A problem in a template or in a part of it. */
export interface TemplateProblem {
  readonly offset: number
  readonly message: string
  readonly hint?: string | undefined
}

/** Options for finding links. */
export interface FindLinksOptions {
  /** The name of the model attribute that `RouterModelAttribute` adds. */
  readonly attributeName: string
}
