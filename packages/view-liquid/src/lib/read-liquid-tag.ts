import type { TagToken, ValueToken } from 'liquidjs'

/** The names of the tags: a link to an action, to a signed line, and this page with another query. */
export const liquidTags = { link: 'route', signed: 'routeSigned', page: 'routeWith' } as const

/** A parsed tag, with the positions of its tokens in the template: `{% route "a.b", args, id: 1 as link %}`. */
export interface LiquidTag {
  /** Undefined in `{% routeWith page: 2 %}`. */
  readonly action: ValueToken | undefined
  /** An object of arguments. */
  readonly args: ValueToken | undefined
  readonly named: ReadonlyMap<string, ValueToken>
  /** The name after `as`. */
  readonly variable: string | undefined
}

/** @throws TokenizationError of Liquid, with the place, for a wrong tag */
export function readLiquidTag({ name, tokenizer }: TagToken): LiquidTag {
  const action = name === liquidTags.page ? undefined : readValue(tokenizer)
  if (name !== liquidTags.page && action === undefined)
    throw tokenizer.error('Expected an action, such as {% route "userController.showUser", id: 1 %}')
  const named = new Map<string, ValueToken>()
  let args: ValueToken | undefined
  for (let isFirst = action === undefined; ; isFirst = false) {
    tokenizer.skipBlank()
    if (tokenizer.end()) return { action, args, named, variable: undefined }
    if (!isFirst) {
      const variable = readVariable(tokenizer)
      if (variable !== undefined) return { action, args, named, variable }
      if (tokenizer.peek() !== ',') throw tokenizer.error('Expected a comma before the next argument')
      tokenizer.advance()
      tokenizer.skipBlank()
    }
    const begin = tokenizer.p
    const key = tokenizer.readIdentifier().content
    tokenizer.skipBlank()
    if (key !== '' && tokenizer.peek() === ':') {
      tokenizer.advance()
      const value = readValue(tokenizer)
      if (value === undefined) throw tokenizer.error(`Expected the value of ${key}`)
      if (named.has(key)) throw tokenizer.error(`The argument ${key} is given twice`, begin)
      named.set(key, value)
      continue
    }
    tokenizer.p = begin
    const object = readValue(tokenizer)
    if (object === undefined || args !== undefined || named.size > 0)
      throw tokenizer.error('Expected an argument with a name, such as id: 1', begin)
    args = object
  }
}

/** Reads `as link`, if it comes next. */
function readVariable(tokenizer: TagToken['tokenizer']): string | undefined {
  const begin = tokenizer.p
  if (tokenizer.readIdentifier().content !== 'as') {
    tokenizer.p = begin
    return undefined
  }
  tokenizer.skipBlank()
  const name = tokenizer.readIdentifier().content
  if (name === '') throw tokenizer.error('Expected the name of a variable after "as"')
  // Liquid has removed the blanks at the end of the tag.
  if (!tokenizer.end()) throw tokenizer.error('Expected the end of the tag behind the variable')
  return name
}

function readValue(tokenizer: TagToken['tokenizer']): ValueToken | undefined {
  tokenizer.skipBlank()
  return tokenizer.readValue()
}
