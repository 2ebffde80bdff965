import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp'
import {
  maxAlternatives,
  rootPath,
  UntranslatablePathException,
  type TranslatedPath,
} from './translated-path.js'

/**
 * Translates a regular expression to patterns that accept the same paths. A group becomes a variable with the group's
 * name, or with a name such as `p0`.
 *
 * @param options.isAnchored true if the expression must match the whole path, even without `^` and `$`
 * @param options.names names for unnamed groups, in order
 * @throws UntranslatablePathException
 */
export function translateRegex(
  source: string,
  { isAnchored, names = [] }: { readonly isAnchored: boolean; readonly names?: readonly string[] },
): TranslatedPath[] {
  const pattern = parse(source)
  if (pattern.alternatives.length > maxAlternatives) throw tooManyForms()
  const groups = new Map<AST.CapturingGroup, string>()
  visitRegExpAST(pattern, {
    onCapturingGroupEnter(group) {
      if (group.name === null) groups.set(group, names[groups.size] ?? String(groups.size))
    },
  })
  return pattern.alternatives.flatMap((alternative) => {
    const { elements, startsAnywhere, endsAnywhere } = withoutAnchors(alternative, isAnchored)
    let sequences = expandAll(elements, groups)
    if (startsAnywhere) sequences = sequences.flatMap(anywhereAtStart)
    if (endsAnywhere) sequences = sequences.map((items) => [...items, anything])
    return sequences.flatMap(pathsOfItems)
  })
}

type GroupNames = ReadonlyMap<AST.CapturingGroup, string>

/** An expression that becomes a variable. */
interface Piece {
  readonly type: 'piece'
  readonly source: string
  /** The name or number of the group in Express. */
  readonly name: string | undefined
  readonly mayBeginWithSlash: boolean
}

/** A character, a variable, or a condition for the next variable. */
type Item =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'lookahead'; readonly source: string }
  | Piece

const anything: Piece = { type: 'piece', source: '.*', name: undefined, mayBeginWithSlash: true }

const slashCode = 0x2f
const slash: Item = { type: 'text', text: '/' }

const keepInExpress = 'keep this route in Express, or write the line by hand'

function tooManyForms(): UntranslatablePathException {
  return new UntranslatablePathException(
    'The path has too many forms',
    'write the lines that you need by hand',
  )
}

function parse(source: string): AST.Pattern {
  try {
    return new RegExpParser().parsePattern(source, 0, source.length, { unicode: false, unicodeSets: false })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    throw new UntranslatablePathException(
      `The path is no regular expression that can be read (${message})`,
      keepInExpress,
    )
  }
}

function withoutAnchors(
  { elements }: AST.Alternative,
  isAnchored: boolean,
): { elements: readonly AST.Element[]; startsAnywhere: boolean; endsAnywhere: boolean } {
  const [first] = elements
  const last = elements.at(-1)
  const startsHere = first?.type === 'Assertion' && first.kind === 'start'
  const endsHere = last?.type === 'Assertion' && last.kind === 'end'
  return {
    elements: elements.slice(startsHere ? 1 : 0, endsHere ? -1 : undefined),
    startsAnywhere: !isAnchored && !startsHere,
    endsAnywhere: !isAnchored && !endsHere,
  }
}

function expandAll(elements: readonly AST.Element[], groups: GroupNames): Item[][] {
  let sequences: Item[][] = [[]]
  for (const element of elements) {
    const choices = expand(element, groups)
    sequences = sequences.flatMap((before) => choices.map((choice) => [...before, ...choice]))
    if (sequences.length > maxAlternatives) throw tooManyForms()
  }
  return sequences
}

function expand(element: AST.Element, groups: GroupNames): Item[][] {
  switch (element.type) {
    case 'Character':
      return [[{ type: 'text', text: String.fromCodePoint(element.value) }]]
    case 'CharacterClass': {
      const [only, ...others] = element.elements
      if (!element.negate && only?.type === 'Character' && others.length === 0)
        return [[{ type: 'text', text: String.fromCodePoint(only.value) }]]
      return [[pieceOf(element)]]
    }
    case 'Group': {
      if (element.modifiers !== null && element.modifiers !== undefined) break
      const choices = element.alternatives.flatMap((each) => expandAll(each.elements, groups))
      if (choices.length <= maxAlternatives) return choices
      return [[pieceOf(element)]]
    }
    case 'CapturingGroup':
      return [[pieceOf(element, element.name ?? groups.get(element))]]
    case 'Quantifier':
      if (element.min === 0 && element.max === 1 && element.element.type !== 'CharacterSet')
        return [...expand(element.element, groups), []]
      // `/+` becomes one slash, because browsers do not request several slashes.
      if (element.element.type === 'Character' && element.element.value === slashCode && element.min <= 1)
        return [[slash], ...(element.min === 0 ? [[]] : [])]
      return [[pieceOf(element)]]
    case 'CharacterSet':
      return [[pieceOf(element)]]
    case 'Assertion':
      if (element.kind === 'lookahead') return [[{ type: 'lookahead', source: sourceText(element) }]]
      break
    default:
  }
  throw new UntranslatablePathException(
    `A route file cannot express "${element.raw}" in a path`,
    keepInExpress,
  )
}

function pieceOf(element: AST.Element, name?: string): Piece {
  return { type: 'piece', source: sourceText(element), name, mayBeginWithSlash: mayBeginWithSlash(element) }
}

/** Returns the source without group names, which constraints refuse, and without the brackets of a group around it. */
function sourceText(element: AST.Element): string {
  const source =
    element.type === 'CapturingGroup' ? element.alternatives.map(({ raw }) => raw).join('|') : element.raw
  return source.replaceAll(/\(\?<[A-Za-z_]\w*>/g, '(')
}

function mayBeginWithSlash(node: AST.Node): boolean {
  switch (node.type) {
    case 'Character':
      return node.value === slashCode
    case 'CharacterSet':
      return node.kind === 'any' || ('negate' in node && node.negate)
    case 'CharacterClass': {
      const holds = node.elements.some((each) =>
        each.type === 'CharacterClassRange'
          ? each.min.value <= slashCode && each.max.value >= slashCode
          : mayBeginWithSlash(each),
      )
      return node.negate !== holds
    }
    case 'Quantifier':
      return mayBeginWithSlash(node.element)
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.some(
        ({ elements: [first] }) => first !== undefined && mayBeginWithSlash(first),
      )
    default:
      return false
  }
}

/** Adds the start of a path to an expression without `^`, because it matches anywhere in the path. */
function anywhereAtStart(items: readonly Item[]): Item[][] {
  const [first, ...rest] = items
  if (first === undefined) return [[slash]]
  if (first.type === 'text' && first.text === '/')
    return [items.slice(), [slash, { ...anything, source: '.+' }, ...items]]
  if (first.type === 'piece' && isAnything(first)) return [[slash, { ...first, source: '.*' }, ...rest]]
  return [[slash, anything, ...items]]
}

function pathsOfItems(given: readonly Item[]): TranslatedPath[] {
  if (given.length === 0) return [rootPath]
  let items = slashBeforeLookahead(given)
  const [start] = items
  if (start?.type === 'piece' && isAnything(start))
    items = [slash, { ...start, source: '.*' }, ...items.slice(1)]
  const [first] = items
  if (first?.type === 'piece' && first.mayBeginWithSlash)
    throw new UntranslatablePathException(
      'The first slash of the path is part of a group',
      'begin the path with a slash before the group, or keep this route in Express',
    )
  if (first?.type !== 'text' || first.text !== '/')
    throw new UntranslatablePathException(
      'The path does not begin with a slash, so it matches no request',
      'take the route out, or begin its path with /',
    )
  return slashForms(merge(items)).map(pathOfItems)
}

/**
 * In a route file, a variable after text never begins with a slash. Therefore `/a.*` also gets the form
 * `/a/{<.*>path}`, and the slash in `/a(\/.+)` becomes text.
 */
function slashForms(items: readonly Item[]): (readonly Item[])[] {
  for (const [index, item] of items.entries()) {
    const last = items[index - 1]
    if (item.type !== 'piece' || last?.type !== 'text' || last.text === '/') continue
    const before = items.slice(0, index)
    const behind = items.slice(index + 1)
    const [, behindSlash] = /^\\?\/((?:[^|()\\]|\\.)+)$/.exec(item.source) ?? []
    if (behindSlash !== undefined)
      return slashForms([...before, slash, { ...item, source: behindSlash }, ...behind])
    if (/(?:^|\|)\\?\//.test(item.source))
      throw new UntranslatablePathException(`A slash is part of the group ${item.source}`, keepInExpress)
    if (isAnything(item))
      return slashForms(behind).flatMap((rest) => [
        [...before, item, ...rest],
        [...before, slash, { ...item, source: '.*' }, ...rest],
      ])
  }
  return [items]
}

function pathOfItems(merged: readonly Item[]): TranslatedPath {
  const taken = new Set(merged.map((item) => (item.type === 'piece' ? item.name : undefined)))
  const renamed: [string, string][] = []
  const variables: string[] = []
  let pattern = ''
  // A character may be two items, because items are UTF-16 units.
  let text = ''
  let unnamed = 0
  for (const item of merged) {
    if (item.type === 'text') {
      text += item.text
      continue
    }
    pattern += escapeLiteral(text)
    text = ''
    if (item.type === 'lookahead')
      throw new UntranslatablePathException('The path looks ahead over a slash', keepInExpress)
    let { name = '' } = item
    if (/^\d*$/.test(name)) {
      const base = isAnything(item) && !taken.has('path') ? 'path' : `p${unnamed++}`
      name = base
      while (taken.has(name)) name = `${base}_${unnamed++}`
      taken.add(name)
    }
    const variable = variableName(name)
    if (item.name !== undefined && item.name !== variable) renamed.push([variable, item.name])
    variables.push(variable)
    // A variable without a constraint already accepts `[^/]+`.
    pattern += /^\[\^\\?\/\]\+\??$/.test(item.source) ? `{${variable}}` : `{<${item.source}>${variable}}`
  }
  const last = merged.at(-1)
  return {
    pattern: pattern + escapeLiteral(text),
    takesLastSlash: last?.type === 'piece' && /\.[*+]\??$/.test(last.source),
    acceptsNothing: merged.length === 2 && last?.type === 'piece' && /^\.\*\??$/.test(last.source),
    renamed,
    variables,
    lists: [],
  }
}

export function variableName(name: string): string {
  return name.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_')
}

/** Converts `(?!/api).*` for a whole path to a slash and `(?!api).*`. */
function slashBeforeLookahead(items: readonly Item[]): readonly Item[] {
  const [first, ...rest] = items
  if (first?.type !== 'lookahead') return items
  const match = /^\(\?([!=])\\?\/([^|]*)\)$/.exec(first.source)
  const [next, ...others] = rest
  if (match === null || next === undefined) return items
  const behind =
    next.type === 'text' && next.text === '/'
      ? others
      : next.type === 'piece' && next.mayBeginWithSlash
        ? rest
        : undefined
  if (behind === undefined) return items
  return [slash, { ...first, source: `(?${match[1] ?? '!'}${match[2] ?? ''})` }, ...behind]
}

/** Merges an unnamed piece into an unnamed piece before it, `.*` into any piece, and a lookahead into the next piece. */
function merge(items: readonly Item[]): Item[] {
  const merged: Item[] = []
  for (const item of items) {
    const last = merged.at(-1)
    const isAfterLookahead = last?.type === 'lookahead' && item.type !== 'text'
    const isContinued =
      last?.type === 'piece' &&
      item.type === 'piece' &&
      item.name === undefined &&
      (last.name === undefined || item.source === '.*')
    if (isAfterLookahead) merged.splice(-1, 1, { ...item, source: bracketed(last) + bracketed(item) })
    else if (isContinued)
      merged.splice(-1, 1, {
        ...last,
        source:
          last.source.endsWith('.*') && item.source === '.*'
            ? last.source
            : bracketed(last) + bracketed(item),
      })
    else merged.push(item)
  }
  return merged
}

function isAnything({ source }: Piece): boolean {
  return /^\.[*+]\??$/.test(source)
}

function bracketed({ source }: { readonly source: string }): string {
  return source.includes('|') && !/^\(.*\)$/.test(source) ? `(?:${source})` : source
}

function escapeLiteral(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/gu, (character) => encodeURIComponent(character))
}
