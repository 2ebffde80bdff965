import { QuoteType, Tokenizer } from 'htmlparser2'
import type { PageElement } from './url-attributes.js'

/** The start tag of an element. Offsets refer to the source. */
export interface HtmlElement extends PageElement {
  readonly attributes: readonly HtmlAttribute[]
}

export interface HtmlAttribute {
  /** In lower case. */
  readonly name: string
  /** Start of the value between its quotes. */
  readonly start: number
  readonly end: number
}

/** The start tags of a page, and the programs within it. */
export interface HtmlPage {
  readonly elements: readonly HtmlElement[]
  readonly scripts: readonly { readonly start: number; readonly end: number }[]
}

/** Replaces a template's tags, character for character, so that HTML can be read around them. */
export const tagMask = '\uE000'

/**
 * Reads the start tags of HTML. A template may contain only a part of an element.
 *
 * @param text HTML whose template tags are replaced by `tagMask`
 */
export function readHtml(text: string): HtmlPage {
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
        // An empty value has no data.
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

/** The value of an attribute; undefined if it contains a template tag. */
function staticValue({ start, end }: HtmlAttribute, text: string): string | undefined {
  const value = text.slice(start, end)
  return value.includes(tagMask) ? undefined : value
}

function ignored(): void {}

function isProgram({ values }: HtmlElement): boolean {
  const type = values.get('type')?.trim().toLowerCase() ?? ''
  return type === '' || type === 'module' || /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type)
}
