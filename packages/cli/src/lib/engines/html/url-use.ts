/** The browser's use for the URL of an attribute. */
export interface UrlUse {
  readonly method: string | undefined
  readonly isAsset: boolean
  readonly isGuess: boolean
}

/** A click on a link. */
export const get: UrlUse = { method: 'GET', isAsset: false, isGuess: false }

/** Elements whose attribute is fetched without anybody's click. */
const assets: ReadonlySet<string> = new Set(
  'img script source video audio track embed object input image use'.split(' '),
)

/** An element as its start tag has it, in the language of some template. */
export interface PageElement {
  /** In lower case. */
  readonly name: string
  /** The form around it. */
  readonly form: PageElement | undefined
  /** By attribute, the first of each name; undefined where it is known at run time only. */
  readonly values: ReadonlyMap<string, string | undefined>
}

/** By form, what its field `_method` says; undefined where that is known at run time only. */
export type MethodOverrides = ReadonlyMap<PageElement | undefined, string | undefined>

/** The first field of each form that overrides its method. */
export function methodOverrides(elements: readonly PageElement[]): MethodOverrides {
  const fields = elements.filter(({ values }) => values.get('name') === '_method')
  return new Map(
    fields.toReversed().map(({ form, values }) => [form, asMethod(values.get('value') || undefined)]),
  )
}

/** Undefined when it is known at run time only. */
function methodOfForm(form: PageElement, overrides: MethodOverrides): string | undefined {
  const method = form.values.has('method') ? asMethod(form.values.get('method')) : 'GET'
  return method === 'POST' && overrides.has(form) ? overrides.get(form) : method
}

function asMethod(text: string | undefined): string | undefined {
  const method = text?.trim().toUpperCase()
  // A form of a dialog sends nothing; without a name, a form asks for GET.
  if (method === 'DIALOG') return undefined
  return method === '' ? 'GET' : method
}

/** Returns the use of the URL in an attribute; undefined for an attribute that holds none. */
export function useOfAttribute(
  element: PageElement,
  attribute: string,
  overrides: MethodOverrides = new Map(),
): UrlUse | undefined {
  const { name, form, values } = element
  const hx = /^(?:data-)?hx-(get|post|put|patch|delete)$/.exec(attribute)?.[1]
  if (hx !== undefined) return { ...get, method: hx.toUpperCase() }
  if (/^(?:data-)?hx-(?:push|replace)-url$/.test(attribute)) return { ...get, isGuess: true }
  if (/^(?:data|hx)-/.test(attribute)) return { method: undefined, isAsset: false, isGuess: true }
  switch (attribute) {
    case 'href': {
      if (name === 'base') return undefined
      if (name === 'link') {
        const rel = values.get('rel') ?? ''
        return { ...get, isAsset: !/\b(?:canonical|alternate|next|prev|search)\b/i.test(rel) }
      }
      if (name === 'use' || name === 'image') return { ...get, isAsset: true }
      // A program that follows the click may send anything.
      const isOpen = ['onclick', 'data-method', 'data-confirm'].some((each) => values.has(each))
      return { ...get, method: isOpen ? asMethod(values.get('data-method')) : 'GET' }
    }
    case 'src':
      return { ...get, isAsset: assets.has(name) }
    case 'poster':
      return { ...get, isAsset: true }
    case 'action':
      return name === 'form'
        ? { ...get, method: methodOfForm(element, overrides) }
        : { ...get, isGuess: true }
    case 'formaction':
      return {
        ...get,
        method: values.has('formmethod')
          ? asMethod(values.get('formmethod'))
          : form && methodOfForm(form, overrides),
      }
    default:
      return undefined
  }
}
