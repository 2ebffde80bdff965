import { QuoteType, Tokenizer } from 'htmlparser2'
import type { Span } from '../../terminal/source-text.js'
import type { PageElement } from './url-attributes.js'

/** The start tag of an element. Offsets refer to the source. */
export interface HtmlElement extends PageElement {
  readonly attributes: readonly HtmlAttribute[]
}

/** The place of an attribute's value, without quotes. */
export interface HtmlAttribute extends Span {
  /** In lower case. */
  readonly name: string
}

/** Replaces each character of a template tag, so that the HTML can be parsed. */
export const tagMask = '\uE000'

/** @param text HTML in which `tagMask` replaces template tags. An element may be incomplete. */
export function readHtml(text: string): { elements: HtmlElement[]; scripts: Span[] } {
  const elements: HtmlElement[] = []
  const scripts: { start: number; end: number }[] = []
  let name = ''
  let attributes: HtmlAttribute[] = []
  let attributeName = ''
  let valueStart = -1
  let valueEnd = -1
  const forms: HtmlElement[] = []
  let isScript = false
  const openTagEnd = (): void => {
    const values = new Map(attributes.toReversed().map((each) => [each.name, staticValue(each, text)]))
    const element: HtmlElement = { name, attributes, values, form: forms.at(-1) }
    elements.push(element)
    if (name === 'form') forms.push(element)
    isScript = name === 'script' && isProgram(element)
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        name = text.slice(start, end).toLowerCase()
        attributes = []
      },
      onattribname(start, end) {
        attributeName = text.slice(start, end).replaceAll(tagMask, '').toLowerCase()
        valueStart = -1
      },
      onattribdata(start, end) {
        if (valueStart < 0) valueStart = start
        valueEnd = end
      },
      onattribend(quote, end) {
        if (quote === QuoteType.NoValue) return
        // An empty value causes no `onattribdata`.
        const start = valueStart < 0 ? end : valueStart
        attributes.push({ name: attributeName, start, end: valueStart < 0 ? end : valueEnd })
      },
      onopentagend: openTagEnd,
      onselfclosingtag: openTagEnd,
      onclosetag(start, end) {
        if (text.slice(start, end).toLowerCase() === 'form') forms.pop()
        isScript = false
      },
      ontext(start, end) {
        if (!isScript) return
        const last = scripts.at(-1)
        if (last?.end === start) last.end = end
        else scripts.push({ start, end })
      },
      onattribentity: ignored,
      oncdata: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onend: ignored,
      onprocessinginstruction: ignored,
      ontextentity: ignored,
    },
  )
  tokenizer.write(text)
  tokenizer.end()
  return { elements, scripts }
}

/** Returns the value of an attribute, or undefined if it contains a template tag. */
function staticValue({ start, end }: HtmlAttribute, text: string): string | undefined {
  const value = text.slice(start, end)
  return value.includes(tagMask) ? undefined : value
}

function ignored(): void {}

/** True for a `script` element whose text is JavaScript. */
export function isProgram({ values }: PageElement): boolean {
  const type = values.get('type')?.trim().toLowerCase() ?? ''
  return type === '' || type === 'module' || /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type)
}
