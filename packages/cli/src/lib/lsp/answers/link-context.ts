import type { TemplateEngine } from '../../engines/template-engine.js'

/** The part of a link at the caret. */
export type LinkContext =
  /** The name of an action. The typed part begins at `start`. */
  | { readonly type: 'action'; readonly start: number }
  /** The name of an argument of `action`, written as `id=`, `id: ` or `id=""`. */
  | {
      readonly type: 'argument'
      readonly start: number
      readonly action: string
      readonly given: ReadonlySet<string>
      readonly form: 'keyword' | 'property' | 'attribute'
    }

/** The largest distance between a link's start and the caret, in UTF-16 units. */
const reach = 1000

/** Reads only text, because no parser accepts half a link. */
export function linkContext(
  text: string,
  offset: number,
  engine: TemplateEngine,
  attributeName: string,
  isAction: (name: string) => boolean,
): LinkContext | undefined {
  const from = Math.max(0, offset - reach)
  const before = text.slice(from, offset)
  const start = startOfWord(before, /[\w$.]/)
  if (isActionQuote(before, start - 1, attributeName)) return { type: 'action', start: from + start }
  const wordStart = startOfWord(before, /[\w$]/)
  for (const quoted of [...before.matchAll(/(["'`])([\w$]+(?:\.[\w$]+)+)\1/g)].toReversed()) {
    const action = quoted[2] ?? ''
    if (!isActionQuote(before, quoted.index, attributeName) || !isAction(action)) continue
    const between = before.slice(quoted.index + quoted[0].length, wordStart)
    const depth = openBrackets(between)
    if (depth === undefined) return undefined
    const isAttribute = engine.hasElements === true && /=\s*$/.test(before.slice(0, quoted.index))
    const form = depth > 0 ? 'property' : isAttribute ? 'attribute' : 'keyword'
    if (form === 'keyword' && engine.keywords === undefined) return undefined
    const written = between.trimEnd()
    const hasComma = written.endsWith(',')
    const isSeparated =
      form === 'property'
        ? hasComma || written.endsWith('{')
        : engine.keywords?.separator === ','
          ? hasComma
          : !hasComma && written.length < between.length
    if (!isSeparated) return undefined
    const given = new Set(Array.from(between.matchAll(/([\w$]+)\s*[:=]/g), ([, name]) => name ?? ''))
    return { type: 'argument', start: from + wordStart, action, given, form }
  }
  return undefined
}

/** Returns the number of open brackets, or undefined if the tag or call has ended. */
function openBrackets(between: string): number | undefined {
  let depth = 0
  for (let index = 0; index < between.length; index++) {
    const character = between.charAt(index)
    if (character === '"' || character === "'" || character === '`') {
      const end = between.indexOf(character, index + 1)
      if (end < 0) return undefined
      index = end
    } else if ('({['.includes(character)) depth++
    else if (')}]'.includes(character)) depth--
    else if (character === ';' || character === '>') return undefined
    if (depth < 0) return undefined
  }
  return /%\}|\}\}|%>/.test(between) ? undefined : depth
}

/** True if the quote begins the action of a link. */
function isActionQuote(before: string, quote: number, attributeName: string): boolean {
  if (quote < 0 || !`"'\``.includes(before.charAt(quote))) return false
  let end = skipBlanks(before, quote)
  const mark = before.charAt(end - 1)
  if (mark === '{' && before.charAt(skipBlanks(before, end - 1) - 1) === '=')
    end = skipBlanks(before, end - 1)
  const isAssigned = before.charAt(end - 1) === '='
  if (mark === '(' || isAssigned) end = skipBlanks(before, end - 1)
  const start = startOfWord(before.slice(0, end), /[\w$]/)
  const word = before.slice(start, end)
  if (isAssigned) return word === 'action' && isOurElement(before.slice(0, start))
  const owner = before.charAt(start - 1) === '.'
  if (word === 'reverse' || word === 'reverseTemplate' || word === 'isCurrent' || word === 'linkTo')
    return true
  if (word === 'route' || word === 'isRoute' || word === attributeName) return true
  return (word === 'href' || word === 'redirect') && mark === '(' && !owner
}

/** True for `<Link`, `<Form`, `<Reverse`, `<route:link`, `<route:form` and `<route:reverse`, with any prefix. */
function isOurElement(before: string): boolean {
  const tag = before.slice(before.lastIndexOf('<') + 1)
  return /^(?:\w+\.)?(?:Link|Form|Reverse|\w+:(?:link|form|reverse))\s/.test(tag)
}

function skipBlanks(text: string, end: number): number {
  let index = end
  while (index > 0 && /\s/.test(text.charAt(index - 1))) index--
  return index
}

function startOfWord(text: string, character: RegExp): number {
  let index = text.length
  while (index > 0 && character.test(text.charAt(index - 1))) index--
  return index
}
