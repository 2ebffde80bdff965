import { liquidTags, readLiquidTag } from '@mvc-router/view-liquid/syntax'
import type { SourceText } from '../../terminal/source-text.js'
import { argumentOf, isMisspeltRoute, linksOf, type LinkExpression } from '../link-expression.js'
import type { FoundLinks, TemplateLink } from '../template-link.js'

type TagToken = Parameters<typeof readLiquidTag>[0]
type ValueToken = NonNullable<ReturnType<typeof readLiquidTag>['action']>

export interface LiquidModule {
  readonly Liquid: new () => {
    readonly tags: Readonly<Record<string, unknown>>
    registerTag(name: string, tag: { parse(token: TagToken): void; render(): void }): void
    parse(text: string): unknown
  }
  readonly Tokenizer: new (text: string) => { readTopLevelTokens(): TopLevelToken[] }
}

export interface TopLevelToken {
  readonly begin: number
  readonly end: number
  /** Present for a tag. */
  readonly name?: string
  readonly contentRange?: readonly [start: number, end: number]
}

/** Finds links: `{% route "a.b", id: 5 %}`. */
export function findLiquidLinks(source: SourceText, { Liquid, Tokenizer }: LiquidModule): FoundLinks {
  const links: TemplateLink[] = []
  const liquid = new Liquid()
  const known = new Set(Object.keys(liquid.tags))
  const found = (token: TagToken): void => void links.push(...readLink(token))
  try {
    for (const name of tagNames(source.text, new Tokenizer(source.text).readTopLevelTokens()))
      if (!isPart(name, known) && !known.has(name))
        liquid.registerTag(name, { parse: isLinkTag(name) ? found : otherTag(name, found), render() {} })
    liquid.parse(source.text)
  } catch (error) {
    const { message, token } = error as Error & { readonly token?: { readonly begin: number } }
    const [first = message] = message.split(', line:')
    const problem = { offset: token?.begin ?? 0, message: `Liquid cannot read this template: ${first}` }
    return { links: [], unread: [], problems: [problem] }
  }
  return { links, problems: [], unread: [] }
}

/** Returns the names of all tags, including the lines of `{% liquid %}`. */
function tagNames(text: string, tokens: readonly TopLevelToken[]): Set<string> {
  return new Set(
    tokens.flatMap(({ name, begin, end }) => {
      if (name === undefined) return []
      const lines = name === 'liquid' ? text.slice(begin, end).matchAll(/(?:liquid|\n)\s*(\w+)/g) : []
      return [name, ...Array.from(lines, ([, inner = '']) => inner)]
    }),
  )
}

/** Returns the reader of a tag without an action: `routeWith`, a misspelt `route`, or a tag to skip. */
function otherTag(name: string, found: (token: TagToken) => void): (token: TagToken) => void {
  if (name === liquidTags.page) return (token) => void readLiquidTag(token)
  return isMisspeltRoute(name) ? found : () => {}
}

function isLinkTag(name: string): boolean {
  return name === liquidTags.link || name === liquidTags.signed
}

/** True for words such as `else` and `endif`, which belong to another tag. */
function isPart(name: string, known: ReadonlySet<string>): boolean {
  return /^(?:else|elsif|when)$/.test(name) || (name.startsWith('end') && known.has(name.slice(3)))
}

function readLink(token: TagToken): TemplateLink[] {
  const { action, args, named } = readLiquidTag(token)
  const entries = Array.from(named, ([name, value]) => argumentOf(name, expressionOf(value)))
  const start = {
    offset: token.begin,
    purpose: token.name === liquidTags.signed ? 'signed' : 'url',
    misspelt: isLinkTag(token.name) ? undefined : token.name,
  } as const
  // The object replaces named arguments.
  const values = [{ offset: token.begin, entries }, args === undefined ? [] : expressionOf(args)].flat()
  return action === undefined ? [] : linksOf(start, expressionOf(action), values)
}

/** Reads a text, a number, or a word such as `true` and `nil`. */
function expressionOf(token: ValueToken): LinkExpression {
  const { begin: offset } = token
  if (!('content' in token)) return { offset }
  const { content } = token
  const isValue = typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean'
  return { offset, value: { literal: isValue ? content : null } }
}
