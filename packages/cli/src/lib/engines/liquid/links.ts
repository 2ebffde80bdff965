import { liquidTags, readLiquidTag } from '@mvc-router/view-liquid/syntax'
import type { SourceText } from '../../terminal/source-text.js'
import { isMisspeltRoute } from '../misspelt-route.js'
import type { FoundLinks, LinkValue, TemplateLink } from '../template-link.js'

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
  const found = (token: TagToken): void => {
    const link = readLink(token)
    if (link !== undefined) links.push(link)
  }
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

function readLink(token: TagToken): TemplateLink | undefined {
  const { action, args, named } = readLiquidTag(token)
  if (action === undefined) return undefined
  const text = literalOf(action)?.literal
  const misspelt = isLinkTag(token.name) ? undefined : token.name
  if (misspelt !== undefined && typeof text !== 'string') return undefined
  const value = args && literalOf(args)
  return {
    offset: token.begin,
    purpose: token.name === liquidTags.signed ? 'signed' : 'url',
    actions: typeof text === 'string' ? [{ text, offset: action.begin + 1 }] : [],
    isDynamic: typeof text !== 'string',
    args: Array.from(named, ([name, each]) => ({
      name,
      value: args === undefined ? literalOf(each) : undefined,
      offset: each.begin,
    })),
    hasUnknownArguments: args !== undefined && value === undefined,
    unnamedValue: value === undefined ? undefined : args?.begin,
    ...(misspelt === undefined ? {} : { misspelt, isGuess: true }),
  }
}

/** Returns the value of a text, a number, or a word such as `true` and `nil`. */
function literalOf(token: ValueToken): LinkValue {
  if (!('content' in token)) return undefined
  const { content } = token
  if (typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean')
    return { literal: content }
  return { literal: null }
}
