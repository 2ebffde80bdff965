import type { TextTest } from '@mvc-router/constraint-language'
import type { SimpleClass } from '../../syntax/pattern/constraint.js'
import type { RoutePattern, RoutePatternPart } from '../../syntax/pattern/route-pattern.js'
import { acceptsSegment, matchTail, type PathMatcher, type SegmentMatcher } from '../path-matcher.js'

/** A step of a path pattern, from left to right. The trie consists of such steps. A literal may contain slashes. */
type PathStep = { readonly type: 'literal'; readonly text: string } | ChoiceStep

/** A step without a fixed text: a whole segment, or the rest of the path, which may be empty. */
export interface ChoiceStep {
  readonly type: 'segment' | 'rest'
  /** Steps of one type with the same key accept the same texts. */
  readonly key: string
  /** The characters and the length of a segment without escapes, if no other test than `automaton` is needed. */
  readonly form: SimpleClass | undefined
  /** A further test for a segment without escapes. */
  readonly automaton: TextTest | undefined
  readonly accepts: AcceptsText
}

/** Returns true if it accepts a piece of a canonical path, with its escapes. */
export type AcceptsText = (text: string, maxParamLength: number) => boolean

/** The steps of a pattern whose variables are whole segments, without the optional trailing slash. */
export function toWholeSegmentSteps({ parts }: RoutePattern): PathStep[] {
  return parts.map((part) => (part.type === 'literal' ? part : toSegmentStep(part)))
}

/** The steps of any pattern. They have the optional trailing slash only if it is part of a `rest`. */
export function toSteps({ segments, tail, optionalTrailingSlash }: PathMatcher): PathStep[] {
  const steps = segments.flatMap((segment): PathStep[] =>
    segment.type === 'literal'
      ? [{ type: 'literal', text: `/${segment.text}` }]
      : [slash, toSegmentStep(segment)],
  )
  if (tail === undefined) return steps
  const key = `${optionalTrailingSlash ? '?' : ''}${keyOf(tail.parts)}`
  const accepts: AcceptsText = (text, maxParamLength) => matchTail(tail, text, {}, maxParamLength)
  return [...steps, slash, { type: 'rest', key, form: undefined, automaton: undefined, accepts }]
}

const slash: PathStep = { type: 'literal', text: '/' }

const anyCharacters: SimpleClass = { min: 1, max: Infinity, table: new Uint8Array(128).fill(1) }

/** The step of a segment that is a variable or has several parts. */
function toSegmentStep(segment: Exclude<SegmentMatcher, { type: 'literal' }>): ChoiceStep {
  const accepts: AcceptsText = (text, maxParamLength) => acceptsSegment(segment, text, maxParamLength)
  if (segment.type === 'mixed')
    return { type: 'segment', key: keyOf(segment.parts), form: undefined, automaton: undefined, accepts }
  const { constraint } = segment
  const automaton = constraint?.automaton
  const form = constraint === undefined || automaton !== undefined ? anyCharacters : constraint.characterClass
  const key = constraint === undefined ? '' : `<${constraint.source}`
  return { type: 'segment', key, form, automaton, accepts }
}

function keyOf(parts: readonly RoutePatternPart[]): string {
  return JSON.stringify(
    parts.map((part) => (part.type === 'literal' ? part.text : [part.constraint?.source])),
  )
}
