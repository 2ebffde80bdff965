/** Describes how a browser uses the URL of an attribute. */
export interface UrlUse {
  /** The method of the request; undefined if it is unknown. */
  readonly method: string | undefined
  /** True for an image, style sheet or script, which is usually a file. */
  readonly isAsset: boolean
  /** True if the text is possibly no URL. Then a missing route is no mistake. */
  readonly isGuess: boolean
}

export const get: UrlUse = { method: 'GET', isAsset: false, isGuess: false }

/** Elements whose URL the browser loads without a click. */
const assets: ReadonlySet<string> = new Set(
  'img script source video audio track embed object input image use'.split(' '),
)

/** The start tag of an element in HTML, Pug or JSX. */
export interface PageElement {
  /** In lower case. */
  readonly name: string
  readonly form: PageElement | undefined
  /** Values by attribute name. The first attribute of a name counts. A value known only at run time is undefined. */
  readonly values: ReadonlyMap<string, string | undefined>
}

/** Methods that fields named `_method` set, by form. A method known only at run time is undefined. */
export type MethodOverrides = ReadonlyMap<PageElement | undefined, string | undefined>

/** Returns the override of the first `_method` field of each form. */
export function methodOverrides(elements: readonly PageElement[]): MethodOverrides {
  const fields = elements.filter(({ values }) => values.get('name') === '_method')
  return new Map(
    fields.toReversed().map(({ form, values }) => [form, asMethod(values.get('value') || undefined)]),
  )
}

/** Returns the method that a form sends, or undefined if it is known only at run time. */
function methodOfForm(form: PageElement, overrides: MethodOverrides): string | undefined {
  const method = form.values.has('method') ? asMethod(form.values.get('method')) : 'GET'
  return method === 'POST' && overrides.has(form) ? overrides.get(form) : method
}

function asMethod(text: string | undefined): string | undefined {
  const method = text?.trim().toUpperCase()
  // A form with `method="dialog"` sends nothing. An empty method means GET.
  if (method === 'DIALOG') return undefined
  return method === '' ? 'GET' : method
}

/** Returns the use of an attribute's URL, or undefined if the attribute has no URL. */
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
      // A script that handles the click may use any method.
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
      if (values.has('formmethod')) return { ...get, method: asMethod(values.get('formmethod')) }
      return { ...get, method: form && methodOfForm(form, overrides) }
    default:
      return undefined
  }
}
