/**
 * Calls a function for each pair of arguments. Returns the number of results that are not null or undefined, plus 1 if
 * any call of the loop has had such a result. V8 must therefore keep the results.
 */
export type TimedLoop<First, Second> = (firsts: readonly First[], seconds: readonly Second[]) => number

let loops = 0

/** Creates a loop for one candidate. In a shared loop, V8 would see the types of all candidates, and run it slowly. */
export function timedLoop<First, Second>(
  call: (first: First, second: Second) => unknown,
): TimedLoop<First, Second> {
  // The number makes each text different, because V8 shares the code of equal texts.
  const source = `let last
return function loop${++loops}(firsts, seconds) {
  let count = 0
  for (let index = 0; index < firsts.length; index++) {
    const result = call(firsts[index], seconds[index])
    if (result !== undefined && result !== null) {
      last = result
      count++
    }
  }
  return count + (last === undefined ? 0 : 1)
}`
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function('call', source)(call) as TimedLoop<First, Second>
}
