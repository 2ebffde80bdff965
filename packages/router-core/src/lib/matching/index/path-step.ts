import { keyOfParts } from '../../syntax/pattern/route-pattern.js'
import {
  acceptsSegment,
  matchTail,
  type PathMatcher,
  type SegmentMatcher,
  type TailMatcher,
} from '../path-matcher.js'
import { noLimit, type ChoiceKind } from './path-trie.js'
import { verbatimCharacters } from './verbatim-text.js'

/**
 * A step in the trie. A literal may contain slashes. If every variable is a whole segment, the trie uses the parts of the
 * pattern as its steps.
 */
export type PathStep = { readonly type: 'literal'; readonly text: string } | ChoiceStep

/** A step without a fixed text: a whole segment, or the remaining path, which may be empty. */
export type ChoiceStep = Exclude<SegmentMatcher, { type: 'literal' }> | TailMatcher

/** The steps of any pattern. An optional trailing slash is included only as a part of a tail. */
export function toSteps({ segments, tail }: PathMatcher): PathStep[] {
  const steps = segments.flatMap((segment): PathStep[] =>
    segment.type === 'literal' ? [{ type: 'literal', text: `/${segment.text}` }] : [slash, segment],
  )
  return tail === undefined ? steps : [...steps, slash, tail]
}

const slash: PathStep = { type: 'literal', text: '/' }

/** Steps with the same key accept the same texts. */
export function keyOf(step: ChoiceStep): string {
  const { type } = step
  if (type === 'variable') return step.constraint === undefined ? '' : `<${step.constraint.source}`
  return JSON.stringify([type, type === 'tail' && step.optionalTrailingSlash, keyOfParts(step.parts)])
}

export function toChoiceKind(step: ChoiceStep): ChoiceKind {
  const constraint = step.type === 'variable' ? step.constraint : undefined
  const form = constraint?.characterClass
  return {
    isRest: step.type === 'tail',
    characters:
      form === undefined
        ? verbatimCharacters
        : verbatimCharacters.map((isVerbatim, code) => isVerbatim & (form.table[code] ?? 0)),
    // No variable matches an empty segment.
    min: Math.max(1, form?.min ?? 1),
    max: Math.min(form?.max ?? noLimit, noLimit),
    isAsked: step.type !== 'variable',
    automaton: constraint?.automaton,
    accepts:
      step.type === 'tail'
        ? (text, maxParamLength) => matchTail(step, text, {}, maxParamLength)
        : (text, maxParamLength) => acceptsSegment(step, text, maxParamLength),
  }
}
