/** What a browser does with the URL of an attribute. */
export interface UrlUse {
  readonly method: string | undefined
  readonly isAsset: boolean
  readonly isGuess: boolean
}

const get: UrlUse = { method: 'GET', isAsset: false, isGuess: false }

/** Elements whose attribute is fetched without anybody's click. */
const assets: ReadonlySet<string> = new Set(
  'img script source video audio track embed object input image use'.split(' '),
)

/** What the answer takes from the element around an attribute. */
export interface ElementFacts {
  /** The value of another attribute; undefined when it is missing, or known at run time only. */
  readonly value: (attribute: string) => string | undefined
  readonly has: (attribute: string) => boolean
  /** The method of the form around it. */
  readonly formMethod: () => string | undefined
  /** Its own method, where it is a form. */
  readonly ownMethod: () => string | undefined
}

/** What the URL in an attribute is for; undefined for an attribute that holds none. */
export function useOfAttribute(
  element: string,
  attribute: string,
  { value, has, formMethod, ownMethod }: ElementFacts,
): UrlUse | undefined {
  const hx = /^(?:data-)?hx-(get|post|put|patch|delete)$/.exec(attribute)?.[1]
  if (hx !== undefined) return { ...get, method: hx.toUpperCase() }
  if (/^(?:data-)?hx-(?:push|replace)-url$/.test(attribute)) return { ...get, isGuess: true }
  if (/^(?:data|hx)-/.test(attribute)) return { method: undefined, isAsset: false, isGuess: true }
  switch (attribute) {
    case 'href': {
      if (element === 'base') return undefined
      if (element === 'link') {
        const rel = value('rel') ?? ''
        return { ...get, isAsset: !/\b(?:canonical|alternate|next|prev|search)\b/i.test(rel) }
      }
      if (element === 'use' || element === 'image') return { ...get, isAsset: true }
      const method = value('data-method')
      // A program that follows the click may send anything.
      const isOpen = has('onclick') || has('data-method') || has('data-confirm')
      return { ...get, method: isOpen ? method?.toUpperCase() : 'GET' }
    }
    case 'src':
      return { ...get, isAsset: assets.has(element) }
    case 'poster':
      return { ...get, isAsset: true }
    case 'action':
      return element === 'form' ? { ...get, method: ownMethod() } : { ...get, isGuess: true }
    case 'formaction':
      return {
        ...get,
        method: has('formmethod') ? value('formmethod')?.toUpperCase() : formMethod(),
      }
    default:
      return undefined
  }
}
