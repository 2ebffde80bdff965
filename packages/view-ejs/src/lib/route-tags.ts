import type { ReverseArguments } from '@mvc-router/router-core'
import {
  escapeHtml,
  formTarget,
  linkHtml,
  linkUrl,
  pageWith,
  locateError,
  reverseLink,
  templateAction,
  templateReverser,
  type TemplateLinkSettings,
} from '@mvc-router/router-core/templates'
import type { TagPlace } from './tags/tag-syntax-exception.js'

/** The output of `<route:form>`: its attributes as values, its hidden fields as HTML. */
interface FormParts {
  readonly action: unknown
  readonly method: 'get' | 'post'
  readonly fields: string
}

/** The functions of the tags in one rendering. The code that `preprocessTags` writes calls these functions. */
export class RouteTags {
  readonly #locals: object
  readonly #options: TemplateLinkSettings

  constructor(locals: object, options: TemplateLinkSettings) {
    this.#locals = locals
    this.#options = options
  }

  reverse(action: unknown, args: ReverseArguments, place: TagPlace): unknown {
    try {
      return linkUrl(this.#reverser, templateAction(action), args)
    } catch (error) {
      return this.#failed(error, place)
    }
  }

  reverseHtml(action: unknown, args: ReverseArguments, place: TagPlace): string {
    try {
      return linkHtml(this.#reverser, templateAction(action), args)
    } catch (error) {
      return escapeHtml(this.text(this.#failed(error, place)))
    }
  }

  /** A link to this page with another query. */
  with(changes: ReverseArguments, place: TagPlace): unknown {
    try {
      return pageWith(this.#attribute, this.#options.router, changes)
    } catch (error) {
      return this.#failed(error, place)
    }
  }

  form(action: unknown, args: ReverseArguments, place: TagPlace, method?: string): FormParts {
    try {
      const target = formTarget(reverseLink(this.#reverser, templateAction(action), args), method)
      const fields = target.fields.map(([name, value]) => hiddenField(name, value)).join('')
      return { action: target.url, method: target.method, fields }
    } catch (error) {
      return { action: this.#failed(error, place), method: 'post', fields: '' }
    }
  }

  /** Joins the text and the expressions of an attribute. Like EJS, it prints nothing for `null`. */
  text(...pieces: readonly unknown[]): string {
    return pieces.join('')
  }

  get #reverser(): ReturnType<typeof templateReverser> {
    return templateReverser(this.#attribute, this.#options.router)
  }

  get #attribute(): unknown {
    const { attributeName } = this.#options
    return Object.hasOwn(this.#locals, attributeName) ? Reflect.get(this.#locals, attributeName) : undefined
  }

  /** @returns the text that replaces the link */
  #failed(error: unknown, { template, line, column, frame }: TagPlace): unknown {
    const { onError } = this.#options
    if (onError !== undefined) return onError(error, { template, line, column })
    const isLocated = error instanceof Error && Object.hasOwn(error, 'line')
    const located = locateError(error, { template, line, column })
    if (located instanceof Error && !isLocated) located.message += `\n${frame}`
    throw located
  }
}

function hiddenField(name: string, value: string): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`
}
