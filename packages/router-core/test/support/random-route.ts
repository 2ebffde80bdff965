import type { Choices } from './choices.js'

/** A literal. Half of the literals have only the letters a and b, so they often share beginnings. */
export function randomWord(choices: Choices): string {
  if (choices.oneIn(2)) return choices.text('ab', 1 + choices.below(4))
  return choices.pick([
    'user',
    'users',
    'new',
    '1',
    '42',
    '%c3%a9',
    'a%2Fb',
    '%C3%A8',
    'x|y',
    "o'k",
    'a.b',
    '%25',
  ])
}

/** A part of a segment: a literal or a variable. */
export type Piece = string | { readonly name: string; readonly constraint: string | undefined }

/** The parts of a line, for building requests. */
export interface RandomRoute {
  readonly method: string
  readonly formats: string
  readonly host: string
  readonly segments: readonly (readonly Piece[])[]
  readonly end: string
  readonly predicates: string
  /** The target; undefined for an action. */
  readonly target: string | undefined
  readonly args: string
}

/** Constraints, each with an encoded text that satisfies it. */
export const constraints: Readonly<Record<string, string>> = {
  '[0-9]+': '42',
  [String.raw`\d{2}`]: '42',
  '[a-z]+': 'user',
  '[ab]{1,3}': 'ab',
  'a+': 'aa',
  [String.raw`\w+`]: 'ab',
  '[a-z0-9-]{2,4}': 'abc',
  '[0-9]*': '1',
  'a?': '',
  '-*': '-',
  '[^/]+': 'a.b',
  '[^.]+': 'new',
  '(?:a|b)c?': 'a',
  '(?!new$)[a-z]+': 'users',
  [String.raw`\p{L}+`]: '%C3%A9',
  '[a-z%]+': '%25',
  '[a-z?]+': 'ab%3F',
  'é+': '%C3%A9',
}
export const spanningConstraints: Readonly<Record<string, string>> = {
  '.+': 'a/b/c',
  '.*': '',
  '[a-z/]+': 'a/b',
  '[a-z]/[0-9]': 'a/1',
  '.': 'x',
}
const constraintSources = Object.keys(constraints)
const spanningSources = Object.keys(spanningConstraints)

export function randomRoute(choices: Choices, segments: RandomRoute['segments']): RandomRoute {
  const rarely = (texts: readonly string[]): string => (choices.oneIn(12) ? choices.pick(texts) : '')
  return {
    method: choices.oneIn(3)
      ? choices.pick(['POST', '*', 'HEAD', 'WS', 'OPTIONS', 'GET|POST', 'PURGE', 'DELETE|PUT'])
      : 'GET',
    formats: rarely(['(json)', '(html,json)', '(xml)']),
    host: rarely([
      'api.example.com',
      '{sub}.example.com',
      '{host}',
      '{_}',
      '{<[a-z]+>sub}.{_}',
      'example.com:8080',
    ]),
    segments,
    end: segments.length === 0 ? choices.pick(['/', '/?']) : choices.pick(['', '', '', '/', '/?']),
    predicates: rarely(['[debug] ', '[!draft] ', '[lang=en] ', '[lang!=en debug] ']),
    target: choices.oneIn(40) ? choices.pick(['404', 'staticDir:files', 'redirect:/a']) : undefined,
    args: rarely(["(id:'1')", "(format:'json')", "(v:'fixed', z:'2')"]),
  }
}

/** @param isSimple each segment is a word, or a variable without slashes */
export function randomSegments(
  choices: Choices,
  words: readonly string[],
  isSimple: boolean,
): RandomRoute['segments'] {
  const names = new Names()
  const length = choices.oneIn(20) ? 0 : 1 + choices.below(4)
  return choices.list(length, () => randomSegment(choices, words, names, isSimple))
}

/** Names for the variables of a line, each only once. */
class Names {
  readonly #used = new Set<string>()

  next(choices: Choices): string {
    let name = choices.pick(['v', 'w', 'id', 'name', 'format', '_', 'controller', 'action'])
    if (this.#used.has(name)) name += this.#used.size
    this.#used.add(name)
    return name
  }
}

function randomSegment(
  choices: Choices,
  words: readonly string[],
  names: Names,
  isSimple: boolean,
): readonly Piece[] {
  const variable = (constraint?: string): Piece => ({ name: names.next(choices), constraint })
  const constrained = (): Piece => variable(choices.pick(constraintSources))
  const any = (): Piece => (choices.oneIn(3) ? constrained() : variable())
  switch (isSimple ? choices.below(10) : choices.below(16)) {
    case 6:
    case 7:
      return [variable()]
    case 8:
    case 9:
      return [constrained()]
    case 10:
      return [variable(choices.pick(spanningSources))]
    case 11:
      return [any(), choices.pick(['-', '.', '%20', 'b', '%C3%A9']), any()]
    case 12:
      return [choices.pick(['v', 'é-', 'a']), any()]
    case 13:
      return [any(), choices.pick(['.b', 'b', '%2F'])]
    case 14:
      return [constrained(), constrained()]
    case 15:
      return []
    default:
      return [choices.pick(words)]
  }
}

export function toLine(
  { method, formats, host, segments, end, predicates, target, args }: RandomRoute,
  index: number,
): string {
  const path = segments.map((pieces) => `/${pieces.map(toText).join('')}`).join('')
  const isDynamic = path.includes('{controller}') && path.includes('{action}')
  const action = `${isDynamic ? '{controller}.{action}' : `c.m${index}`}${args}`
  return `${method}${formats} ${host}${path}${end} ${predicates}${target ?? action}`
}

function toText(piece: Piece): string {
  if (typeof piece === 'string') return piece
  return piece.constraint === undefined ? `{${piece.name}}` : `{<${piece.constraint}>${piece.name}}`
}
