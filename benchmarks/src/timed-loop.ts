/** Calls a function for each pair of arguments; returns how many results are there, and one more for the kept one. */
export type TimedLoop<First, Second> = (firsts: readonly First[], seconds: readonly Second[]) => number

let loops = 0

/** A loop for one candidate. V8 would learn the types of all candidates in a shared loop, and run all of them slowly. */
export function timedLoop<First, Second>(
  call: (first: First, second: Second) => unknown,
): TimedLoop<First, Second> {
  // The number makes each text another one, because V8 shares the code of equal texts.
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
