import { array, constant, constantFrom, oneof, tuple, type Arbitrary } from 'fast-check'

/** Small regular expressions with few characters, so their parts often overlap. */
export function arbitraryRegex({ lookAhead }: { lookAhead: boolean }): Arbitrary<string> {
  return alternation(2, lookAhead)
}

function alternation(depth: number, lookAhead: boolean): Arbitrary<string> {
  const sequence = array(element(depth, lookAhead), { minLength: 1, maxLength: 3 }).map((all) => all.join(''))
  const choice = array(sequence, { minLength: 2, maxLength: 3 }).map((all) => all.join('|'))
  return oneof({ weight: 3, arbitrary: sequence }, { weight: 1, arbitrary: choice })
}

function element(depth: number, lookAhead: boolean): Arbitrary<string> {
  const repeated = tuple(atom, quantifier).map((parts) => parts.join(''))
  if (depth === 0) return repeated
  const inner = alternation(depth - 1, lookAhead)
  const group = tuple(opening, inner, constant(')'), quantifier).map((parts) => parts.join(''))
  const assertion = tuple(constantFrom('(?=', '(?!'), inner, constant(')')).map((parts) => parts.join(''))
  return oneof(
    { weight: 6, arbitrary: repeated },
    { weight: 3, arbitrary: group },
    { weight: lookAhead ? 1 : 0, arbitrary: assertion },
  )
}

const atom = constantFrom('a', 'b', '-', '[ab]', '[^a]', '.', String.raw`\w`, '[b-]')
const quantifier = constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '{0,12}')
const opening = constantFrom('(', '(?:')
