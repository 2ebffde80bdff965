import type { SourceText } from '../terminal/source-text.js'
import type { EjsTag } from './ejs-tag.js'
import type { LinkAction, LinkArgument, TemplateLink, TemplateProblem } from './template-link.js'

/** The links of the tag library: `<route:reverse action="a.b" id="<%= id %>"/>`, `<route:link …>`, `<route:form …>`. */
export function findEjsTagLinks(
  source: SourceText,
  ejsTags: readonly EjsTag[],
): { links: TemplateLink[]; problems: TemplateProblem[] } {
  const { text } = source
  const links: TemplateLink[] = []
  const problems: TemplateProblem[] = []
  const prefixes = new Set<string>()
  const byStart = new Map(ejsTags.map((tag) => [tag.start, tag]))
  let next = 0
  let codeEnd = 0
  tagStart.lastIndex = 0
  for (let match = tagStart.exec(text); match !== null; match = tagStart.exec(text)) {
    const { index } = match
    for (let ejs = ejsTags[next]; ejs !== undefined && ejs.start < index; ejs = ejsTags[++next]) {
      if (ejs.type === 'directive') addPrefix(text.slice(ejs.codeStart, ejs.codeEnd), prefixes)
      codeEnd = ejs.end
    }
    if (codeEnd > index) {
      tagStart.lastIndex = codeEnd
      continue
    }
    const [whole, prefix = '', name = ''] = match
    if (!prefixes.has(prefix)) {
      if (prefix === 'route' && tagNames.has(name)) problems.push(undeclared(index, prefix, name))
      continue
    }
    if (!tagNames.has(name)) {
      problems.push(unknownTag(index, prefix, name))
      continue
    }
    const attributes = readAttributes(text, index + whole.length, byStart)
    tagStart.lastIndex = Math.max(attributes.end, index + 1)
    const action = attributes.list.find((attribute) => attribute.name === 'action')
    if (attributes.isBroken)
      problems.push({
        offset: attributes.end,
        message: `<${prefix}:${name}> cannot be read here`,
        hint: 'is a quote missing?',
      })
    else if (action === undefined)
      problems.push({
        offset: index,
        message: `<${prefix}:${name}> needs an action`,
        hint: 'as in action="controller.method"',
      })
    else links.push(toLink(index, action, attributes.list))
  }
  return { links, problems }
}

/** `<prefix:name`; closing tags are of no interest. */
const tagStart = /<([A-Za-z_][\w.-]*):([A-Za-z_][\w.-]*)/g
const tagNames: ReadonlySet<string> = new Set(['reverse', 'link', 'form'])

function addPrefix(directive: string, prefixes: Set<string>): void {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single] of directive.matchAll(
    /(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  ))
    attributes.set(name, double ?? single ?? '')
  const prefix = attributes.get('prefix')
  if (/^\s*taglib\s/.test(directive) && attributes.get('uri') === '/mvc-router' && prefix !== undefined)
    prefixes.add(prefix)
}

interface Attribute {
  readonly name: string
  /** Of the value, behind its quote. */
  readonly offset: number
  /** Undefined when there is code in it, or no value at all. */
  readonly text: string | undefined
}

/** Up to the end of the tag; broken when there is none. */
function readAttributes(
  text: string,
  start: number,
  codeTags: ReadonlyMap<number, EjsTag>,
): { list: Attribute[]; end: number; isBroken: boolean } {
  const list: Attribute[] = []
  let offset = start
  for (;;) {
    while (isBlank(text, offset)) offset++
    if (text[offset] === '>' || text.startsWith('/>', offset))
      return { list, end: offset + 1, isBroken: false }
    const nameStart = offset
    while (offset < text.length && !isBlank(text, offset) && !'=/><"\''.includes(text.charAt(offset)))
      offset++
    if (offset === nameStart) return { list, end: offset, isBroken: true }
    const name = text.slice(nameStart, offset)
    const afterName = offset
    while (isBlank(text, offset)) offset++
    if (text[offset] !== '=') {
      list.push({ name, offset: nameStart, text: undefined })
      offset = afterName
      continue
    }
    offset++
    while (isBlank(text, offset)) offset++
    const value = readValue(text, offset, codeTags)
    if (value === undefined) return { list, end: offset, isBroken: true }
    list.push({ name, offset: offset + 1, text: value.text })
    offset = value.end
  }
}

/** A value in quotes; the quotes of the code within do not end it. */
function readValue(
  text: string,
  start: number,
  codeTags: ReadonlyMap<number, EjsTag>,
): { text: string | undefined; end: number } | undefined {
  const quote = text[start]
  if (quote !== '"' && quote !== "'") return undefined
  let hasCode = false
  for (let offset = start + 1; offset < text.length;) {
    if (text[offset] === quote) {
      return { text: hasCode ? undefined : decodeEntities(text.slice(start + 1, offset)), end: offset + 1 }
    }
    const code = codeTags.get(offset)
    if (code !== undefined) hasCode = true
    offset = code === undefined ? offset + 1 : code.end
  }
  return undefined
}

function toLink(offset: number, action: Attribute, attributes: readonly Attribute[]): TemplateLink {
  const actions: LinkAction[] =
    action.text === undefined ? [] : [{ text: action.text, offset: action.offset }]
  const args = attributes
    .filter(({ name }) => name !== 'action' && !name.toLowerCase().startsWith('html:'))
    .map(({ name, text, offset: valueOffset }): LinkArgument => {
      return { name, value: text === undefined ? undefined : { literal: text }, offset: valueOffset }
    })
  return {
    offset,
    purpose: 'url',
    actions,
    isDynamic: actions.length === 0,
    args,
    hasUnknownArguments: false,
  }
}

function undeclared(offset: number, prefix: string, name: string): TemplateProblem {
  return {
    offset,
    message: `The prefix of <${prefix}:${name}> is not declared`,
    hint: `begin the file with <%@ taglib prefix="${prefix}" uri="/mvc-router" %>`,
  }
}

function unknownTag(offset: number, prefix: string, name: string): TemplateProblem {
  const names = [...tagNames].map((known) => `<${prefix}:${known}>`).join(', ')
  return { offset, message: `There is no tag <${prefix}:${name}>`, hint: `the tags are ${names}` }
}

function isBlank(text: string, offset: number): boolean {
  return /\s/.test(text.charAt(offset))
}

const namedEntities: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&#34;', '"'],
])

/** Those that an action or its arguments are likely to have. */
function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:amp|lt|gt|quot|apos|#39|#34);/g,
    (entity) => namedEntities.get(entity) ?? entity,
  )
}
