/** Work over a whole table, which yields wherever it may be interrupted: after each line, say. */
export type Sliced<Result> = Generator<void, Result, void>

/** Does all of the work now. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** Does the work a millisecond at a time, and lets a running server answer requests in between. */
export async function inSlices<Result>(work: Sliced<Result>): Promise<Result> {
  let end = performance.now() + sliceTime
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() < end) continue
    // oxlint-disable-next-line no-await-in-loop -- that is the point
    await new Promise((resolve) => setImmediate(resolve))
    end = performance.now() + sliceTime
  }
}

/** In ms. With one more step and a garbage collection, a pause should stay below ten. */
const sliceTime = 1
