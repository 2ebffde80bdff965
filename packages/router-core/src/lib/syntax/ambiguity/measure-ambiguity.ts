/**
 * How much can a regular expression backtrack?
 *
 * A backtracking engine that fails on a text has tried every way to read every beginning of it. So its steps are
 * the number of *runs* of the expression's automaton (position-automaton.ts), whether or not a run could ever have
 * reached the end: no state is trimmed for leading nowhere. How that number grows with the length n of the text
 * depends on three shapes, and an expression without any of them has few runs on any text:
 *
 * 1. *Exponential*: inside one loop some text leads from q back to q in two different ways, as "a" in `(?:a|a)*`.
 *    Each turn doubles the runs. Looked for as two runs that part inside a loop and meet again (paired-runs.ts).
 * 2. *Polynomial*: for p and q of two loops some text leads from p to p, from p to q, and from q to q, as "a" in
 *    `a+a+`. Each place of the change from p to q is a run of its own: n runs. Every further loop chained like this
 *    multiplies by n once more, so the length of the chain is the *degree* (longest-chain.ts).
 * 3. *Many runs without a loop*, as in `(?:a|a){30}`: constant, but 2^30. So the runs are counted, by an upper bound,
 *    for a text of the default greatest length (count-runs.ts).
 *
 * (1) and (2) are the criteria EDA and IDA of Weber and Seidl, "On the degree of ambiguity of finite automata", 1991.
 * All searches spend from one budget, so a hostile expression is refused within milliseconds.
 */
import { refuseManyRuns } from './count-runs.js'
import { ConstraintException } from '../constraint-exception.js'
import { longestChain } from './longest-chain.js'
import { refuseExponentialLoop, positionsTogether } from './paired-runs.js'
import { parseWithFlags } from '../parse-regex.js'
import { buildPositionAutomaton, type PositionAutomaton } from './position-automaton.js'
import { RefusedRegex } from './refused-regex.js'
import { prepareSearch } from './run-search.js'

/** The greatest degree that is allowed: a failing match may take cubic time. */
export const maxAmbiguity = 2

/**
 * The degree of the polynomial by which the number of runs grows: a failing match of n characters costs
 * O(n^(degree + 1)) steps. Infinity when it grows exponentially, or cannot be shown to be polynomial.
 */
export function measureAmbiguity(source: string, flags: 'u' | ''): number {
  const key = `${flags}/${source}`
  let degree = measured.get(key)
  if (degree === undefined) {
    degree = measure(source, flags)
    if (measured.size >= maxMeasured) measured.clear()
    measured.set(key, degree)
  }
  return degree
}

// Many routes are built alike, `/a/{id}.{format}`.
const measured = new Map<string, number>()
const maxMeasured = 1000

function measure(source: string, flags: 'u' | ''): number {
  try {
    return degreeOfAmbiguity(buildPositionAutomaton(parseWithFlags(source, flags), flags))
  } catch (error) {
    const refused = error instanceof RefusedRegex || error instanceof ConstraintException
    if (refused || error instanceof SyntaxError) return Infinity
    throw error
  }
}

/** @throws RefusedRegex when it is exponential, has too many runs, or is too large to tell */
export function degreeOfAmbiguity(automaton: PositionAutomaton): number {
  const search = prepareSearch(automaton)
  refuseExponentialLoop(search)
  const together = positionsTogether(search)
  if (together === 'never') return 0
  const degree = longestChain(search, together)
  if (degree <= maxAmbiguity) refuseManyRuns(search, together)
  return degree
}
